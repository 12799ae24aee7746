"""Where the read models stand."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger import projections
from ledger.database import database
from ledger.errors import LedgerError
from ledger.models import Parked


class Command(BaseCommand):
    help = "Show every projection, how far it has come and which events it could not digest."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--retry", action="store_true", help="try the parked events again")
        parser.add_argument("--catch-up", action="store_true", help="bring the projections to the end of the feed")

    def handle(self, *args: Any, retry: bool, catch_up: bool, **options: Any) -> None:
        try:
            if retry:
                done = sum(projections.retry(projection) for projection in projections.all_projections())
                self.stdout.write(f"{done} parked events digested")
            if catch_up:
                self.stdout.write(f"{projections.catch_up_all()} events digested")
        except LedgerError as error:
            raise CommandError(str(error)) from error
        for projection in projections.all_projections():
            place = "with each append" if projection.inline else f"at {tuple(projections.checkpoint(projection))}"
            self.stdout.write(f"{projection.name}: {place}")
        self.stdout.write(f"oldest writing transaction: {database().lag():.1f} s")
        for parked in Parked.objects.all():
            self.stdout.write(f"parked: {parked}: {parked.error}")
        if Parked.objects.exists():
            raise CommandError("there are parked events")
