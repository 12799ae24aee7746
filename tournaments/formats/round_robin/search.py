"""A local search for even schedules: bounded, and always the same for the same field.

Counted is the sum of squares over all pairs (how often they meet) and over all entrants (how often they are at a
short table, how often they have a bye): squares are least where counts are equal. A step exchanges two
entrants of a round; a step for the worse is taken with a chance that sinks to none (Kirkpatrick, Gelatt, Vecchi 1983).
This is tried with every symmetry that the number of rounds allows, and without any; the best is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import combinations, pairwise
from math import exp

from .symmetry import Symmetry

Table = tuple[int, ...]
TRIES, STEPS = 6, 5_000
"""With a symmetry: about 25 ms for a try."""
FREE_TRIES, FREE_STEPS = 2, 40_000
"""Without one."""
MOST_STAYING = 3
WARM = 2.0
BYE = 8
"""What a bye weighs beside a meeting."""


def evened(entrants: int, sizes: Sequence[int], rounds: int) -> list[list[Table]]:
    """``rounds`` rounds of tables of these sizes, largest first."""
    if len(sizes) == 1 and sizes[0] == entrants:
        return [[tuple(range(entrants))] for _ in range(rounds)]
    found = None
    for order in _orders(entrants, rounds):
        for number in range(TRIES if order > 1 else FREE_TRIES):
            draft = Draft(Symmetry(entrants, order), sizes, rounds // order, _Draws(f"{entrants} {order} {number}"))
            draft.anneal(STEPS if order > 1 else FREE_STEPS)
            if found is None or draft.least < found.least:
                found = draft
            if found.least == found.bound:
                return found.developed()
    assert found is not None  # order 1 always is
    return found.developed()


def _orders(entrants: int, rounds: int) -> list[int]:
    return [
        order
        for order in range(min(entrants, rounds), 0, -1)
        if rounds % order == 0 and (order == 1 or entrants % order <= MOST_STAYING)
    ]


class _Draws:
    """Numbers of 64 bits: an xorshift, begun with the SHA-256 of a text."""

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
    """Base rounds; the last list of each is the bench (the byes). ``least`` is the smallest sum found so far."""

    def __init__(self, symmetry: Symmetry, sizes: Sequence[int], base: int, draws: _Draws) -> None:
        self.symmetry, self.draws = symmetry, draws
        self.kinds, self.weights = symmetry.pairs()
        self.met = [0] * len(self.weights)
        self.person = [symmetry.kind(no) for no in range(symmetry.entrants)]
        self.people = symmetry.people()
        self.bench, self.full = len(sizes), sizes[0]
        self.out = [0] * len(self.people)
        self.short = [0] * len(self.people)
        self.rounds = [self._dealt(sizes, number) for number in range(base)]
        self.now = sum(self._enter(one, at, 1) for one in self.rounds for at in range(len(one)))
        self.least, self.best = self.now, self._copy()
        self.bound = self._bound(sizes, base * symmetry.order)

    def _dealt(self, sizes: Sequence[int], number: int) -> list[list[int]]:
        """Byes go on in turn from round to round; the rest stands as it comes."""
        count = self.symmetry.entrants
        away = number * (count - sum(sizes))
        line = [(away + at) % count for at in range(count)]
        ends = [count - sum(sizes)]
        for size in sizes:
            ends.append(ends[-1] + size)
        return [line[start:end] for start, end in pairwise(ends)] + [line[: ends[0]]]

    def _bound(self, sizes: Sequence[int], rounds: int) -> int:
        """No schedule of so many rounds has a smaller sum."""
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
            left = below(len(one))
            right = (left + 1 + below(len(one) - 1)) % len(one)
            if not one[left] or not one[right]:
                continue
            at, to = below(len(one[left])), below(len(one[right]))
            change = self._exchange(one, left, at, right, to)
            warmth = warm * (1 - step / steps)
            if change > 0 and below(1 << 20) >= exp(-change / warmth) * (1 << 20):
                self._exchange(one, left, at, right, to)
            elif self.now < self.least:
                self.least, self.best = self.now, self._copy()
                if self.least == self.bound:
                    return

    def _exchange(self, one: list[list[int]], left: int, at: int, right: int, to: int) -> int:
        """By how much the sum changes."""
        change = self._alone(one, left, at, -1) + self._alone(one, right, to, -1)
        one[left][at], one[right][to] = one[right][to], one[left][at]
        change += self._alone(one, left, at, 1) + self._alone(one, right, to, 1)
        self.now += change
        return change

    def _alone(self, one: list[list[int]], table: int, at: int, by: int) -> int:
        """The entrant at one place comes (1) or goes (-1)."""
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
            for one in self.best
            for steps in range(self.symmetry.order)
        ]


def _even(total: int, among: int) -> int:
    """The least sum of squares of ``among`` whole numbers that make ``total``."""
    low, more = divmod(total, among)
    return more * (low + 1) ** 2 + (among - more) * low**2
