"""Seeds qualifiers so that players of one group meet late."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from .contract import EntrantNo
from .elimination.duels import seed_order


class Qualifier(NamedTuple):
    entrant: EntrantNo
    group: str
    tier: int
    """Their place in the group. Nobody changes seeds with somebody of another tier."""


def seeded(order: Sequence[Qualifier]) -> tuple[EntrantNo, ...]:
    """First seed first. Within a tier, two swap seeds as long as that makes players of one group meet later.

    Counted is 4 to the power of how early each two of a group would meet in the standard bracket of duels.
    """
    line = list(order)
    rounds = max(1, (len(line) - 1).bit_length())
    at = {seed - 1: place for place, seed in enumerate(seed_order(1 << rounds))}

    def cost(index: int) -> int:
        """The cost of one seed: how early it would meet the others of its group."""
        return sum(
            4 ** (rounds - (at[index] ^ at[other]).bit_length())
            for other, one in enumerate(line)
            if other != index and one.group == line[index].group
        )

    changed = True
    while changed:
        changed = False
        for one, other in combinations(range(len(line)), 2):
            if line[one].tier != line[other].tier or line[one].group == line[other].group:
                continue
            before = cost(one) + cost(other)
            line[one], line[other] = line[other], line[one]
            if cost(one) + cost(other) < before:
                changed = True
            else:
                line[one], line[other] = line[other], line[one]
    return tuple(one.entrant for one in line)
