"""The chance of each place before a match, exact over all orders in which two to four players can finish.

Luce's model again (``elo``): the winner is drawn in proportion to strength, the second likewise among those who are
left, and so on (Plackett 1975). The chance to come before another player is then Elo's expectation, at any table.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

from .elo import strengths

N = TypeVar("N", Fraction, float)
Chances = list[list[Fraction]]
"""By seat, then by place: ``chances[seat][0]`` is the chance to win. Rows and columns sum to 1."""


def of_places(values: Sequence[int]) -> Chances:
    """Chances from ratings in thousandths of a point, seat by seat."""
    return _of_places(strengths(values), Fraction(1))


def nearly(values: Sequence[int]) -> list[list[float]]:
    """The same as floats, in a twentieth of the time: for statistics over many games."""
    return _of_places(strengths(values), 1.0)


def _of_places(weights: Sequence[int], certain: N) -> list[list[N]]:
    """For each set of players, how likely it is that exactly they have finished: from that, who is next."""
    nobody = certain - certain
    found = [[nobody] * len(weights) for _ in weights]
    reached = [nobody] * (1 << len(weights))  # by those who have finished, as bits
    reached[0] = certain
    for done in range(len(reached) - 1):
        seats = [seat for seat in range(len(weights)) if not done >> seat & 1]
        share = reached[done] / sum(weights[seat] for seat in seats)
        for seat in seats:
            chance = share * weights[seat]
            found[seat][len(weights) - len(seats)] += chance
            reached[done | 1 << seat] += chance
    return found
