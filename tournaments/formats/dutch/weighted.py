"""The first of a bracket's best pairings, by matchings of greatest weight: exact for every bracket."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .best import Best
from .demand import edge_of
from .weights import Edge


class Weighted(Best):
    """Article 4's decisions, one after the other; each leaves out the pairs that it excludes."""

    # --- moved-down players (4.4) -----------------------------------------------------------------------------------

    def fix_moved(self) -> list[int]:
        """The first valid set of MDPs to be paired, in their order."""
        paired: list[int] = []
        for index in self.bracket.moved:
            preferences = {edge: 1 for edge in self.edges if edge[0] == index and self.is_inside(*edge)}
            if preferences and self.partner(index) is None:
                self.solve(preferences)
            is_paired = self.partner(index) is not None
            self._drop(edge for edge in self.edges if edge[0] == index and self.is_inside(*edge) != is_paired)
            if is_paired:
                paired.append(index)
                self._insist(index)
        return paired

    def _insist(self, index: int) -> None:
        """From now on the player must be paired with one of those left.

        That is possible without loss, so 1 more for each such pair in the high part of the weights is enough.
        """
        for edge in self.edges:
            self.edges[edge] += index in edge

    def _drop(self, unwanted: Iterable[Edge]) -> None:
        for edge in list(unwanted):
            del self.edges[edge]

    # --- transpositions (4.2) ---------------------------------------------------------------------------------------

    def lowest(self, index: int, candidates: Sequence[int]) -> int:
        """Fixes as opponent the first candidate with whom the matching stays best."""
        first = next(other for other in candidates if edge_of(index, other) in self.edges)
        if self.partner(index) != first and not self._swap(index, first):
            self._wish_for_first(index, candidates)
        choice = self.partner(index)
        assert choice is not None
        self._drop(edge for edge in self.edges if not {index, choice}.isdisjoint(edge))
        return choice

    def _wish_for_first(self, index: int, candidates: Sequence[int]) -> None:
        ranks = {edge_of(index, other): len(candidates) - rank for rank, other in enumerate(candidates)}
        self.solve({edge: rank for edge, rank in ranks.items() if edge in self.edges})

    def _swap(self, index: int, candidate: int) -> bool:
        """Whether simply exchanging the opponents of two pairs works: a check that costs nothing."""
        old, other = self.mate[index], self.mate.get(candidate)
        before, after = [(index, old)], [(index, candidate)]
        if other is not None:
            before.append((candidate, other))
            after.append((old, other))
        edges = [edge_of(*pair) for pair in after]
        if any(edge not in self.edges for edge in edges):
            return False
        if sum(self.edges[edge_of(*pair)] for pair in before) != sum(self.edges[edge] for edge in edges):
            return False
        del self.mate[old]
        for one, two in edges:
            self.mate[one], self.mate[two] = two, one
        return True

    # --- exchanges (4.3) --------------------------------------------------------------------------------------------

    def fix_exchange(self, remainder: Sequence[int], pairs: int) -> tuple[list[int], list[int]]:
        """S1 and S2 of the remainder (or homogeneous bracket) after the first exchange that works."""
        higher, lower = remainder[:pairs], remainder[pairs:]
        if not all(self._leads(index) for index in higher):
            preferences = self._fewest_exchanges(remainder, pairs)
            self.solve(preferences)
            count = sum(not self._leads(index) for index in higher)
            self._move_out(reversed(higher), count, preferences)
            self._move_in(lower, count, preferences)
        lead = [index for index in remainder if self._leads(index)]
        rest = [index for index in remainder if index not in lead]
        self._keep_halves(lead, rest)
        return lead, rest

    def _leads(self, index: int) -> bool:
        """Whether a player is the higher ranked of a pair, and so in S1."""
        partner = self.partner(index)
        return partner is not None and partner > index

    def _fewest_exchanges(self, remainder: Sequence[int], pairs: int) -> dict[Edge, int]:
        """Fewest players exchanged, then the smallest difference of the sums of their numbers (4.3.1, 4.3.2).

        The last bit is kept free for what follows.
        """
        size = len(remainder) + 1
        worth = {
            index: 2 * size * ((place < pairs) * size * size + size - place) for place, index in enumerate(remainder)
        }
        return {edge: worth[edge[0]] for edge in self.edges if edge[0] in worth and edge[1] in worth}

    def _move_out(self, higher: Iterable[int], count: int, preferences: Mapping[Edge, int]) -> None:
        """From S1 to S2, the lowest ranked first (4.3.3)."""
        for index in higher:
            if not count:
                return
            if self._leads(index):
                self._solve_with(index, preferences, -1)
            if not self._leads(index):
                count -= 1
                self._drop(edge for edge in self.edges if edge[0] == index and self.is_inside(*edge))

    def _move_in(self, lower: Iterable[int], count: int, preferences: Mapping[Edge, int]) -> None:
        """From S2 to S1, the highest ranked first (4.3.4)."""
        for index in lower:
            if not count:
                return
            if not self._leads(index):
                self._solve_with(index, preferences, 1)
            if self._leads(index):
                count -= 1
                self._drop(
                    edge for edge in self.edges if index in edge and not (edge[0] == index and self.is_inside(*edge))
                )
                self._insist(index)

    def _solve_with(self, index: int, preferences: Mapping[Edge, int], more: int) -> None:
        """Solves again with a bit more or less weight on every pair that the player leads."""
        left = {edge: preference for edge, preference in preferences.items() if edge in self.edges}
        self.solve({edge: preference + more * (edge[0] == index) for edge, preference in left.items()})

    def _keep_halves(self, lead: Sequence[int], rest: Sequence[int]) -> None:
        """From now on everybody in S1 leads a pair with a player of S2."""
        first, second = set(lead), set(rest)
        self._drop(
            edge
            for edge in self.edges
            if (edge[0] in first and edge[1] not in second) or (edge[0] in second and self.is_inside(*edge))
        )
