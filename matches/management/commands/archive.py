"""Pack finished matches into the ledger's archive."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.errors import LedgerError
from matches.play import archiving


class Command(BaseCommand):
    help = "Pack every finished match into the ledger's archive. A worker does the same some minutes after the end."

    def handle(self, *args: Any, **options: Any) -> None:
        found = archiving.pending(rest=timedelta(0), parked=True)
        last = time.monotonic()
        flaws = []
        for number, match_id in enumerate(found, 1):
            try:
                archiving.archive(match_id)
            except LedgerError as error:
                flaws.append(str(error))
            if time.monotonic() - last > 1:
                last = time.monotonic()
                self.stderr.write(f"{number} of {len(found)} matches")
        self.stdout.write(f"{len(found) - len(flaws)} matches archived")
        if flaws:
            raise CommandError("\n".join([f"{len(flaws)} could not be archived:", *flaws]))
