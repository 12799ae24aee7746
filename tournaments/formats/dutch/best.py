"""The best that a bracket can reach in all criteria, by matchings of greatest weight.

The criteria are the high part of the weights, so every matching that is found is among the best of them; preferences
for one pair or another are the low part. ``rustworkx`` counts in 128 bits. Where the criteria need more, they are taken
in turns. What a turn shows to be met entirely (nobody whom a criterion counts against, everybody whom it counts for, or
nobody of them) is settled by leaving pairs out of the graph, and needs no room in the weights of the next turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import rustworkx

from .bits import bits_of, members
from .criteria import MOVED, RESIDENT, Bracket, Criteria, Level
from .demand import Demand, edge_of
from .weights import Edge, Shares, bounds_of, place_values, width

FORCED = Level("paired")
"""How many are paired of those who must be: before all criteria, since they can all be."""
LIMIT = 1 << 122
"""Twice the greatest weight, and sums of two of them, must stay below 2 to the 127th."""


class TooWide(Exception):
    """The criteria that can be met only in part need more than 128 bits."""


class Best:
    """The pairs that a bracket's best matchings can contain, and one such matching.

    With a demand those that meet it, beside the pairs that it makes.
    """

    def __init__(self, bracket: Bracket, complete: bool, with_c9: bool = False, demand: Demand | None = None) -> None:
        self.bracket = bracket
        self.criteria = Criteria(bracket, complete, with_c9)
        self.vertices = sorted(self.criteria.zone)
        self.place = {index: place for place, index in enumerate(self.vertices)}
        self.kinds = {index: self.criteria.kind(index) for index in self.vertices}
        self._shares: dict[tuple[object, object], Shares] = {}
        self.edges: dict[Edge, int] = dict.fromkeys(self._pairs(demand), 0)
        """Each pair's weight by the criteria that are still weighed."""
        self.mate: dict[int, int] = {}
        self.best: dict[Level, int] = {}
        """What the best matchings reach."""
        self._forced: set[int] = set()
        self._maximise()

    def _pairs(self, demand: Demand | None) -> Iterable[Edge]:
        bracket, zone = self.bracket, self.criteria.zone
        everybody = bits_of(self.vertices)
        inside = bits_of(bracket.players)
        within = dict.fromkeys(bracket.players, inside) if demand is None else demand.within
        everybody &= ~inside | bits_of(within)
        moved = bits_of(bracket.moved)
        for index in self.vertices:
            if index == bracket.field.bye:
                yield from ((other, index) for other in members(bracket.field.byes & everybody))
                continue
            if not everybody >> index & 1:
                continue
            near = bracket.field.legal[index] & everybody & ~(moved if zone[index] == MOVED else 0)
            if zone[index] <= RESIDENT:
                near &= within[index] | ~inside
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
        waiting: Sequence[Level] = self.criteria.levels
        self._bounds = bounds_of(waiting, self.edges, self.shares, self.kinds)
        self._greatest: dict[Level, int] = {FORCED: 2}
        for shares in self._shares.values():
            for level, share in shares.items():
                self._greatest[level] = max(abs(share), self._greatest.get(level, 0))
        weighed: list[Level] = []
        while waiting:
            fitting = self._fitting(weighed, waiting)
            weighed, waiting = [*weighed, *waiting[:fitting]], waiting[fitting:]
            self._weigh(weighed)
            self.solve()
            for level in weighed:
                self.best[level] = self._reached(level)
            weighed = [level for level in weighed if not self._settle(level)]
        self._weigh(weighed)

    def _levels(self, levels: Sequence[Level]) -> list[Level]:
        """Puts those who must be paired in front. A complete matching pairs everybody anyway."""
        self._bounds[FORCED] = (0, 0 if self.criteria.complete else len(self._forced))
        return [FORCED, *levels]

    def _fitting(self, weighed: Sequence[Level], waiting: Sequence[Level]) -> int:
        """How many of the waiting levels fit into one weighing with the others."""
        for count in range(len(waiting), 0, -1):
            if width(self._levels([*weighed, *waiting[:count]]), self._bounds, self._greatest) < LIMIT:
                return count
        raise TooWide

    def _weigh(self, levels: Sequence[Level]) -> None:
        values = place_values(self._levels(levels), self._bounds)
        forced = values.get(FORCED, 0)
        weights: dict[int, int] = {}
        for edge in self.edges:
            shares = self.shares(edge)
            weight = weights.get(id(shares))
            if weight is None:
                weight = sum(share * values[level] for level, share in shares.items() if level in values)
                weights[id(shares)] = weight
            if forced:
                weight += forced * ((edge[0] in self._forced) + (edge[1] in self._forced))
            self.edges[edge] = weight

    def _reached(self, level: Level) -> int:
        return sum(self.shares((one, other)).get(level, 0) for one, other in self.mate.items() if one < other)

    def _settle(self, level: Level) -> bool:
        """Whether a level can be guaranteed by leaving out pairs from now on."""
        shares = [share[level] for share in self._shares.values() if level in share]
        counted, zone = self.criteria.counted(level)
        if not self.best[level] and max(shares, default=0) <= 0:
            if min(shares, default=0) < 0:
                self._keep(edge for edge in self.edges if not self.shares(edge).get(level, 0))
            return True
        if not counted or self.best[level] not in (0, len(counted)):
            return False
        everybody, who = self.best[level] > 0, set(counted)
        self._keep(edge for edge in self.edges if who.isdisjoint(edge) or (self._zone(edge) == zone) == everybody)
        if everybody:
            self._forced |= who
        return True

    def _keep(self, edges: Iterable[Edge]) -> None:
        self.edges = dict.fromkeys(edges, 0)

    def _zone(self, edge: Edge) -> int:
        return max(self.criteria.zone[index] for index in edge)

    # --- one matching of greatest weight ----------------------------------------------------------------------------

    def partner(self, index: int) -> int | None:
        """The player's opponent in this bracket, if there is one."""
        mate = self.mate.get(index)
        return mate if mate is not None and self.is_inside(*edge_of(index, mate)) else None

    def is_inside(self, one: int, other: int) -> bool:
        """Whether a pair belongs to the bracket itself."""
        return max(self.criteria.zone[one], self.criteria.zone[other]) == RESIDENT

    def solve(self, preferences: Mapping[Edge, int] | None = None) -> None:
        """Finds a best matching, and among the best one with the greatest sum of preferences (whole numbers)."""
        self.mate = self.solved(self.edges, preferences)

    def solved(self, edges: Mapping[Edge, int], preferences: Mapping[Edge, int] | None = None) -> dict[int, int]:
        """Everybody's opponent in a matching of greatest weight."""
        preferences = preferences or {}
        scale = 1 + len(self.vertices) * max(map(abs, preferences.values()), default=0)
        place = self.place
        weighted = [
            (place[edge[0]], place[edge[1]], weight * scale + preferences.get(edge, 0))
            for edge, weight in edges.items()
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


def _itself(weight: int) -> int:
    return weight
