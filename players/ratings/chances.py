"""The chance of each place before a match, exact over all orders in which two to four players can finish.

Luce's model again (``elo``): the winner is drawn in proportion to strength, the second likewise among those who are
left, and so on (Plackett 1975). The chance to come before another player is then Elo's expectation, at any table.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from .elo import strengths

Chances = list[list[Fraction]]
"""By seat, then by place: ``chances[seat][0]`` is the chance to win. Rows and columns sum to 1."""


def of_places(values: Sequence[int]) -> Chances:
    """From ratings in thousandths of a point, seat by seat."""
    weights = strengths(values)
    found = [[Fraction(0)] * len(values) for _ in values]
    for order in permutations(range(len(values))):
        chance = _of_order([weights[seat] for seat in order])
        for place, seat in enumerate(order):
            found[seat][place] += chance
    return found


def _of_order(weights: Sequence[int]) -> Fraction:
    left, chance = sum(weights), Fraction(1)
    for weight in weights:
        chance *= Fraction(weight, left)
        left -= weight
    return chance
