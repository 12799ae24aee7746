"""The faults of a table as whole numbers: each concern always outweighs all that follow.

1. *A second bye*: byes go to those who have had fewest.
2. *Repeats*: the n-th meeting of two players costs n - 1, so meetings that cannot be avoided are shared out.
3. *Short tables*: the same with the n-th short table of a player.
4. *Spread*: the square of the distance between the highest and the lowest score of a table, so one wide table is worse
   than two that are half as wide; a bye counts as a table with the lowest player of the field.
5. *Leaning*: who has sat with higher players more often than with lower ones sits with lower ones next.
6. *Low players* sit at the short tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from .field import Field

FULL, SHORT, BYE = range(3)


class Weights(NamedTuple):
    bye: int
    repeat: int
    short: int
    spread: int


def weights_of(field: Field, rounds: int) -> Weights:
    """Weights for planning that many rounds at once."""
    players, high = len(field.levels), max(field.levels, default=0)
    lean = max(map(abs, field.leans), default=0) + 1
    spread = 2 * (2 * lean + 1) * players + players * (high + 1) + 1
    short = spread * (high * high + 1) * (players + 1)
    repeat = short * (max(field.shorts, default=0) + rounds) * players + short
    bye = repeat * 6 * players * (max((max(row) for row in field.met), default=0) + rounds) + repeat
    return Weights(bye, repeat, short, spread)


def score_cost(field: Field, weights: Weights, kind: int, table: Sequence[int]) -> int:
    """Concerns 4 to 6 for a table of the next round."""
    levels = field.levels
    own = [levels[p] for p in table]
    if kind == BYE:
        return weights.spread * sum([level * level for level in own])
    cost = sum(own) if kind == SHORT else 0
    wide = max(own) - min(own)
    if wide:
        cost += weights.spread * wide * wide
        total, size = sum(own), len(own)
        for p, level in zip(table, own, strict=True):
            others = total - size * level
            if others > 0:
                cost += 2 * field.leans[p] + 1
            elif others < 0:
                cost += 1 - 2 * field.leans[p]
    return cost


def table_cost(field: Field, weights: Weights, kind: int, table: Sequence[int]) -> int:
    """All concerns for a table of the next round."""
    cost = score_cost(field, weights, kind, table)
    if kind == BYE:
        return cost + weights.bye * sum(field.byes[p] for p in table)
    if kind == SHORT:
        cost += weights.short * sum(field.shorts[p] for p in table)
    return cost + weights.repeat * repeats(field, table)


def repeats(field: Field, table: Sequence[int]) -> int:
    """Earlier meetings of the players at this table, summed over all pairs."""
    return sum([field.met[p][q] for p, q in combinations(table, 2)])
