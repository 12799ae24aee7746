"""Who is seated with whom: a pure rule over those who wait for the same game, on the same terms.

Each person has a range: how far another's rating may be from theirs. It widens with the time they have waited. A table
fits where any two at it are within the range of both, and none of its pairs is kept ``apart``. Whoever has waited
longest is seated first, with the nearest in strength for whom a table can be filled; then whoever has waited longest
among the others, and so on. docs/seeking.md tells players the numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

ANYBODY: Final = 100_000
"""A range that leaves nobody out."""
HOUR: Final = 3600


@dataclass(frozen=True, slots=True)
class Pace:
    """How a range widens: ``first`` points, ``more`` after each ``every`` seconds, everybody after ``all_after``."""

    first: int
    more: int
    every: int
    all_after: int

    def range_after(self, waited: float, widest: int = ANYBODY) -> int:
        """The range of somebody who has waited so many seconds and wants nobody further away than ``widest``."""
        if waited >= self.all_after:
            return widest
        return min(self.first + self.more * (max(int(waited), 0) // self.every), widest)


LIVE: Final = Pace(first=100, more=25, every=5, all_after=120)
CORRESPONDENCE: Final = Pace(first=200, more=50, every=HOUR, all_after=24 * HOUR)
BOTS_AFTER: Final = 60
"""Seconds after which bots may fill the table of those who want that."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who waits since ``since``, a second of any clock. ``bots``: they would play with bots, too."""

    who: UUID
    rating: int
    since: float
    widest: int = ANYBODY
    bots: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """A table: ``people`` as they were chosen, who has waited longest first; and so many ``bots``."""

    people: tuple[UUID, ...]
    bots: int = 0


Apart = Collection[frozenset[UUID]]
"""Pairs who must not be seated together."""


def arrange(
    waiting: Sequence[Waiting], *, size: int, now: float, pace: Pace = LIVE, apart: Apart = ()
) -> list[Seating]:
    """The tables of ``size`` seats that can begin now. Nobody is at two of them, and those who are left cannot fill
    another."""
    order = sorted(waiting, key=lambda one: (one.since, str(one.who)))
    fits = _fits(order, now, pace, apart)
    left = (1 << len(order)) - 1
    tables = []
    for leader, one in enumerate(order):
        if not left >> leader & 1:
            continue
        found = _table(order, leader, fits, left, size - 1)
        if found is None and _takes_bots(one, now):
            with_bots = sum(1 << n for n, other in enumerate(order) if _takes_bots(other, now))
            found = next(
                table
                for others in range(size - 2, -1, -1)
                if (table := _table(order, leader, fits, left & with_bots, others)) is not None
            )
        if found is not None:
            left &= ~sum(1 << n for n in found)
            tables.append(Seating(tuple(order[n].who for n in found), size - len(found)))
    return tables


def _fits(order: Sequence[Waiting], now: float, pace: Pace, apart: Apart) -> list[int]:
    """For each person, by their place in ``order``, with whom they can sit at a table: a set of places as bits."""
    ranges = [pace.range_after(now - one.since, one.widest) for one in order]
    by_rating = sorted(range(len(order)), key=lambda n: order[n].rating)
    fits = [0] * len(order)
    for at, one in enumerate(by_rating):
        for other in by_rating[at + 1 :]:
            distance = order[other].rating - order[one].rating
            if distance > ranges[one]:
                break
            if distance <= ranges[other] and frozenset((order[one].who, order[other].who)) not in apart:
                fits[one] |= 1 << other
                fits[other] |= 1 << one
    return fits


def _table(order: Sequence[Waiting], leader: int, fits: Sequence[int], left: int, others: int) -> list[int] | None:
    """The leader and the nearest ``others`` who all fit with each other; None if there are not so many."""
    rating = order[leader].rating
    near = sorted(_places(fits[leader] & left), key=lambda n: (abs(order[n].rating - rating), n))
    found = _together(near, fits, fits[leader] & left, others)
    return None if found is None else [leader, *found]


def _together(near: Sequence[int], fits: Sequence[int], may: int, others: int) -> list[int] | None:
    """The first ``others`` of ``near`` among those who ``may``, in that order, of whom every two fit."""
    if others == 0:
        return []
    if may.bit_count() < others:
        return None
    for at, one in enumerate(near):
        if may >> one & 1:
            found = _together(near[at + 1 :], fits, may & fits[one], others - 1)
            if found is not None:
                return [one, *found]
            may &= ~(1 << one)
    return None


def _takes_bots(one: Waiting, now: float) -> bool:
    return one.bots and now - one.since >= BOTS_AFTER


def _places(bits: int) -> list[int]:
    return [n for n in range(bits.bit_length()) if bits >> n & 1]
