"""Write everything that this installation holds."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import installation


class Command(BaseCommand):
    help = "Write the whole installation to a file: the ledger, accounts, secrets of running matches. Keep it safe."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
                count = sum(bool(out.write(line)) for line in installation.export())
        except OSError as error:
            raise CommandError(f"cannot write {file}: {error.strerror}") from error
        self.stdout.write(f"{count} lines")
