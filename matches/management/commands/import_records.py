"""Import records from files, of any length."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError

from elekt_core.messages import sentence
from matches.models import Table
from matches.records import packed
from matches.records.judged import BadItem
from matches.records.many import import_all
from matches.records.split import PackedFile
from web.errors import BadRequest


class Command(BaseCommand):
    help = "Import finished matches: exported records, or short notation, many in a file (.gz too; - is the input)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--link", action="store_true", help="not in the archive: only for who has the address")

    def handle(self, *args: Any, files: list[str], link: bool, **options: Any) -> None:
        counts = Counter[str]()
        for name in files:
            try:
                with sys.stdin.buffer if name == "-" else Path(name).open("rb") as lines:
                    self._of_file(name, lines, Table.Access.LINK if link else Table.Access.ANYONE, counts)
            except PackedFile:
                raise CommandError(f"{name}: unpack it first") from None
            except BadRequest as error:
                raise CommandError(f"{name}: the packed file is broken or cut off") from error
            except OSError as error:
                raise CommandError(f"cannot read {name}: {error.strerror}") from error
        told = ", ".join(f"{counts[what]} {what}" for what in ("stored", "same", "refused"))
        self.stdout.write(told)
        if counts["refused"]:
            raise CommandError(f"{counts['refused']} records were refused")

    def _of_file(self, name: str, lines: IO[bytes], access: str, counts: Counter[str]) -> None:
        def refused(bad: BadItem) -> None:
            counts["refused"] += 1
            self.stdout.write(f"{name}:{bad.data['line']}:{bad.data['column']}: {sentence(bad.code, bad.data)}")

        last = time.monotonic()
        for portion in import_all(packed.lines(lines, of_any_length=True), access=access, refused=refused):
            counts.update("same" if stored.same else "stored" for stored in portion)
            if time.monotonic() - last > 1:
                last = time.monotonic()
                self.stderr.write(f"{counts.total()} records")
