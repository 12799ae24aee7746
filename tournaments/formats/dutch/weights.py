"""Several levels in one number, so that one matching of greatest weight maximises all of them in their order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from .criteria import Level

Edge = tuple[int, int]
"""Two indices of the field, the higher ranked first."""
Shares = Mapping[Level, int]
Bounds = Mapping[Level, tuple[int, int]]
"""The least and the greatest sum that any matching can have."""


def place_values(levels: Sequence[Level], bounds: Bounds) -> dict[Level, int]:
    """What 1 of each level is worth: more than the lower levels can differ by in any two matchings.

    A level that cannot vary is left out. Exact: the worth is a whole number of any size.
    """
    values: dict[Level, int] = {}
    worth = 1
    for level in reversed(levels):
        least, most = bounds[level]
        if most > least:
            values[level] = worth
            worth *= most - least + 1
    return values


def bounds_of(
    levels: Sequence[Level],
    edges: Iterable[Edge],
    shares: Callable[[Edge], Shares],
    kinds: Mapping[int, Hashable],
) -> dict[Level, tuple[int, int]]:
    """Every vertex is in one pair at most, and every pair has one higher and one lower ranked vertex.

    So a sum is at most what the higher ranked, or the lower ranked, or half of what all could have.
    """
    extremes: dict[tuple[int, int], dict[Level, tuple[int, int]]] = {}
    seen: set[tuple[int, int, Hashable]] = set()
    for edge in edges:
        for role in (0, 1):
            own, other = edge[role], kinds[edge[1 - role]]
            if (role, own, other) in seen:
                continue
            seen.add((role, own, other))
            mine = extremes.setdefault((role, own), {})
            for level, share in shares(edge).items():
                low, high = mine.get(level, (0, 0))
                mine[level] = min(low, share), max(high, share)
    sums = {level: ([0, 0], [0, 0]) for level in levels}
    for (role, _), mine in extremes.items():
        for level, (low, high) in mine.items():
            sums[level][role][0] += low
            sums[level][role][1] += high
    return {level: (max(one[0], two[0]), min(one[1], two[1])) for level, (one, two) in sums.items()}


def width(levels: Sequence[Level], bounds: Bounds, greatest: Shares) -> int:
    """An upper bound on a pair's weight; ``greatest`` is its largest share in a level, ignoring the sign."""
    return sum(value * greatest.get(level, 0) for level, value in place_values(levels, bounds).items())
