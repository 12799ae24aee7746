"""Points that count for the pairing only, so that strong players meet earlier (FIDE C.04.5).

``acceleration: baku`` is the Baku acceleration, as C.04.5.1 has it: of the n players who are paired in round one the
first 2Q are group GA, where Q is a quarter of n, rounded up. Half of the rounds, rounded up, are accelerated. In the
first half of these, rounded up, everybody of GA has a win's points more, in the others a draw's. Who comes late and
stands above the last of GA is in it; the last of GA stays the last.

``accelerations``: what a report says in records 250 and XXA: ``[half-points, first round, last round, first, last]``,
for all entrants from number ``first`` to ``last``.
"""

from __future__ import annotations

from collections.abc import Callable

from tournaments.formats import settings
from tournaments.formats.contract import EntrantNo, HalfPoints, Plan, Stage
from tournaments.scoring import draw_points, win_points

from .arrival import arrived

NONE, BAKU = "none", "baku"
MAX_POINTS = 1_000
Virtual = Callable[[EntrantNo, int], HalfPoints]
"""Half-points of an entrant when that round is paired."""


def check(plan: Plan) -> None:
    """Raises BadPlan: an unknown acceleration, an unreadable list, or both methods at once."""
    lists = plan.settings.get("accelerations", [])
    sound = isinstance(lists, list | tuple) and all(
        isinstance(one, list | tuple)
        and len(one) == 5
        and all(type(number) is int and 0 <= number <= MAX_POINTS * 10 for number in one)
        for one in lists
    )
    named = settings.choice(plan, "acceleration", NONE, BAKU)
    if not sound or (lists and named != NONE):
        settings.refuse("settings.accelerations", "not_accelerations")


def virtual(stage: Stage, rounds: int) -> Virtual:
    """``rounds`` is the planned number of rounds."""
    listed = [tuple(one) for one in stage.plan.settings.get("accelerations", [])]
    if stage.plan.settings.get("acceleration") == BAKU:
        group, worth = _baku(stage), _baku_points(stage.plan, rounds)
        return lambda no, round_no: worth[round_no - 1] if no in group and round_no <= len(worth) else 0
    return lambda no, round_no: sum(
        points for points, start, end, low, high in listed if start <= round_no <= end and low <= no <= high
    )


def _baku(stage: Stage) -> frozenset[EntrantNo]:
    """Group GA: half of the first round's list. Players who were not in that round are late entrants."""
    listed = arrived(stage, by_round=1)
    if not listed:
        return frozenset()
    last = listed[min(2 * -(-len(listed) // 4), len(listed)) - 1]
    order = [one.no for one in stage.entrants]
    return frozenset(order[: order.index(last) + 1])


def _baku_points(plan: Plan, rounds: int) -> list[HalfPoints]:
    """Virtual points by round, while rounds are accelerated."""
    accelerated = -(-rounds // 2)
    first = -(-accelerated // 2)
    win, draw = win_points(plan.scoring, 2), draw_points(plan.scoring, 2)
    return [win] * first + [draw] * (accelerated - first)
