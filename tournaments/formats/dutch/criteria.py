"""The quality criteria as numbers (C6 to C21): what each possible pair adds to them.

All are maximised, one after the other. A criterion that minimises over the players who stay unpaired becomes a gain
for those who are paired; one that minimises over pairs becomes a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tournaments.formats.contract import HalfPoints

from .colours import colour_costs
from .field import Field
from .player import Float


@dataclass(frozen=True)
class Bracket:
    """The players to pair now, and those below considered with them; all are indices of the field, in its order."""

    field: Field
    moved: Sequence[int]
    """The moved-down players (MDPs) of the brackets above (1.4.1)."""
    residents: Sequence[int]
    following: Sequence[int]
    """The residents of the next bracket (C8)."""
    below: Sequence[int] = ()
    """Everybody further down, where the completion (C4) is part of the search."""
    has_bye: bool = False
    """Whether the bye is part of the search."""

    @property
    def players(self) -> list[int]:
        return [*self.moved, *self.residents]

    @property
    def score(self) -> HalfPoints:
        return self.field.players[self.residents[0]].score

    @property
    def gets_bye(self) -> bool:
        """Whether a player of this bracket gets the bye, because nobody below can have it (C5)."""
        return self.field.bye_score is not None and self.field.bye_score >= self.score


class Level(NamedTuple):
    """One number of a criterion. Some criteria have one per score: ``group`` counts the scores from the highest."""

    criterion: str
    group: int = 0


MOVED, RESIDENT, FOLLOWING, BELOW, BYE = range(5)
_FLOATS = ((0, "C14", "C15", "C18", "C19"), (1, "C16", "C17", "C20", "C21"))


class Criteria:
    """The levels of a bracket in order of priority, and each pair's share of them."""

    def __init__(self, bracket: Bracket, complete: bool, with_c9: bool = False) -> None:
        self.bracket = bracket
        self.complete = complete
        self.with_c9 = with_c9
        self.players = bracket.field.players
        self.zone = dict.fromkeys(bracket.moved, MOVED) | dict.fromkeys(bracket.residents, RESIDENT)
        self.zone |= dict.fromkeys(bracket.following, FOLLOWING) | dict.fromkeys(bracket.below, BELOW)
        if bracket.has_bye:
            self.zone[bracket.field.bye] = BYE
        self._moved_scores = self._ranks(bracket.moved)
        self._scores = self._ranks(bracket.players)

    def _ranks(self, players: Sequence[int]) -> dict[HalfPoints, int]:
        """The different scores and the place of each, highest first."""
        scores = sorted({self.players[index].score for index in players}, reverse=True)
        return {score: rank for rank, score in enumerate(scores)}

    @cached_property
    def levels(self) -> list[Level]:
        moved, down = range(len(self._moved_scores)), range(1, len(self._scores) + 1)
        levels = [Level("C4")] if self.complete else []
        levels += [Level("C6"), *(Level("C7", group) for group in moved)]
        levels += [Level("C8"), *(Level("C8", group) for group in down)]
        levels += [Level("C9")] if self.with_c9 else []
        levels += [Level(f"C{number}") for number in range(10, 18)]
        levels += [Level(f"C{number}", group) for number in range(18, 22) for group in moved]
        return levels

    def kind(self, index: int) -> tuple[object, ...]:
        """Players of the same kind add the same to any pair."""
        zone = self.zone[index]
        if zone >= BELOW:
            return (zone,)
        if zone == FOLLOWING:
            return (zone,)
        player = self.players[index]
        colours = (player.prefers, player.strength, abs(player.difference), player.repeated)
        return (zone, player.score, *colours, player.floats, player.unplayed if self.with_c9 else 0)

    def shares(self, one: int, other: int) -> dict[Level, int]:
        """What a pair adds to each level; ``one`` is the higher ranked."""
        shares = {Level("C4"): 1} if self.complete else {}
        zones = self.zone[one], self.zone[other]
        if zones[1] == RESIDENT:
            self._within(shares, one, other)
        elif zones[1] == FOLLOWING:
            shares[Level("C8")] = 1
            if zones[0] != FOLLOWING:
                shares[Level("C8", self._scores[self.players[one].score] + 1)] = 1
        return shares

    def _within(self, shares: dict[Level, int], one: int, other: int) -> None:
        higher, lower = self.players[one], self.players[other]
        is_moved = self.zone[one] == MOVED
        group = self._moved_scores.get(higher.score, 0)
        shares[Level("C6")] = 1
        if is_moved:
            shares[Level("C7", group)] = 1
        if self.with_c9:
            shares[Level("C9")] = higher.unplayed + lower.unplayed
        for number, cost in enumerate(colour_costs(higher, lower), 10):
            shares[Level(f"C{number}")] = -int(cost)
        for back, down, up, moved_down, moved_up in _FLOATS:
            fell, rose = higher.floats[back] is Float.DOWN, lower.floats[back] is Float.UP
            shares[Level(down)] = (lower.floats[back] is Float.DOWN) + (fell and not is_moved)
            if is_moved:
                shares[Level(up)] = -int(rose)
                shares[Level(moved_down, group)] = int(fell)
                shares[Level(moved_up, group)] = -int(rose)

    # --- whom a level counts ------------------------------------------------------------------------------------------

    def counted(self, level: Level) -> tuple[list[int], int]:
        """The players for whom a level counts 1 when paired, and the zone of such a pair's lower player.

        Nobody where it counts something else.
        """
        bracket, name = self.bracket, level.criterion
        if name == "C7":
            return self._with_score(bracket.moved, self._moved_scores, level.group), RESIDENT
        if name == "C8" and level.group:
            return self._with_score(bracket.players, self._scores, level.group - 1), FOLLOWING
        for back, down, _, moved_down, _ in _FLOATS:
            if name == down:
                return self._fallen(bracket.residents, back), RESIDENT
            if name == moved_down:
                return self._fallen(self._with_score(bracket.moved, self._moved_scores, level.group), back), RESIDENT
        return [], BYE

    def _with_score(self, players: Sequence[int], ranks: dict[HalfPoints, int], rank: int) -> list[int]:
        return [index for index in players if ranks[self.players[index].score] == rank]

    def _fallen(self, players: Sequence[int], back: int) -> list[int]:
        return [index for index in players if self.players[index].floats[back] is Float.DOWN]
