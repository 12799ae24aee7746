"""Which criterion speaks against what was not chosen: the first one in which the best with it falls short."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from .best import Best, edge_of
from .criteria import MOVED, RESIDENT, Level
from .order import Arrangement, Pair
from .weights import Edge

MOST_EDGES = 20_000
"""Larger brackets are not weighed once more for an explanation."""


def against_pair(solver: Best, made: Arrangement, at: int, other: int) -> str:
    """``C4`` to ``C21``, why the pair at that place could not be with ``other``, once what comes before it stood.

    Before it stand the pairs before it, which moved-down players are paired (4.4), and for a pair of the remainder
    the exchange (4.3). ``""`` where it is not known.
    """
    pair = made.pairs[at]
    fixed = [(one.higher, one.lower) for one in made.pairs[:at]]
    return _shortfall(solver, [*fixed, edge_of(pair.higher, other)], tuple(_agreeing(solver, made, pair.is_moved)))


def _agreeing(solver: Best, made: Arrangement, is_moved: bool) -> Iterator[Edge]:
    """The pairs that agree with what was settled before the turn of a pair came, moved down or of the remainder."""
    lead = {pair.higher for pair in made.pairs}
    for edge in solver.all_edges:
        one, other = edge
        inside = solver.is_inside(one, other)
        if solver.criteria.zone[one] == MOVED:
            agrees = inside == (one in lead)
        elif is_moved:
            agrees = True
        else:
            agrees = one in lead and other not in lead if inside else one not in lead
        if agrees:
            yield edge


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
