"""The best pairings of a bracket by matchings of greatest weight: exact for every bracket.

The criteria are the high part of the weights, so every matching that is found is among the best of them; wishes for
one pair or another are the low part. ``rustworkx`` counts in 128 bits. Where the criteria need more, they are taken
in turns: what a turn shows can be avoided entirely is left out of the graph from then on, and out of the weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import rustworkx

from .bits import bits_of, members
from .criteria import MOVED, RESIDENT, Bracket, Criteria, Level
from .weights import Shares, limits, place_values

Edge = tuple[int, int]
"""Two indices of the field, the higher ranked first."""
_LIMIT = 1 << 122
"""Twice the greatest weight, and sums of two of them, must stay below 2 to the 127th."""


class TooWide(Exception):
    """The criteria that cannot be avoided entirely need more than 128 bits."""


class Weighted:
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

    # --- the best by the criteria ---------------------------------------------------------------------------------

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
            if width < _LIMIT:
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
        if max((abs(weight) for _, _, weight in weighted), default=0) >= _LIMIT:
            raise TooWide
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * len(self.vertices))
        graph.add_edges_from(weighted)
        mate = {}
        for one, other in rustworkx.max_weight_matching(graph, weight_fn=_itself):
            first, second = self.vertices[one], self.vertices[other]
            mate[first], mate[second] = second, first
        return mate

    # --- what article 4 asks for --------------------------------------------------------------------------------------

    def partner(self, index: int) -> int | None:
        """Who somebody is paired with in this bracket."""
        mate = self.mate.get(index)
        zone = self.criteria.zone
        if mate is None or max(zone[mate], zone[index]) != RESIDENT:
            return None
        return mate

    def fix_moved(self) -> list[int]:
        """The first valid set of MDPs to be paired (4.4), in their order."""
        paired: list[int] = []
        for index in self.bracket.moved:
            if self.partner(index) is None:
                wishes = self._within(paired, len(self.vertices)) | self._within([index], 1)
                self.solve(wishes)
            if self.partner(index) is not None:
                paired.append(index)
                self._drop(lambda one, other, index=index: one == index and self.criteria.zone[other] != RESIDENT)  # type: ignore[misc]
            else:
                self._drop(lambda one, other, index=index: one == index and self.criteria.zone[other] == RESIDENT)  # type: ignore[misc]
        self._must_pair = paired
        return paired

    def _within(self, players: Sequence[int], wish: int) -> dict[Edge, int]:
        chosen = set(players)
        zone = self.criteria.zone
        return {edge: wish for edge in self.edges if edge[0] in chosen and zone[edge[1]] == RESIDENT}

    def _drop(self, unwanted: Callable[[int, int], bool]) -> None:
        self.edges = {edge: weight for edge, weight in self.edges.items() if not unwanted(*edge)}

    def lowest(self, index: int, candidates: Sequence[int]) -> int:
        """Pairs somebody with the first of the candidates with whom all can still be at their best, for good."""
        choice = self.partner(index)
        assert choice is not None
        for candidate in candidates:
            if candidate == choice or _edge(index, candidate) not in self.edges:
                if candidate == choice:
                    break
                continue
            if not self._swap(index, candidate):
                self._wish_for_first(index, candidates)
            choice = self.partner(index)
            break
        assert choice is not None
        self._fix(index, choice)
        return choice

    def _wish_for_first(self, index: int, candidates: Sequence[int]) -> None:
        wishes = {_edge(index, other): len(candidates) - rank for rank, other in enumerate(candidates)}
        most = len(candidates) + 1
        for edge in self._within([other for other in self._must_pair if other != index], 1):
            wishes[edge] = most
        for edge in wishes:
            if index in edge:
                wishes[edge] += most
        self.solve({edge: wish for edge, wish in wishes.items() if edge in self.edges})

    def _swap(self, index: int, candidate: int) -> bool:
        """Whether it does to exchange the mates of two pairs, which costs nothing to find out."""
        old, other = self.mate[index], self.mate.get(candidate)
        if other is None:
            same = self.edges[_edge(index, old)] == self.edges[_edge(index, candidate)]
            if same:
                del self.mate[old]
        else:
            cross = self.edges.get(_edge(old, other))
            same = cross is not None and (
                self.edges[_edge(index, old)] + self.edges[_edge(candidate, other)]
                == self.edges[_edge(index, candidate)] + cross
            )
            if same:
                self.mate[old], self.mate[other] = other, old
        if same:
            self.mate[index], self.mate[candidate] = candidate, index
        return same

    def _fix(self, one: int, other: int) -> None:
        pair = {one, other}
        self.edges = {edge: weight for edge, weight in self.edges.items() if pair.isdisjoint(edge)}
        self._must_pair = [index for index in self._must_pair if index not in pair]

    def fix_exchange(self, remainder: Sequence[int], pairs: int) -> tuple[list[int], list[int]]:
        """S1 and S2 of the remainder (or homogeneous bracket) after the first exchange that does (4.3)."""
        first, second = remainder[:pairs], remainder[pairs:]
        if not all(self._leads(index) for index in first):
            rank = {index: place for place, index in enumerate(remainder)}
            wishes = self._fewest_exchanges(rank, pairs)
            self.solve(wishes)
            count = sum(not self._leads(index) for index in first)
            self._choose(reversed(first), count, wishes, leads=False)
            self._choose(second, count, wishes, leads=True)
        lead = {index for index in remainder if self._leads(index)}
        inside = set(remainder)
        zone = self.criteria.zone
        self._drop(
            lambda one, other: (one in inside
            and zone[other] == RESIDENT
            and (one not in lead or other in lead))
            or (one in lead and zone[other] != RESIDENT)
        )
        return [index for index in remainder if index in lead], [index for index in remainder if index not in lead]

    def _leads(self, index: int) -> bool:
        partner = self.partner(index)
        return partner is not None and partner > index

    def _fewest_exchanges(self, rank: Mapping[int, int], pairs: int) -> dict[Edge, int]:
        """4.3.1 and 4.3.2: few players exchanged, then a small difference of the sums of their numbers.

        The last bit is kept free for the wishes of 4.3.3 and 4.3.4.
        """
        size = len(rank) + 1
        wishes = {}
        for edge in self.edges:
            place = rank.get(edge[0])
            if place is not None and edge[1] in rank:
                wishes[edge] = 2 * size * ((place < pairs) * size * size + size - place)
        return wishes

    def _choose(self, players: Iterable[int], count: int, wishes: Mapping[Edge, int], leads: bool) -> None:
        """4.3.3 and 4.3.4: of the players in turn, those who can be exchanged are, until there are so many."""
        for index in players:
            if not count:
                return
            if self._leads(index) != leads:
                sign = 1 if leads else -1
                more = {edge: wish + sign for edge, wish in wishes.items() if edge[0] == index}
                self.solve({**{edge: wish for edge, wish in wishes.items() if edge in self.edges}, **more})
            if self._leads(index) == leads:
                count -= 1
                if leads:
                    zone = self.criteria.zone
                    self._drop(
                        lambda one, other, index=index: other == index  # type: ignore[misc]
                        or (one == index and zone[other] != RESIDENT)
                    )
                else:
                    self._drop(lambda one, other, index=index: one == index and self.criteria.zone[other] == RESIDENT)  # type: ignore[misc]


def _edge(one: int, other: int) -> Edge:
    return (one, other) if one < other else (other, one)


def _itself(weight: int) -> int:
    return weight
