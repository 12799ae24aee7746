"""Several levels in one number, so that one matching of greatest weight maximises all of them in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .criteria import Level

Shares = Mapping[Level, int]


def place_values(levels: Sequence[Level], counts: Sequence[tuple[int, int]]) -> dict[Level, int]:
    """How much 1 of each level is worth: more than all that the lower levels can differ by, in any two matchings.

    ``counts`` are, for each level, the least and the greatest sum that any matching can have. A level that cannot
    vary is left out. Exact: the worth is a whole number of any size.
    """
    values: dict[Level, int] = {}
    worth = 1
    for level, (least, most) in reversed(list(zip(levels, counts, strict=True))):
        if most > least:
            values[level] = worth
            worth *= most - least + 1
    return values


def limits(levels: Sequence[Level], extremes: Sequence[Mapping[Level, tuple[int, int]]]) -> list[tuple[int, int]]:
    """Bounds of the sum over a matching: each vertex is in one pair at most, and each pair has two vertices.

    ``extremes`` gives for each vertex the least and the greatest share that it can have in a level, where not 0.
    """
    least = dict.fromkeys(levels, 0)
    most = dict.fromkeys(levels, 0)
    for own in extremes:
        for level, (low, high) in own.items():
            least[level] += low
            most[level] += high
    return [(-(-least[level] // 2), most[level] // 2) for level in levels]
