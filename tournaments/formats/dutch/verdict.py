"""Which criterion speaks against what was not chosen: the first one in which the best with it falls short."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from .best import Best
from .criteria import RESIDENT, Level
from .order import Pair
from .weights import Edge

MOST_EDGES = 20_000
"""Larger brackets are not weighed once more for an explanation."""


def against_pair(solver: Best, before: Sequence[Pair], one: int, other: int) -> str:
    """``C4`` to ``C21``, why two could not be a pair once the pairs before them stood.

    ``""`` where they could have been, but only by a later exchange (4.3), or where it is not known.
    """
    fixed = [(pair.higher, pair.lower) for pair in before]
    return _shortfall(solver, [*fixed, (min(one, other), max(one, other))], solver.all_edges)


def against_downfloat(solver: Best, index: int) -> str:
    """Why somebody could not be left over in the bracket."""
    zone = solver.criteria.zone
    inside = (edge for edge in solver.all_edges if index not in edge or zone[edge[1]] != RESIDENT)
    return _shortfall(solver, [], tuple(inside))


def against_transpositions(
    solver: Best, before: Sequence[Pair], higher: Collection[int], lower: Collection[int]
) -> str:
    """Why the original S1 and S2 of a remainder had to exchange players, once the pairs before it stood."""
    first, second = set(higher), set(lower)
    edges = (
        edge
        for edge in solver.all_edges
        if (edge[0] not in first or edge[1] in second) and (edge[0] not in second or not solver.is_inside(*edge))
    )
    return _shortfall(solver, [(pair.higher, pair.lower) for pair in before], tuple(edges))


def _shortfall(solver: Best, fixed: Collection[Edge], edges: Sequence[Edge]) -> str:
    if solver.weights is None or len(edges) > MOST_EDGES:
        return ""
    out = {index for edge in fixed for index in edge}
    left = {edge: solver.weights[edge] for edge in edges if out.isdisjoint(edge)}
    mate = solver.solved(left)
    found = [*fixed, *((one, two) for one, two in mate.items() if one < two)]
    reached = _reached(solver, found)
    for level in solver.criteria.levels:
        if reached.get(level, 0) < solver.best[level]:
            return level.criterion
    return ""


def _reached(solver: Best, edges: Iterable[Edge]) -> Mapping[Level, int]:
    reached: dict[Level, int] = {}
    for edge in edges:
        for level, share in solver.shares(edge).items():
            reached[level] = reached.get(level, 0) + share
    return reached
