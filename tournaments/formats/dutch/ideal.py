"""The quick way for a bracket in which every criterion can be met as well as the mere numbers allow.

From how many players prefer which colour it follows how few preferences must be refused at least (C12), and how few
strong ones (C13); all other criteria can at best cost nothing. Which pairs that leaves is plain from the players
alone. If these pairs can make up the bracket, each way of doing so is among the best, so no weights are needed any
more. If not, ``NotIdeal`` says so, and the bracket has to be weighed (``weighted``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .bits import bits_of, members
from .criteria import Bracket
from .matching import FREE, Matching
from .player import Colour, Float, Strength

_TRIES = 200
"""So many exchanges of one player are looked at."""


class NotIdeal(Exception):
    """Some criterion must give way."""


class Ideal:
    """Pairs of the bracket, by indices of the field. A single downfloater is paired with ``slot``."""

    def __init__(self, bracket: Bracket, downfloaters: int) -> None:
        """``downfloaters`` are those who may be the one that is left over, as bits; counted only if one must be."""
        self.bracket = bracket
        self.players = bracket.field.players
        self.slot = len(self.players)
        self.inside = bits_of(bracket.players)
        self.odd = len(bracket.players) % 2 == 1
        if len(bracket.moved) > len(bracket.residents):
            raise NotIdeal
        self.downfloaters = downfloaters & bits_of(bracket.residents) if self.odd else 0
        self.spares_strong = False
        """Whether pairs of two who want the same colour cannot be avoided, so that C13 looks at them."""
        self.adjacent = self._pairs(self.downfloaters)
        self.matching = self._matched(self.adjacent, self._halves())

    # --- the pairs that cost nothing avoidable --------------------------------------------------------------------

    def _pairs(self, downfloaters: int) -> list[int]:
        legal = self.bracket.field.legal
        moved = bits_of(self.bracket.moved)
        adjacent = [legal[index] & self.inside if self.inside >> index & 1 else 0 for index in range(self.slot)]
        for index in self.bracket.moved:
            adjacent[index] &= ~moved
        downfloaters = self._without_floats(downfloaters)
        downfloaters = self._by_colour(adjacent, downfloaters)
        self._spare_upfloaters(adjacent)
        adjacent.append(downfloaters)
        for index in members(downfloaters):
            adjacent[index] |= 1 << self.slot
        return adjacent

    def _without_floats(self, downfloaters: int) -> int:
        """C14 and C16."""
        return bits_of(index for index in members(downfloaters) if Float.DOWN not in self.players[index].floats)

    def _spare_upfloaters(self, adjacent: list[int]) -> None:
        """C15 and C17, and with them C19 and C21."""
        rose = bits_of(index for index in self.bracket.residents if Float.UP in self.players[index].floats)
        moved = bits_of(self.bracket.moved)
        for index in self.bracket.moved:
            adjacent[index] &= ~rose
        for index in members(rose):
            adjacent[index] &= ~moved

    def _by_colour(self, adjacent: list[int], downfloaters: int) -> int:
        """C10 to C13; gives the downfloaters that are left."""
        side = {
            colour: bits_of(i for i in members(self.inside) if self.players[i].prefers is colour) for colour in Colour
        }
        many, few = sorted((Colour.WHITE, Colour.BLACK), key=lambda colour: -side[colour].bit_count())
        excess = side[many].bit_count() - side[few].bit_count() - side[Colour.NONE].bit_count()
        within = (excess - self.odd) // 2
        """How many pairs must be of two players who want the same colour."""
        if within <= 0:
            for colour in (many, few):
                for index in members(side[colour]):
                    adjacent[index] &= ~side[colour]
            return downfloaters if excess < 0 or not self.odd else downfloaters & side[many]
        self.spares_strong = True
        for index in members(self.inside & ~side[many]):
            adjacent[index] &= side[many]
        return self._spare_strong(adjacent, side[many], within, downfloaters & side[many])

    def _spare_strong(self, adjacent: list[int], many: int, within: int, downfloaters: int) -> int:
        """C13 among those of the colour that too many want: at best each such pair has one mild preference."""
        strong = bits_of(i for i in members(many) if self.players[i].strength >= Strength.STRONG)
        mild = many & ~strong
        if mild.bit_count() >= within:
            for index in members(strong):
                adjacent[index] &= ~strong
            return downfloaters
        if self._might_spare_absolute(many):
            raise NotIdeal
        for index in members(mild):
            adjacent[index] &= strong
        for index in members(self.inside & ~many):
            adjacent[index] &= ~mild
        return downfloaters & ~mild

    def _might_spare_absolute(self, many: int) -> bool:
        """Whether two with the same absolute preference might meet, one of them a topscorer: C13 counts neither."""
        absolute = [self.players[i] for i in members(many) if self.players[i].strength is Strength.ABSOLUTE]
        return len(absolute) > 1 and any(player.is_topscorer for player in absolute)

    # --- matchings of these pairs -----------------------------------------------------------------------------------

    def _halves(self) -> list[int]:
        """Whom to give a mate first."""
        residents = self.bracket.residents
        return [*self.bracket.moved, *([self.slot] if self.odd else []), *residents]

    def _matched(self, adjacent: list[int], order: Sequence[int]) -> Matching:
        matching = Matching(adjacent, self.inside | (1 << self.slot if self.odd else 0))
        matching.pair_greedily(order)
        if not matching.complete():
            raise NotIdeal
        return matching

    def fix_moved(self) -> list[int]:
        """4.4: all of them are paired."""
        return list(self.bracket.moved)

    def partner(self, index: int) -> int | None:
        mate = self.matching.mate[index]
        return None if mate in (FREE, self.slot) else mate

    def lowest(self, index: int, candidates: Sequence[int]) -> int:
        """Pairs somebody with the first of the candidates with whom all others can still be paired, for good."""
        matching = self.matching
        near = matching.adjacent[index] & matching.alive
        for candidate in candidates:
            if near >> candidate & 1 and matching.fix(index, candidate):
                return candidate
        raise AssertionError("there is always the present mate")

    def fix_exchange(self, remainder: Sequence[int], pairs: int) -> tuple[list[int], list[int]]:
        """S1 and S2 of the remainder (or homogeneous bracket) after the first exchange that does (4.3)."""
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
        """None, then single ones: by the difference of the numbers, then the lowest ranked of S1 first."""
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
        """Pairs of one of each with the higher ranked in front."""
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

    # --- why not ------------------------------------------------------------------------------------------------------

    def against_pair(self, index: int, other: int) -> str:
        """Which criterion would be met less well by a pair; ``""`` where only the others would suffer."""
        if self.adjacent[index] >> other & 1:
            return ""
        one, two = self.players[index], self.players[other]
        if index in self.bracket.moved:
            for back, name in ((0, "C15"), (1, "C17")):
                if two.floats[back] is Float.UP:
                    return name
        strong = min(one.strength, two.strength) >= Strength.STRONG
        return "C13" if strong and one.prefers == two.prefers and self.spares_strong else "C12"

    def against_downfloat(self, other: int) -> str:
        """Which criterion would be met less well if somebody were left over; ``""`` where only the others suffer."""
        if self.adjacent[self.slot] >> other & 1:
            return ""
        if not self.downfloaters >> other & 1:
            return "C9"
        for back, name in ((0, "C14"), (1, "C16")):
            if self.players[other].floats[back] is Float.DOWN:
                return name
        return "C13" if self.spares_strong and self.players[other].strength is Strength.MILD else "C12"
