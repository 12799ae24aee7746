"""A cyclic field: one round gives ``order`` rounds, each made from the one before by moving everybody a step.

The classical designs have such symmetries (Kirkman's fifteen schoolgirls: two circles of seven and one who stays;
whist tournaments: one circle). A search that only moves in such schedules has far less to search.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Symmetry:
    """``entrants // order`` circles; players who do not fill a circle stay put. ``order`` 1: no symmetry."""

    entrants: int
    order: int

    def turned(self, no: int, steps: int) -> int:
        circle, at = divmod(no, self.order)
        return no if circle >= self.circles else circle * self.order + (at + steps) % self.order

    @property
    def circles(self) -> int:
        return self.entrants // self.order

    @property
    def staying(self) -> int:
        return self.entrants % self.order

    def kind(self, no: int) -> int:
        """The same value for all of a circle."""
        circle = no // self.order
        return circle if circle < self.circles else self.circles + no % self.order

    def people(self) -> list[int]:
        """By kind: the square of how often one of them does something, per square of how often the kind does it.

        In the rounds that one round gives, each of a circle does once what one of them did; who stays, ``order`` times.
        """
        return [self.order] * self.circles + [self.order**2] * self.staying

    def pairs(self) -> tuple[list[list[int]], list[int]]:
        """The kind of each pair, and by kind: the sum of squared meetings, per square of the kind's meetings."""
        kinds: dict[tuple[int, int, int], int] = {}
        members: list[int] = []
        of = [[0] * self.entrants for _ in range(self.entrants)]
        for one, other in combinations(range(self.entrants), 2):
            name = self._pair(one, other)
            kind = kinds.setdefault(name, len(kinds))
            if kind == len(members):
                members.append(0)
            members[kind] += 1
            of[one][other] = of[other][one] = kind
        return of, [self.order**2 // count for count in members]

    def _pair(self, one: int, other: int) -> tuple[int, int, int]:
        """Two circles and their distance; ``one`` is below ``other``."""
        first, second = self.kind(one), self.kind(other)
        apart = (other - one) % self.order if second < self.circles else 0
        return first, second, min(apart, self.order - apart) if first == second else apart
