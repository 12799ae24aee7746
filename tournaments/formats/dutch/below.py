"""Which downfloaters a bracket may leave to those below it (C4, C8)."""

from __future__ import annotations

from collections.abc import Sequence

from .bits import bits_of, members
from .criteria import Bracket
from .demand import Demand
from .matching import Matching


def is_best_below(bracket: Bracket, down: Sequence[int]) -> bool:
    """Whether with these downfloaters the next bracket can pair everybody except at most one resident (C8).

    And whether the rest can be completed then (C4, C5).
    """
    field = bracket.field
    following, below = bits_of(bracket.following), bits_of(bracket.below)
    if not down:
        return field.completes(following | below, 0)
    inside = following | bits_of(down)
    odd = inside.bit_count() % 2 == 1
    adjacent = [legal & inside for legal in field.legal]
    for index in down:
        adjacent[index] &= following
    adjacent.append((following if below else following & field.byes) if odd else 0)
    for index in members(adjacent[-1]):
        adjacent[index] |= 1 << field.bye
    matching = Matching(adjacent, inside | (1 << field.bye if odd else 0))
    matching.pair_greedily([*down, *bracket.following])
    if not matching.complete():
        return False
    floater = bits_of([matching.mate[field.bye]]) if odd else 0
    return not below or field.completes(below | floater, floater)


def can_be_completed(bracket: Bracket, down: Sequence[int]) -> bool:
    """Whether everybody below can be paired with these downfloaters (C4, C5)."""
    floaters = bits_of(down)
    return bracket.field.completes(floaters | bits_of(bracket.following) | bits_of(bracket.below), floaters)


def has_any(bracket: Bracket, demand: Demand) -> bool:
    """Whether any candidate completes the round (C4)."""
    outside = bits_of(bracket.following) | bits_of(bracket.below)
    left = outside | bits_of(demand.within)
    apart = {index: left & ~(near | outside) for index, near in demand.within.items()}
    return bracket.field.completes(left, 0, apart=apart)
