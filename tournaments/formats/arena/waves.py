"""Pairs the next wave of an arena.

Whoever waits longest is seated first. Tables are then made down the list of scores: each takes in turn, among
the next few below, whoever costs least; then two of neighbouring tables change places while that costs less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..contract import EntrantNo, HalfPoints, Stage
from ..round_robin.balanced import sizes
from .points import Score, scores

NEAR = 12
"""How many of the next below are looked at for a seat."""
MEETING, LAST_MEETING, HALF_POINT = 6, 60, 1
"""What it costs to have met before (once), to have met at the last table, and to be half a point apart."""


@dataclass(frozen=True, slots=True)
class Wave:
    """What the pairing of a wave takes into account."""

    scores: Mapping[EntrantNo, Score]
    met: Counter[frozenset[EntrantNo]]
    last: Mapping[EntrantNo, tuple[EntrantNo, ...]]
    """The table where somebody sat last."""
    waited: Mapping[EntrantNo, int]
    """Waves since then; since the beginning for whoever never sat."""
    idle: Mapping[EntrantNo, int]
    """All waves without a seat."""

    def cost(self, one: EntrantNo, other: EntrantNo) -> HalfPoints:
        first, second = self.scores[one].points, self.scores[other].points
        apart = first - second if first > second else second - first
        again = other in self.last.get(one, ()) or one in self.last.get(other, ())
        return HALF_POINT * apart + MEETING * self.met[frozenset((one, other))] ** 2 + LAST_MEETING * again

    def table(self, seats: Sequence[EntrantNo]) -> HalfPoints:
        return sum(self.cost(one, other) for one, other in combinations(seats, 2))


def wave(stage: Stage) -> Wave:
    met: Counter[frozenset[EntrantNo]] = Counter()
    last: dict[EntrantNo, tuple[EntrantNo, ...]] = {}
    sat: dict[EntrantNo, int] = {}
    seated: Counter[EntrantNo] = Counter()
    for pairing in stage.pairings():
        met.update(frozenset(pair) for pair in combinations(pairing.seats, 2))
        for no in pairing.seats:
            last[no], sat[no] = pairing.seats, pairing.round
            seated[no] += 1
    waited = {entrant.no: len(stage.rounds) - sat.get(entrant.no, 0) for entrant in stage.entrants}
    idle = {entrant.no: len(stage.rounds) - seated[entrant.no] for entrant in stage.entrants}
    return Wave(scores(stage), met, last, waited, idle)


def tables(stage: Stage, free: Sequence[EntrantNo]) -> list[list[EntrantNo]]:
    """As few as possible sit out: first those of the last wave who waited least, then the lowest in points."""
    now = wave(stage)
    seed = {entrant.no: at for at, entrant in enumerate(stage.entrants)}
    planned = sizes(len(free), stage.plan.seats, stage.plan.least)
    first = sorted(free, key=lambda no: (-now.waited[no], -now.idle[no], -now.scores[no].points, seed[no]))
    line = sorted(first[: sum(planned)], key=lambda no: (-now.scores[no].points, seed[no]))
    made = [_take(line, size, now) for size in planned]
    _improve(made, now)
    return made


def _take(line: list[EntrantNo], size: int, now: Wave) -> list[EntrantNo]:
    """The first in line, then one by one those who suit best."""
    table = [line.pop(0)]
    while len(table) < size:
        costs = [sum(now.cost(no, other) for other in table) for no in line[:NEAR]]
        table.append(line.pop(costs.index(min(costs))))
    return table


def _improve(made: list[list[EntrantNo]], now: Wave) -> None:
    """Improves neighbouring tables from the last to the first: late tables got what was left, so they gain most."""
    for at in range(len(made) - 1, 0, -1):
        upper, lower = made[at - 1], made[at]
        for one in range(len(upper)):
            for other in range(len(lower)):
                before = now.table(upper) + now.table(lower)
                upper[one], lower[other] = lower[other], upper[one]
                if now.table(upper) + now.table(lower) >= before:
                    upper[one], lower[other] = lower[other], upper[one]
