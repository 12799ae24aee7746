"""A local search for even schedules: bounded, and always the same for the same field.

Counted is the sum of squares over all pairs (how often they meet) and over all entrants (how often they are at a
short table, how often they have a bye): squares are least where counts are equal. A step exchanges two
entrants of a round; a step for the worse is taken with a chance that sinks to none (Kirkpatrick, Gelatt, Vecchi 1983).
This is tried with every symmetry that the number of rounds allows, and without any; the best is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations, pairwise
from math import exp

from .symmetry import Symmetry

Table = tuple[int, ...]
Move = tuple[tuple[int, int, int], ...]
"""Table, place at it, and who comes there."""
TRIES, STEPS = 6, 5_000
"""With a symmetry alone: about 25 ms for a try."""
FREE_TRIES, FREE_STEPS = 3, 40_000
"""Without one, and with closed rounds."""
MAX_STAYING = 3
WARM = 2.0
BYE = 8
"""What a bye weighs beside a meeting."""


def evened(entrants: int, sizes: Sequence[int], rounds: int) -> list[list[Table]]:
    """``rounds`` rounds of tables of these sizes, largest first."""
    if len(sizes) == 1 and sizes[0] == entrants:
        return [[tuple(range(entrants))] for _ in range(rounds)]
    found = None
    for order, closed in _symmetries(entrants, sizes, rounds):
        tries, steps = (TRIES, STEPS) if order > 1 and not closed else (FREE_TRIES, FREE_STEPS)
        for number in range(tries):
            name = f"{order}+{closed}" if closed else f"{order}"
            draws = _Draws(f"{entrants} {name} {number}")
            draft = Draft(Symmetry(entrants, order), sizes, rounds // order, closed, draws)
            draft.anneal(steps)
            if found is None or draft.least < found.least:
                found = draft
            if found.least == found.bound:
                return found.developed()
    assert found is not None  # order 1 always is
    return found.developed()


def _symmetries(entrants: int, sizes: Sequence[int], rounds: int) -> Iterator[tuple[int, int]]:
    """Orders with the number of closed rounds they leave: rounds made by turning one table. No symmetry comes last."""
    for order in range(min(entrants, rounds), 1, -1):
        if rounds % order == 0 and entrants % order <= MAX_STAYING:
            yield order, 0
    circle = len(sizes)
    if circle > 1 and entrants == circle * sizes[-1] and rounds % circle:
        yield circle, rounds % circle
    yield 1, 0


class _Draws:
    """64-bit random numbers: an xorshift seeded with the SHA-256 of a text."""

    __slots__ = ("_now",)

    def __init__(self, text: str) -> None:
        self._now = int.from_bytes(sha256(text.encode()).digest()[:8], "big") | 1

    def below(self, size: int) -> int:
        now = self._now
        now ^= (now << 13) & 0xFFFFFFFFFFFFFFFF
        now ^= now >> 7
        now ^= (now << 17) & 0xFFFFFFFFFFFFFFFF
        self._now = now
        return (now >> 11) % size


class Draft:
    """Base rounds; the last list of each is the bench (the byes). The closed rounds follow, each one table with one of
    every circle and no bench. ``least`` is the smallest sum found so far."""

    def __init__(self, symmetry: Symmetry, sizes: Sequence[int], base: int, closed: int, draws: _Draws) -> None:
        self.symmetry, self.draws = symmetry, draws
        self.kinds, self.weights = symmetry.pairs()
        self.met = [0] * len(self.weights)
        self.person = [symmetry.kind(no) for no in range(symmetry.entrants)]
        self.people = symmetry.people()
        self.bench, self.full = len(sizes), sizes[0]
        self.out = [0] * len(self.people)
        self.short = [0] * len(self.people)
        self.base = base
        self.rounds = [self._dealt(sizes, number) for number in range(base)]
        self.rounds += [[[circle * symmetry.order for circle in range(symmetry.circles)]] for _ in range(closed)]
        self.now = sum(self._enter(one, at, 1) for one in self.rounds for at in range(len(one)))
        self.least, self.best = self.now, self._copy()
        self.bound = self._bound(sizes, base * symmetry.order + closed)

    def _dealt(self, sizes: Sequence[int], number: int) -> list[list[int]]:
        """Byes rotate from round to round; the other players keep their order."""
        count = self.symmetry.entrants
        away = number * (count - sum(sizes))
        line = [(away + at) % count for at in range(count)]
        ends = [count - sum(sizes)]
        for size in sizes:
            ends.append(ends[-1] + size)
        return [line[start:end] for start, end in pairwise(ends)] + [line[: ends[0]]]

    def _bound(self, sizes: Sequence[int], rounds: int) -> int:
        """A lower bound on the sum for so many rounds."""
        count = self.symmetry.entrants
        meetings = rounds * sum(size * (size - 1) // 2 for size in sizes)
        shorts = rounds * sum(size for size in sizes if size < self.full)
        byes = rounds * (count - sum(sizes))
        return _even(meetings, count * (count - 1) // 2) + _even(shorts, count) + BYE * _even(byes, count)

    def _copy(self) -> list[list[list[int]]]:
        return [[list(table) for table in one] for one in self.rounds]

    def anneal(self, steps: int) -> None:
        below, warm = self.draws.below, WARM * self.symmetry.order
        for step in range(steps):
            one = self.rounds[below(len(self.rounds))]
            move, back = self._shift(one) if len(one) == 1 else self._exchange(one)
            change = self._make(one, move)
            warmth = warm * (1 - step / steps)
            if change > 0 and below(1 << 20) >= exp(-change / warmth) * (1 << 20):
                self._make(one, back)
            elif self.now < self.least:
                self.least, self.best = self.now, self._copy()
                if self.least == self.bound:
                    return

    def _exchange(self, one: list[list[int]]) -> tuple[Move, Move]:
        """A swap between two tables, and its undoing; empty if a table (the bench) is empty."""
        below = self.draws.below
        left = below(len(one))
        right = (left + 1 + below(len(one) - 1)) % len(one)
        if not one[left] or not one[right]:
            return (), ()
        at, to = below(len(one[left])), below(len(one[right]))
        first, second = one[left][at], one[right][to]
        return ((left, at, second), (right, to, first)), ((left, at, first), (right, to, second))

    def _shift(self, one: list[list[int]]) -> tuple[Move, Move]:
        """Replaces a player by another of the same circle, in a closed round."""
        below, order = self.draws.below, self.symmetry.order
        at = below(len(one[0]))
        return ((0, at, at * order + below(order)),), ((0, at, one[0][at]),)

    def _make(self, one: list[list[int]], move: Move) -> int:
        """Makes a move; returns the change of the sum."""
        change = sum([self._alone(one, table, at, -1) for table, at, _ in move])
        for table, at, no in move:
            one[table][at] = no
        change += sum([self._alone(one, table, at, 1) for table, at, _ in move])
        self.now += change
        return change

    def _alone(self, one: list[list[int]], table: int, at: int, by: int) -> int:
        """The entrant at one place comes (1) or goes (-1); returns the change of the sum."""
        seats = one[table]
        no = seats[at]
        change = self._place(table, len(seats), no, by)
        if table == self.bench:
            return change
        kinds, met, weights = self.kinds[no], self.met, self.weights
        for other in seats:
            if other != no:
                kind = kinds[other]
                change += weights[kind] * (2 * by * met[kind] + 1)
                met[kind] += by
        return change

    def _place(self, table: int, size: int, no: int, by: int) -> int:
        """Byes and short tables."""
        kind = self.person[no]
        if table == self.bench:
            change = BYE * self.people[kind] * (2 * by * self.out[kind] + 1)
            self.out[kind] += by
        elif size < self.full:
            change = self.people[kind] * (2 * by * self.short[kind] + 1)
            self.short[kind] += by
        else:
            change = 0
        return change

    def _enter(self, one: list[list[int]], table: int, by: int) -> int:
        seats = one[table]
        change = sum(self._place(table, len(seats), no, by) for no in seats)
        if table != self.bench:
            for first, second in combinations(seats, 2):
                kind = self.kinds[first][second]
                change += self.weights[kind] * (2 * by * self.met[kind] + 1)
                self.met[kind] += by
        return change

    def developed(self) -> list[list[Table]]:
        """All rounds of the best draft."""
        turned = self.symmetry.turned
        return [
            [tuple(turned(no, steps) for no in table) for table in one[: self.bench]]
            for one in self.best[: self.base]
            for steps in range(self.symmetry.order)
        ] + [
            [tuple(turned(no, steps) for no in one[0]) for steps in range(self.symmetry.order)]
            for one in self.best[self.base :]
        ]


def _even(total: int, among: int) -> int:
    """The least sum of squares of ``among`` whole numbers that make ``total``."""
    low, more = divmod(total, among)
    return more * (low + 1) ** 2 + (among - more) * low**2
