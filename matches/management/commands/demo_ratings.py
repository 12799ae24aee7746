"""Eight weeks of club evenings on the ladders of all games, to look at on the first day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid5

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from elekt_core.registry import bots_of, game_names, get_game
from matches import regulars
from matches.play import simulation
from matches.tables.rating import LIVE
from players.ratings import services
from players.ratings.events import LadderKey, ladder_key
from players.ratings.models import RatedGame
from players.ratings.outcome import bot, person

WEEKS = 8
TABLES = (4, 3, 3, 2)
"""What sits at the tables of one round."""
STRENGTHS = {"greedy": 1500, "random": 1300}
LUCK = 200.0
"""Points by which somebody plays better or worse than usual."""


class Command(BaseCommand):
    help = "Rate demo games, once: club evenings of all games, of people and bots at tables of two to four."

    def handle(self, *args: Any, **options: Any) -> None:
        for name in game_names():
            game = get_game(name)
            if set(TABLES) <= set(game.ruleset().seats) and bots_of(game).keys() >= STRENGTHS.keys():
                rounds = 3 if name == settings.DEFAULT_GAME else 1
                self._rate(ladder_key(name, game.ruleset().name, LIVE), rounds)

    @transaction.atomic
    def _rate(self, ladder: LadderKey, rounds: int) -> None:
        ids = [uuid5(simulation.NAMESPACE, f"demo {ladder.game} {n}") for n in range(WEEKS * rounds * len(TABLES))]
        if RatedGame.objects.filter(game__in=ids).exists():
            return
        people = regulars.arrive()
        for game, (at, seats, places) in zip(ids, _evenings(Random(ladder.game), rounds, timezone.now()), strict=True):
            services.record(
                game=game,
                ladder=ladder,
                seats=[bot(name) if name in STRENGTHS else person(people[name]) for name in seats],
                places=places,
                played_at=at,
                actor=person(regulars.HOST),
            )
        self.stdout.write(f"{len(ids)} games of {ladder.game} are rated")


def _evenings(dice: Random, rounds: int, now: datetime) -> Iterator[tuple[datetime, Sequence[str], Sequence[int]]]:
    """When each table was played, who sat there, and their places. Bots stand in for two who stay at home."""
    for week in reversed(range(WEEKS)):
        present = [*STRENGTHS, *dice.sample(regulars.NAMES, sum(TABLES) - len(STRENGTHS))]
        for number in range(rounds):
            dice.shuffle(present)
            at = now - timedelta(days=7 * week + 1) + timedelta(hours=2 * number)
            left = iter(present)
            for size in TABLES:
                seats = [next(left) for _ in range(size)]
                order = sorted(seats, key=lambda name: -dice.gauss(_strength(name), LUCK))
                yield at, seats, [order.index(name) + 1 for name in seats]


def _strength(name: str) -> int:
    return STRENGTHS[name] if name in STRENGTHS else regulars.strength(name)
