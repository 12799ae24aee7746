"""Points of an arena's tables: the plan's scoring, doubled during a winning streak."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tournaments.scoring import normal, table_points

from ..contract import EntrantNo, HalfPoints, Pairing, Result, Stage

STREAK = 2
"""Wins in a row after which the next tables count double; 0 for never."""


class Score(NamedTuple):
    points: HalfPoints = 0
    won: int = 0
    tables: int = 0
    """With a result."""
    streak: int = 0
    """Wins in a row until now."""


def scores(stage: Stage) -> dict[EntrantNo, Score]:
    """Everybody's score less penalties, in order of the entrants. Results count in order of waves and tables."""
    found = {entrant.no: Score() for entrant in stage.entrants}
    for pairing in stage.pairings():
        if pairing.result is not None:
            for no, points, won in _worth(stage, pairing, pairing.result):
                found[no] = _added(found[no], points, won, streak_of(stage))
    for penalty in stage.penalties:
        one = found[penalty.entrant]
        found[penalty.entrant] = one._replace(points=normal(one.points - penalty.points))
    return found


def streak_of(stage: Stage) -> int:
    return int(stage.plan.settings.get("streak", STREAK))


def _worth(stage: Stage, pairing: Pairing, result: Result) -> Iterator[tuple[EntrantNo, HalfPoints, bool]]:
    points = table_points(stage.plan.scoring, result, len(pairing.seats))
    first = [seat for seat, place in enumerate(result.places) if place == 1 and seat not in result.forfeited]
    for seat, no in enumerate(pairing.seats):
        yield no, points[seat], first == [seat]


def _added(before: Score, points: HalfPoints, won: bool, streak: int) -> Score:
    double = 2 if streak and before.streak >= streak else 1
    return Score(
        normal(before.points + double * points), before.won + won, before.tables + 1, before.streak + 1 if won else 0
    )
