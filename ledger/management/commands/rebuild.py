"""Rebuild read models from the ledger."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger import projections
from ledger.errors import LedgerError


class Command(BaseCommand):
    help = "Drop read models and rebuild them from the ledger. With --check, report every row that comes out different."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME", help="projections; without any, all of them")
        parser.add_argument("--check", action="store_true", help="compare with what was there, exit 1 on a difference")

    def handle(self, *args: Any, names: list[str], check: bool, **options: Any) -> None:
        try:
            chosen = [projections.named(name) for name in names] or projections.all_projections()
            flaws = sum([self._rebuild(projection, check) for projection in chosen])
        except LedgerError as error:
            raise CommandError(str(error)) from error
        if flaws:
            raise CommandError(f"{flaws} rows were different or could not be rebuilt")

    def _rebuild(self, projection: projections.Projection, check: bool) -> int:
        begun = last = time.monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal last
            if time.monotonic() - last > 1:
                last = time.monotonic()
                self.stderr.write(f"{projection.name}: {done} of {total} events")

        done = projections.rebuild(projection, compare=check, progress=progress)
        seconds = time.monotonic() - begun
        text = f"{projection.name}: {done.events} events in {seconds:.1f} s"
        self.stdout.write(text + (f", {done.rows} rows compared" if check else ""))
        for difference in done.differences:
            self.stdout.write(f"{projection.name}: {difference}")
        if done.parked:
            self.stdout.write(f"{projection.name}: {done.parked} events are parked, see manage.py projections")
        return len(done.differences) + done.parked
