"""What a bracket can reach in all criteria, by matchings of greatest weight.

The criteria are the high part of the weights, so every matching that is found is among the best of them; wishes for
one pair or another are the low part. ``rustworkx`` counts in 128 bits. Where the criteria need more, they are taken
in turns: what a turn shows can be avoided entirely is left out of the graph from then on, and out of the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import rustworkx

from .bits import bits_of, members
from .criteria import MOVED, RESIDENT, Bracket, Criteria, Level
from .weights import Shares, limits, place_values

Edge = tuple[int, int]
"""Two indices of the field, the higher ranked first."""
LIMIT = 1 << 122
"""Twice the greatest weight, and sums of two of them, must stay below 2 to the 127th."""


class TooWide(Exception):
    """The criteria that cannot be avoided entirely need more than 128 bits."""


class Best:
    """The pairs that the best matchings of a bracket can consist of, and one such matching."""

    def __init__(self, bracket: Bracket, complete: bool, with_c9: bool = False) -> None:
        self.bracket = bracket
        self.criteria = Criteria(bracket, complete, with_c9)
        self.vertices = sorted(self.criteria.zone)
        self.place = {index: place for place, index in enumerate(self.vertices)}
        self.kinds = {index: self.criteria.kind(index) for index in self.vertices}
        self._shares: dict[tuple[object, object], Shares] = {}
        self.edges: dict[Edge, int] = dict.fromkeys(self._pairs(), 0)
        """Each pair's weight by the criteria that are still weighed."""
        self.all_edges = tuple(self.edges)
        self.mate: dict[int, int] = {}
        self.best: dict[Level, int] = {}
        """What the best matchings reach."""
        self.weights: dict[Edge, int] | None = None
        """Each pair's weight by all criteria, where they fit into one number."""
        self._maximise()

    def _pairs(self) -> Iterable[Edge]:
        bracket, zone = self.bracket, self.criteria.zone
        everybody = bits_of(self.vertices)
        moved = bits_of(bracket.moved)
        for index in self.vertices:
            if index == bracket.field.bye:
                yield from ((other, index) for other in members(bracket.field.byes & everybody))
                continue
            near = bracket.field.legal[index] & everybody & ~(moved if zone[index] == MOVED else 0)
            yield from ((index, other) for other in members(near >> index << index))

    def shares(self, edge: Edge) -> Shares:
        one, other = edge
        key = self.kinds[one], self.kinds[other]
        found = self._shares.get(key)
        if found is None:
            found = self._shares[key] = self.criteria.shares(one, other)
        return found

    # --- the criteria ---------------------------------------------------------------------------------

    def _maximise(self) -> None:
        bounds = dict(zip(self.criteria.levels, self._bounds(), strict=True))
        weighed: list[Level] = []
        waiting = list(self.criteria.levels)
        while waiting:
            fitting = self._fitting(weighed, waiting, bounds)
            weighed, waiting = weighed + waiting[:fitting], waiting[fitting:]
            self._weigh(weighed, bounds)
            if len(weighed) == len(bounds):
                self.weights = dict(self.edges)
            self.solve()
            for level in weighed:
                self.best[level] = self._reached(level)
            weighed = [level for level in weighed if not self._avoid(level)]
        self._weigh(weighed, bounds)

    def _bounds(self) -> list[tuple[int, int]]:
        extremes: dict[int, dict[Level, tuple[int, int]]] = {index: {} for index in self.vertices}
        seen: set[tuple[int, object]] = set()
        for edge in self.edges:
            for own, other in (edge, edge[::-1]):
                if (own, self.kinds[other]) in seen:
                    continue
                seen.add((own, self.kinds[other]))
                mine = extremes[own]
                for level, share in self.shares(edge).items():
                    low, high = mine.get(level, (0, 0))
                    mine[level] = min(low, share), max(high, share)
        return limits(self.criteria.levels, list(extremes.values()))

    def _fitting(self, weighed: list[Level], waiting: list[Level], bounds: Mapping[Level, tuple[int, int]]) -> int:
        """How many of the waiting levels can be weighed together with the others."""
        for count in range(len(waiting), 0, -1):
            levels = weighed + waiting[:count]
            values = place_values(levels, [bounds[level] for level in levels])
            width = 1
            for level, value in values.items():
                width += value * max(map(abs, bounds[level]))
            if width < LIMIT:
                return count
        raise TooWide

    def _weigh(self, levels: list[Level], bounds: Mapping[Level, tuple[int, int]]) -> None:
        values = place_values(levels, [bounds[level] for level in levels])
        weights: dict[int, int] = {}
        for edge in self.edges:
            shares = self.shares(edge)
            weight = weights.get(id(shares))
            if weight is None:
                weight = sum(share * values[level] for level, share in shares.items() if level in values)
                weights[id(shares)] = weight
            self.edges[edge] = weight

    def _reached(self, level: Level) -> int:
        return sum(self.shares((one, other)).get(level, 0) for one, other in self.mate.items() if one < other)

    def _avoid(self, level: Level) -> bool:
        """Leaves out the pairs that a level counts against, if there need be none of them."""
        shares = [share[level] for share in self._shares.values() if level in share]
        if self.best[level] or max(shares, default=0) > 0:
            return False
        if min(shares, default=0) < 0:
            self.edges = {edge: weight for edge, weight in self.edges.items() if not self.shares(edge).get(level, 0)}
        return True

    # --- one matching of greatest weight ----------------------------------------------------------------------------

    def partner(self, index: int) -> int | None:
        """Who somebody is paired with in this bracket."""
        mate = self.mate.get(index)
        return mate if mate is not None and self.is_inside(*edge_of(index, mate)) else None

    def is_inside(self, one: int, other: int) -> bool:
        """Whether a pair belongs to the bracket itself."""
        return max(self.criteria.zone[one], self.criteria.zone[other]) == RESIDENT

    def solve(self, wishes: Mapping[Edge, int] | None = None) -> None:
        """Finds a best matching, and among the best one with the greatest sum of wishes (whole numbers)."""
        self.mate = self.solved(self.edges, wishes)

    def solved(self, edges: Mapping[Edge, int], wishes: Mapping[Edge, int] | None = None) -> dict[int, int]:
        """Everybody's mate in a matching of greatest weight."""
        wishes = wishes or {}
        scale = 1 + len(self.vertices) * max(map(abs, wishes.values()), default=0)
        place = self.place
        weighted = [
            (place[edge[0]], place[edge[1]], weight * scale + wishes.get(edge, 0)) for edge, weight in edges.items()
        ]
        if max((abs(weight) for _, _, weight in weighted), default=0) >= LIMIT:
            raise TooWide
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * len(self.vertices))
        graph.add_edges_from(weighted)
        mate = {}
        for one, other in rustworkx.max_weight_matching(graph, weight_fn=_itself):
            first, second = self.vertices[one], self.vertices[other]
            mate[first], mate[second] = second, first
        return mate


def edge_of(one: int, other: int) -> Edge:
    return (one, other) if one < other else (other, one)


def _itself(weight: int) -> int:
    return weight
