"""Schedules in which nobody meets anybody twice, for as many rounds as possible: from combinatorial designs.

* *Transversal designs* (R. C. Bose, S. S. Shrikhande, E. T. Parker, Canad. J. Math. 12, 1960; Handbook of Combinatorial
  Designs, 2nd ed., III.3): the field in ``seats`` groups of q, a table is a line of the affine plane over q elements,
  a round all lines of one slope. With q = 3 and 4 the groups themselves are one more round, with q = 8 their halves.
* *Turned schedules*: base rounds whose differences are all different, and a group that moves everybody (R. C. Bose's
  method of differences, Ann. Eugenics 9, 1939). Kirkman's schoolgirls (15 and 21 in threes, 27 too), nearly Kirkman
  triple systems (18, 24, 30 in threes), a 4-frame-like group divisible design of type 3^8 (24 in fours; H. Shen 1990)
  and the resolvable design of 28 in fours (D. K. Ray-Chaudhuri, R. M. Wilson 1972). The base rounds here were found by
  search; that they are right is checked by a test, meeting by meeting.

How many rounds are possible at most: docs/formats/pods.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product

Table = tuple[int, ...]
Rounds = tuple[tuple[Table, ...], ...]


@dataclass(frozen=True)
class Design:
    """``rounds``: tables of points from 0; each round has every point once, two points meet at most once."""

    points: int
    rounds: Rounds

    @cached_property
    def meets(self) -> list[list[int]]:
        """The round in which two points meet, -1 if they never do."""
        found = [[-1] * self.points for _ in range(self.points)]
        for no, tables in enumerate(self.rounds):
            for table in tables:
                for one, other in combinations(table, 2):
                    found[one][other] = found[other][one] = no
        return found


@lru_cache(maxsize=64)
def free_points(known: Design, count: int) -> tuple[Table, ...]:
    """Points that may stay free together without any table lacking two: those that never meet.

    Where there are none, those of one table: they lose that round only.
    """
    every = list(combinations(range(known.points), count))
    never = [some for some in every if all(known.meets[a][b] < 0 for a, b in combinations(some, 2))]
    tables = (table for one in known.rounds for table in one)
    return tuple(never) or tuple(some for table in tables for some in combinations(table, count))


@lru_cache(maxsize=32)
def design(seats: int, tables: int) -> Design | None:
    """The longest known schedule for that many full tables; None if there is none."""
    rounds = _KNOWN.get((seats, tables))
    return Design(seats * tables, tuple(rounds())) if rounds else None


# --- lines of a plane ---------------------------------------------------------------------------------------


def _lines(seats: int, q: int) -> Iterator[tuple[Table, ...]]:
    """Point ``group * q + y``; the line of slope a and height b has y = a * group + b."""
    for slope in range(q):
        yield tuple(
            tuple(group * q + _plus(q, _times(q, slope, group), height) for group in range(seats))
            for height in range(q)
        )


def _groups(seats: int, q: int, size: int) -> tuple[Table, ...]:
    return tuple(tuple(range(first, first + size)) for first in range(0, seats * q, size))


def _plus(q: int, one: int, other: int) -> int:
    return one ^ other if q in _POLYNOMIALS else (one + other) % q


def _times(q: int, one: int, other: int) -> int:
    """In the field of q elements: a prime, or 4 or 8 as polynomials over two elements."""
    if q not in _POLYNOMIALS:
        return one * other % q
    found = 0
    while other:
        if other & 1:
            found ^= one
        one, other = one << 1, other >> 1
        if one >= q:
            one ^= _POLYNOMIALS[q]
    return found


_POLYNOMIALS = {4: 0b111, 8: 0b1011}


# --- turned schedules ---------------------------------------------------------------------------------------


def _turned(points: int, circle: Sequence[int], base: Sequence[Sequence[Table]]) -> Iterator[tuple[Table, ...]]:
    """Points form circles of ``circle`` (a product of cyclic groups); the points left over stay in place."""
    steps = list(product(*(range(order) for order in circle)))
    place = {step: at for at, step in enumerate(steps)}
    turning = points // len(steps) * len(steps)

    def turned(point: int, by: tuple[int, ...]) -> int:
        if point >= turning:
            return point
        first, at = divmod(point, len(steps))
        moved = tuple((a + b) % order for a, b, order in zip(steps[at], by, circle, strict=True))
        return first * len(steps) + place[moved]

    for one in base:
        for by in steps:
            yield tuple(tuple(turned(point, by) for point in table) for table in one)


def _rounds(text: str) -> list[list[Table]]:
    """Each line is a round, with bars between tables."""
    return [[tuple(map(int, table.split())) for table in line.split("|")] for line in text.strip().splitlines()]


_15 = _rounds("2 4 5 | 9 1 8 | 6 14 11 | 7 3 12 | 10 0 13")
_18 = _rounds("""
9 17 13 | 3 12 0 | 7 16 14 | 2 11 4 | 1 6 8 | 15 10 5
4 7 12 | 14 15 0 | 1 9 5 | 2 16 8 | 13 11 10 | 6 3 17
""")
_21 = _rounds("""
3 9 18 | 2 16 4 | 0 1 10 | 17 11 19 | 5 13 6 | 20 15 7 | 14 12 8
17 5 10 | 12 0 13 | 9 19 1 | 4 8 6 | 16 15 11 | 3 20 14 | 18 2 7
""")
_24_THREES = _rounds("15 7 9 | 1 21 23 | 22 14 3 | 20 17 2 | 12 19 18 | 0 6 16 | 11 10 13 | 5 4 8")
_27 = _rounds("11 9 4 | 3 15 2 | 24 7 16 | 21 17 14 | 22 20 6 | 0 23 26 | 1 10 25 | 12 19 18 | 8 5 13")
_30 = _rounds("16 8 20 | 5 25 1 | 10 28 19 | 29 26 12 | 18 27 24 | 7 13 14 | 2 21 3 | 4 17 15 | 6 23 22 | 0 11 9")
_24 = _rounds("5 3 14 2 | 6 20 7 22 | 19 4 10 23 | 17 0 9 21 | 15 11 18 16 | 12 8 1 13")
_28 = _rounds("0 3 20 22 | 1 5 25 26 | 2 4 9 17 | 6 13 24 27 | 7 8 10 16 | 11 15 19 23 | 12 14 18 21")

_KNOWN: Mapping[tuple[int, int], Callable[[], Iterable[tuple[Table, ...]]]] = {
    (3, 3): lambda: [*_lines(3, 3), _groups(3, 3, 3)],
    (3, 4): lambda: _lines(3, 4),
    (3, 5): lambda: _turned(15, (7,), _15),
    (3, 6): lambda: _turned(18, (4,), _18),
    (3, 7): lambda: _turned(21, (5,), _21),
    (3, 8): lambda: _turned(24, (11,), _24_THREES),
    (3, 9): lambda: _turned(27, (13,), _27),
    (3, 10): lambda: _turned(30, (14,), _30),
    (4, 4): lambda: [*_lines(4, 4), _groups(4, 4, 4)],
    (4, 5): lambda: _lines(4, 5),
    (4, 6): lambda: _turned(24, (7,), _24),
    (4, 7): lambda: _turned(28, (3, 3), _28),
    (4, 8): lambda: [*_lines(4, 8), _groups(4, 8, 4)],
}
"""By seats and full tables."""
