"""Play whole games between bots and store them in the ledger."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from elekt_core.bots import derive, rotated
from elekt_core.errors import CoreError
from matches import after_commit
from matches.play import simulation
from matches.play.simulation import Simulated
from web.error_words import explain
from web.errors import Refused


class Command(BaseCommand):
    help = "Play whole games between bots into the ledger. The same seed and bots give the same games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default=settings.DEFAULT_GAME)
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games")
        parser.add_argument(
            "--bots", default="random", help="names separated by commas; each game moves them on one seat"
        )
        parser.add_argument("--count", type=int, default=1, help="how many games")
        parser.add_argument("--json", action="store_true", help="one JSON object per match and line")

    def handle(
        self, *args: Any, game: str, seats: int, seed: int, bots: str, count: int, json: bool, **options: Any
    ) -> None:
        if count < 1:
            raise CommandError("--count must be at least 1")
        names = [name.strip() for name in bots.split(",")]
        last = time.monotonic()
        for number in range(count):
            try:
                with after_commit.in_process():
                    seating = rotated(names, seats, number)
                    done = simulation.simulate(game=game, bots=seating, seed=derive("game", game, seed, number))
            except (CoreError, Refused) as error:
                with translation.override("en"):
                    raise CommandError(explain(error).sentence) from error
            self.stdout.write(_as_json(done, seating) if json else _as_text(done))
            if time.monotonic() - last > 1:
                last = time.monotonic()
                self.stderr.write(f"{number + 1} of {count} games")


def _as_json(done: Simulated, bots: Sequence[str]) -> str:
    found = {"id": str(done.match), "bots": list(bots), "outcome": done.outcome}
    return json.dumps({**found, "events": done.events, "state": done.state})


def _as_text(done: Simulated) -> str:
    ranks = " ".join(str(rank) for rank in done.outcome["ranks"])
    return f"{done.match}  ranks {ranks}  {done.outcome['termination']}  {done.events} events  state {done.state[:16]}"
