"""A rating for training alone: Elo between a person and an exercise, as on the ladders (``players.ratings.elo``).

It is a ladder apart: nothing of it reaches the ratings of matches, nobody else sees it, and there are no places on it.
A person's rating is where all begin plus what each of their first answers has brought. An exercise begins by whether
its mover found the best choice, and moves by the answers of people with an account who are no longer provisional.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Count, Sum

from players import queries as players
from players.ratings.elo import POINT, PROVISIONAL, START, ks_at_table, rate, shown

from .models import Answer, Exercise

__all__ = ["POINT", "START", "Standing", "begin", "gains", "moves_exercise", "shown", "standing"]

APART: Final = 100 * POINT
"""So far from the middle an exercise begins."""


class Standing(NamedTuple):
    """In thousandths of a point."""

    value: int
    answers: int

    @property
    def points(self) -> int:
        return shown(self.value)

    @property
    def is_provisional(self) -> bool:
        return self.answers < PROVISIONAL


def begin(*, missed: bool) -> int:
    """Where an exercise begins: above the middle if whoever played it missed it."""
    return START + APART if missed else START - APART


def standing(player: UUID | None) -> Standing:
    if player is None:
        return Standing(START, 0)
    found = Answer.objects.filter(player=player, rated=True).aggregate(gained=Sum("gain"), count=Count("pk"))
    return Standing(START + (found["gained"] or 0), found["count"])


def gains(person: Standing, exercise: Exercise, *, solved: bool) -> tuple[int, int]:
    """What the person and the exercise gain by a first answer."""
    ks = ks_at_table([person.answers, exercise.rated_answers])
    one, other = rate([person.value, exercise.rating], ks, (1, 2) if solved else (2, 1))
    return one, other


def moves_exercise(player: UUID, person: Standing) -> bool:
    """Whether this answer may move the exercise: newcomers and guests are made too easily."""
    return not person.is_provisional and not players.guests([player])
