"""Exchanges of two players of different tables, the best first: each saves repeats, or brings scores closer without
one. The best of every two tables is remembered; after an exchange only those of its two tables are looked for anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .board import Tables
from .field import Field

MAX_EXCHANGES = 12
"""For each table that was touched."""
MAX_STEPS = 300
"""Exchanges in one round."""
MAX_COMPARED = 2_500
"""Pairs of tables: all up to 50 touched tables; of more, each is compared with those nearest to it."""
NOBODY = (-1, 1 << 60)
"""The highest and the lowest level of an empty table."""


class Exchange(NamedTuple):
    """Two players of different tables who would better sit in each other's place. ``repeats`` and ``apart``: by how
    much their tables' repeats and squared distances in score change."""

    repeats: int
    apart: int
    one: int
    other: int

    @property
    def helps(self) -> bool:
        return (self.repeats, self.apart) < (0, 0)


class Exchanges:
    """Iterating makes them in ``tables``, until none helps. ``one`` is of a table of ``touched``, or of one that an
    exchange has changed since. ``nearest``: with how many tables, by their numbers, each was compared.
    """

    def __init__(self, field: Field, tables: Tables, touched: Sequence[int]) -> None:
        self._field, self._tables, self._open = field, tables, set(touched)
        self._most = min(MAX_EXCHANGES * len(touched), MAX_STEPS)
        self.nearest = max(1, min(len(tables) - 1, MAX_COMPARED // max(1, len(touched))))
        self._best: dict[tuple[int, int], Exchange] = {}
        self.left_out = self.nearest < len(tables) - 1
        """Whether something was not looked at: true at the end if exchanges were left, too."""

    def __iter__(self) -> Iterator[Exchange]:
        self._look(self._open)
        for _ in range(self._most):
            best = min(self._best.values(), default=None)
            if best is None or not best.helps:
                return
            self._make(best)
            yield best
        self.left_out |= any(one.helps for one in self._best.values())

    def _make(self, best: Exchange) -> None:
        changed = [at for at, table in enumerate(self._tables) if best.one in table or best.other in table]
        swap(self._tables, best)
        self._open |= set(changed)
        self._look(changed)

    def _look(self, tables: set[int] | list[int]) -> None:
        for at in tables:
            for other in self._near(at):
                found = self._between(at, other)
                if found is not None:
                    self._best[min(at, other), max(at, other)] = found

    def _near(self, at: int) -> Iterator[int]:
        """The tables nearest by number, as many as are compared."""
        first = max(0, min(at - self.nearest // 2, len(self._tables) - 1 - self.nearest))
        return (other for other in range(first, min(len(self._tables), first + self.nearest + 1)) if other != at)

    def _between(self, at: int, other: int) -> Exchange | None:
        """The best exchange of a player of ``at``, which is open, and one of another table."""
        met, levels = self._field.met, self._field.levels
        ones, others, both = self._tables[at], self._tables[other], other in self._open
        again = [sum([met[p][q] for q in table]) for p in ones for table in (others, ones)]
        back = [sum([met[q][p] for p in table]) for q in others for table in (ones, others)]
        wide = _apart(levels, ones) + _apart(levels, others)
        rests = [_extremes([levels[a] for a in others if a != q]) for q in others]
        best: tuple[int, int, int, int] | None = None
        for i, p in enumerate(ones):
            high, low = _extremes([levels[a] for a in ones if a != p])
            level, saved = levels[p], again[2 * i] - again[2 * i + 1]
            for j, q in enumerate(others):
                repeats = saved + back[2 * j] - back[2 * j + 1] - 2 * met[p][q]
                here = max(high, levels[q]) - min(low, levels[q])
                there = max(rests[j][0], level) - min(rests[j][1], level)
                apart = here * here + there * there - wide
                found = (repeats, apart, q, p) if both and q < p else (repeats, apart, p, q)
                if best is None or found < best:
                    best = found
        return None if best is None else Exchange(*best)


def swap(tables: Tables, done: Exchange) -> None:
    for table in tables:
        table[:] = [done.other if a == done.one else done.one if a == done.other else a for a in table]


def _apart(levels: Sequence[int], table: Sequence[int]) -> int:
    own = [levels[p] for p in table] or [0]
    return (max(own) - min(own)) ** 2


def _extremes(levels: Sequence[int]) -> tuple[int, int]:
    return (max(levels), min(levels)) if levels else NOBODY
