"""Matchings without weights: whether all can be paired at once, and with whom a player can then be paired.

Edmonds' blossom algorithm (1965), with the neighbours of each vertex as bits, so that dense graphs cost little: in
the usual case a pair is found among the first few neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable

from .bits import first, members

FREE = -1


class Matching:
    """A matching of the vertices in ``alive``; ``adjacent[v]`` are the neighbours of v as bits."""

    def __init__(self, adjacent: list[int], alive: int) -> None:
        self.adjacent = adjacent
        self.alive = alive
        self.open = alive
        """Who has no mate."""
        self.mate = [FREE] * len(adjacent)

    def pair_greedily(self, vertices: Iterable[int]) -> None:
        """Gives each of them in turn the first free neighbour."""
        for vertex in vertices:
            if self.open >> vertex & 1 and (choice := self.adjacent[vertex] & self.open):
                self.join(vertex, first(choice))

    def complete(self, most_open: int = 0) -> bool:
        """Adds pairs as long as possible; returns whether at most that many players are left over."""
        for vertex in members(self.open):
            if self.open >> vertex & 1:
                self.augment(vertex)
        return self.open.bit_count() <= most_open

    def join(self, one: int, other: int) -> None:
        self.mate[one], self.mate[other] = other, one
        self.open &= ~(1 << one | 1 << other)

    def part(self, one: int) -> int:
        """Breaks up a pair; returns the player's old mate."""
        other = self.mate[one]
        self.mate[one] = self.mate[other] = FREE
        self.open |= 1 << one | 1 << other
        return other

    def fix(self, one: int, other: int) -> bool:
        """Fixes a pair for good if all others can keep mates; else changes nothing. All must have mates now."""
        if self.mate[one] != other:
            left, right = self.part(one), self.part(other)
            self.join(one, other)
            if not self._joins_without(left, 1 << one | 1 << other):
                self.part(one)
                self.join(one, left)
                self.join(other, right)
                return False
        self.alive &= ~(1 << one | 1 << other)
        return True

    def _joins_without(self, root: int, out: int) -> bool:
        alive, self.alive = self.alive, self.alive & ~out
        found = self.augment(root)
        self.alive = alive
        return found

    def augment(self, root: int) -> bool:
        """Finds a mate for an open vertex along an alternating path."""
        return _Search(self, root).run()


class _Search:
    """One alternating tree. Even vertices are reached by a pair's edge (or the root), odd ones by another edge."""

    def __init__(self, matching: Matching, root: int) -> None:
        self.matching = matching
        self.even = 1 << root
        self.odd = 0
        self.above = {root: FREE}
        """Of an odd vertex (and of those in blossoms) the even one it was reached from."""
        self.base: dict[int, int] = {}
        self.blossom: dict[int, int] = {}
        """The vertices of a blossom, by its base."""
        self.queue = [root]

    def run(self) -> bool:
        matching = self.matching
        goal = matching.open & ~self.even
        for vertex in self.queue:
            near = matching.adjacent[vertex] & matching.alive
            if near & goal:
                self._flip(first(near & goal), vertex)
                return True
            self._grow(vertex, near & ~self.even & ~self.odd)
            base = self._base(vertex)
            while close := near & self.even & ~self.blossom.get(base, 1 << base):
                self._shrink(vertex, first(close))
                base = self._base(vertex)
        return False

    def _grow(self, vertex: int, new: int) -> None:
        mate = self.matching.mate
        while new:
            bit = new & -new
            child = bit.bit_length() - 1
            partner = mate[child]
            self.above[child] = vertex
            self.odd |= bit
            self.even |= 1 << partner
            self.queue.append(partner)
            new &= ~(bit | 1 << partner)

    def _base(self, vertex: int) -> int:
        while (base := self.base.get(vertex, vertex)) != vertex:
            vertex = base
        return vertex

    def _shrink(self, one: int, other: int) -> None:
        """An edge between even vertices closes an odd cycle: all of it becomes one even vertex."""
        top = self._meet(one, other)
        merged = self.blossom.get(top, 1 << top)
        for start, child in ((one, other), (other, one)):
            vertex = start
            while (base := self._base(vertex)) != top:
                partner = self.matching.mate[vertex]
                for part in (base, self._base(partner)):
                    merged |= self.blossom.get(part, 1 << part)
                    if part != top:
                        self.base[part] = top
                self.above[vertex] = child
                child = partner
                vertex = self.above[partner]
        self.queue.extend(members(merged & self.odd))
        self.odd &= ~merged
        self.even |= merged
        self.blossom[top] = merged

    def _meet(self, one: int, other: int) -> int:
        """The lowest common ancestor of two even vertices, as a base."""
        mate, seen = self.matching.mate, set()
        vertex = one
        while True:
            vertex = self._base(vertex)
            seen.add(vertex)
            if mate[vertex] == FREE:
                break
            vertex = self.above[mate[vertex]]
        vertex = self._base(other)
        while vertex not in seen:
            vertex = self._base(self.above[mate[vertex]])
        return vertex

    def _flip(self, free: int, vertex: int) -> None:
        """Exchanges pairs and other edges along the path from the free vertex up to the root."""
        mate = self.matching.mate
        while vertex != FREE:
            following = mate[vertex]
            self.matching.join(free, vertex)
            free = following
            vertex = self.above[free] if free != FREE else FREE
