"""Fill an empty installation from an export, on the same database or another one."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import installation
from ledger.errors import LedgerError


class Command(BaseCommand):
    help = "Restore what export_installation has written into an empty installation: all of it, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with file.open(encoding="utf-8") as lines:
                digests = installation.restore(lines)
        except OSError as error:
            raise CommandError(f"cannot read {file}: {error.strerror}") from error
        except (LedgerError, ValueError, KeyError) as error:
            raise CommandError(f"nothing was restored: {error}") from error
        for name, digest in sorted(digests.items()):
            self.stdout.write(f"{name}: {digest[:16]}, as exported")
