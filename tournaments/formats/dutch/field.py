"""All players to be paired, and what must hold for them as a whole (C1 to C5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from tournaments.formats.contract import EntrantNo, HalfPoints

from .bits import bits_of, members
from .colours import clash_absolutely
from .matching import Matching
from .player import Colour, Player, Strength

Forbidden = Collection[frozenset[EntrantNo]]


class Field:
    """The players by their index in the order of 1.2; sets of them are bits.

    With an odd number of players there is one more vertex, ``bye``, that one of them is paired with.
    """

    def __init__(self, players: Sequence[Player], forbidden: Forbidden = ()) -> None:
        self.players = list(players)
        self.everybody = (1 << len(players)) - 1
        self.index = {player.no: index for index, player in enumerate(players)}
        self.legal = [self._legal(index) for index in range(len(players))]
        """With whom each may be paired by C1 and C3, and by the organiser."""
        for one, other in (sorted(pair) for pair in forbidden):
            if one in self.index and other in self.index:
                self._forbid(self.index[one], self.index[other])

    @property
    def is_odd(self) -> bool:
        return len(self.players) % 2 == 1

    @property
    def bye(self) -> int:
        return len(self.players)

    @cached_property
    def groups(self) -> list[list[int]]:
        """The scoregroups, the highest first (1.3.1)."""
        return [list(group) for _, group in groupby(range(len(self.players)), lambda i: self.players[i].score)]

    @cached_property
    def may_have_bye(self) -> int:
        """C2: a player with an earlier bye, or a win without playing, cannot have the bye."""
        return bits_of(index for index, player in enumerate(self.players) if player.may_have_bye)

    @cached_property
    def bye_score(self) -> HalfPoints | None:
        """The lowest score of a player who can have the bye while all others can be paired (C5).

        None where the number is even. Raises LookupError where no complete pairing exists (1.9.3).
        """
        scores = sorted({self.players[index].score for index in members(self.may_have_bye)}) if self.is_odd else [None]
        for score in scores:
            if self.completes(self.everybody, 0, self._holders(score)):
                return score
        raise LookupError("no complete pairing exists")

    @cached_property
    def byes(self) -> int:
        """The players who may get the bye by C2 and C5."""
        return self._holders(self.bye_score)

    def completes(self, left: int, moved: int, byes: int | None = None, apart: Mapping[int, int] | None = None) -> bool:
        """Whether all who are left can be paired (C4); an odd number gives the bye to one of ``byes`` (C5).

        ``moved`` of them are moved down: in no later bracket can two of these meet (3.2). ``apart`` tells whom else
        some must not meet.
        """
        adjacent = [legal & left for legal in self.legal]
        for index, others in (apart or {}).items():
            adjacent[index] &= ~others
        for index in members(moved):
            adjacent[index] &= ~moved
        alive = left
        if left.bit_count() % 2:
            adjacent.append((self.byes if byes is None else byes) & left)
            for index in members(adjacent[self.bye]):
                adjacent[index] |= 1 << self.bye
            alive |= 1 << self.bye
        matching = Matching(adjacent, alive)
        matching.pair_greedily([*([self.bye] if alive > left else []), *members(left)])
        return matching.complete()

    def _holders(self, score: HalfPoints | None) -> int:
        return bits_of(i for i in members(self.may_have_bye) if self.players[i].score == score)

    @cached_property
    def _absolute(self) -> dict[Colour, int]:
        return {
            colour: bits_of(
                index
                for index, player in enumerate(self.players)
                if player.strength is Strength.ABSOLUTE and player.prefers is colour
            )
            for colour in (Colour.WHITE, Colour.BLACK)
        }

    @cached_property
    def _topscorers(self) -> int:
        return bits_of(index for index, player in enumerate(self.players) if player.is_topscorer)

    def _legal(self, index: int) -> int:
        player = self.players[index]
        out = 1 << index | bits_of(self.index[no] for no in player.met if no in self.index)
        if player.strength is Strength.ABSOLUTE and not player.is_topscorer:
            out |= self._absolute[player.prefers] & ~self._topscorers
        return self.everybody & ~out

    def _forbid(self, one: int, other: int) -> None:
        self.legal[one] &= ~(1 << other)
        self.legal[other] &= ~(1 << one)

    def refusal(self, one: int, other: int) -> str:
        """Why two may not be paired: ``C1``, ``C3``, or ``forbidden`` by the organiser; else empty."""
        if self.legal[one] >> other & 1:
            return ""
        first, second = self.players[one], self.players[other]
        if second.no in first.met:
            return "C1"
        return "C3" if clash_absolutely(first, second) else "forbidden"
