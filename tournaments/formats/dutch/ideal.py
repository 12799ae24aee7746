"""The quick way, for a bracket that meets every criterion as well as the mere numbers allow.

From how many players prefer which colour it follows how few preferences must be refused at least (C12), and how few
strong ones (C13); all other criteria can at best cost nothing. Which pairs that leaves is plain from the players
alone. If these pairs can make up the bracket, each way of doing so is among the best, so no weights are needed any
more. If not, ``NotIdeal`` says so, and the bracket has to be weighed (``weighted``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from .bits import bits_of, members
from .colours import colour_costs
from .criteria import Bracket
from .matching import FREE, Matching
from .player import Colour, Float, Strength
from .weights import Edge

_TRIES = 200
"""So many exchanges of one player are looked at."""


class NotIdeal(Exception):
    """The bracket cannot meet every criterion ideally."""


class Ideal:
    """The possible pairs of a bracket, by indices of the field. A single downfloater is paired with ``slot``."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        self.players = bracket.field.players
        self.slot = len(self.players)
        self.inside = bits_of(bracket.players)
        self.odd = len(bracket.players) % 2 == 1
        if len(bracket.moved) > len(bracket.residents) or (bracket.following and bracket.gets_bye):
            raise NotIdeal
        self._count_colours()
        adjacent = self.pairs()
        for _, narrow in self.narrowings():
            narrow(adjacent)
        self.adjacent = self.closed(adjacent)
        self.matching = self._matched(self.adjacent, self._halves())

    # --- the pairs that cost nothing avoidable --------------------------------------------------------------------

    def pairs(self) -> list[int]:
        """Pairs allowed by the absolute criteria, C6 and C7: only one resident of an odd bracket downfloats."""
        bracket, legal = self.bracket, self.bracket.field.legal
        moved = bits_of(bracket.moved)
        adjacent = [legal[index] & self.inside if self.inside >> index & 1 else 0 for index in range(self.slot)]
        for index in bracket.moved:
            adjacent[index] &= ~moved
        floaters = bits_of(bracket.residents) & (bracket.field.everybody if bracket.following else bracket.field.byes)
        return [*adjacent, floaters if self.odd else 0]

    def closed(self, adjacent: list[int]) -> list[int]:
        """Adds the edges from possible downfloaters back to the slot."""
        for index in members(adjacent[self.slot]):
            adjacent[index] |= 1 << self.slot
        return adjacent

    def narrowings(self) -> Iterator[tuple[str, Callable[[list[int]], None]]]:
        """What each criterion leaves of the pairs, in order. C7, C15 and C17 already settle C18 to C21."""
        yield "C9", self._spare_the_idle
        yield "C10", partial(self._spare_absolute, count=0)
        yield "C11", partial(self._spare_absolute, count=1)
        yield "C12", self._by_colour
        yield "C13", self._by_strong_colour
        for back, down, up in ((0, "C14", "C15"), (1, "C16", "C17")):
            yield down, partial(self._spare_downfloaters, back=back)
            yield up, partial(self._spare_upfloaters, back=back)

    def _spare_the_idle(self, adjacent: list[int]) -> None:
        """C9, if the slot is the bye."""
        if adjacent[self.slot] and not self.bracket.following:
            unplayed = {index: self.players[index].unplayed for index in members(adjacent[self.slot])}
            fewest = min(unplayed.values())
            adjacent[self.slot] = bits_of(index for index, count in unplayed.items() if count == fewest)

    def _spare_downfloaters(self, adjacent: list[int], back: int) -> None:
        """C14 and C16."""
        floaters = members(adjacent[self.slot])
        adjacent[self.slot] = bits_of(i for i in floaters if self.players[i].floats[back] is not Float.DOWN)

    def _spare_upfloaters(self, adjacent: list[int], back: int) -> None:
        """C15 and C17, and with them C19 and C21."""
        rose = bits_of(i for i in self.bracket.residents if self.players[i].floats[back] is Float.UP)
        moved = bits_of(self.bracket.moved)
        for index in self.bracket.moved:
            adjacent[index] &= ~rose
        for index in members(rose):
            adjacent[index] &= ~moved

    def _count_colours(self) -> None:
        side = {
            colour: bits_of(i for i in members(self.inside) if self.players[i].prefers is colour) for colour in Colour
        }
        many, few = sorted((Colour.WHITE, Colour.BLACK), key=lambda colour: -side[colour].bit_count())
        self.many, self.few = side[many], side[few]
        self.excess = self.many.bit_count() - self.few.bit_count() - side[Colour.NONE].bit_count()
        self.within = (self.excess - self.odd) // 2
        """How many pairs must be of two players who want the same colour."""

    def _by_colour(self, adjacent: list[int]) -> None:
        """C12."""
        if self.within > 0:
            for index in members(self.inside & ~self.many):
                adjacent[index] &= self.many
            adjacent[self.slot] &= self.many
            return
        for same in (self.many, self.few):
            for index in members(same):
                adjacent[index] &= ~same
        if self.excess > 0:
            adjacent[self.slot] &= self.many

    def _by_strong_colour(self, adjacent: list[int]) -> None:
        """C13 for players who prefer the majority colour: ideally each pair of them has one mild preference."""
        if self.within <= 0:
            return
        strong = bits_of(i for i in members(self.many) if self.players[i].strength >= Strength.STRONG)
        mild = self.many & ~strong
        if mild.bit_count() >= self.within:
            for index in members(strong):
                adjacent[index] &= ~strong
            return
        if self._might_spare_absolute():
            raise NotIdeal
        for index in members(mild):
            adjacent[index] &= strong
        for index in members(self.inside & ~self.many):
            adjacent[index] &= ~mild
        adjacent[self.slot] &= ~mild

    def _might_spare_absolute(self) -> bool:
        """Whether two with the same absolute preference could meet, one of them a topscorer: C13 counts neither."""
        return any(self.many >> index & 1 for index, _ in self._absolute_pairs())

    def _absolute_pairs(self) -> Iterator[Edge]:
        """Pairs with the same absolute preference, one player a topscorer: each of them costs in C10 or C11."""
        for same in (self.many, self.few):
            absolute = [i for i in members(same) if self.players[i].strength is Strength.ABSOLUTE]
            yield from (
                (one, other) for one in absolute if self.players[one].is_topscorer for other in absolute if other != one
            )

    def _spare_absolute(self, adjacent: list[int], count: int) -> None:
        """C10 and C11, the first two colour costs."""
        for one, other in self._absolute_pairs():
            if colour_costs(self.players[one], self.players[other])[count]:
                adjacent[one] &= ~(1 << other)
                adjacent[other] &= ~(1 << one)

    # --- matchings of these pairs -----------------------------------------------------------------------------------

    def _halves(self) -> list[int]:
        """The order in which players get an opponent."""
        residents = self.bracket.residents
        return [*self.bracket.moved, *([self.slot] if self.odd else []), *residents]

    def _matched(self, adjacent: list[int], order: Sequence[int]) -> Matching:
        matching = Matching(adjacent, self.inside | (1 << self.slot if self.odd else 0))
        matching.pair_greedily(order)
        if not matching.complete():
            raise NotIdeal
        return matching

    def fix_moved(self) -> list[int]:
        """4.4: all MDPs are paired."""
        return list(self.bracket.moved)

    def partner(self, index: int) -> int | None:
        mate = self.matching.mate[index]
        return None if mate in (FREE, self.slot) else mate

    def lowest(self, index: int, candidates: Sequence[int]) -> int:
        """Fixes as opponent the first candidate with whom all others can still be paired."""
        matching = self.matching
        near = matching.adjacent[index] & matching.alive
        for candidate in candidates:
            if near >> candidate & 1 and matching.fix(index, candidate):
                return candidate
        raise AssertionError("there is always the present mate")

    def fix_exchange(self, remainder: Sequence[int], pairs: int) -> tuple[list[int], list[int]]:
        """S1 and S2 of the remainder (or homogeneous bracket) after the first exchange that works (4.3)."""
        first_half, second_half = list(remainder[:pairs]), list(remainder[pairs:])
        for out, into in self._exchanges(first_half, second_half):
            lead = sorted({*first_half, *into} - {*out})
            rest = sorted({*second_half, *out} - {*into})
            try:
                self.matching = self._split(lead, rest)
            except NotIdeal:
                continue
            return lead, rest
        raise NotIdeal

    def _exchanges(self, higher: list[int], lower: list[int]) -> Iterator[tuple[list[int], list[int]]]:
        """No exchange, then single ones: by the difference of the numbers, then the lowest ranked of S1 first."""
        yield [], []
        tries = 0
        for difference in range(len(higher) + len(lower)):
            for step in range(min(difference + 1, len(higher))):
                if difference - step < len(lower):
                    yield [higher[-1 - step]], [lower[difference - step]]
                    tries += 1
                    if tries == _TRIES:
                        return

    def _split(self, lead: Sequence[int], rest: Sequence[int]) -> Matching:
        """Pairs one of each half, the higher ranked in S1."""
        alive = self.matching.alive
        ahead, behind = bits_of(lead), bits_of(rest)
        adjacent = [0] * len(self.adjacent)
        for index in lead:
            adjacent[index] = self.adjacent[index] & alive & behind & -(1 << index)
        for index in rest:
            adjacent[index] = self.adjacent[index] & alive & (ahead & ((1 << index) - 1) | 1 << self.slot)
        adjacent[self.slot] = self.adjacent[self.slot] & behind
        matching = Matching(adjacent, alive)
        matching.pair_greedily([*([self.slot] if self.odd else []), *lead])
        if not matching.complete():
            raise NotIdeal
        return matching
