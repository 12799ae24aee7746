"""The reasons for a whole round, from how its brackets were paired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.formats.contract import Reason

from .best import TooWide
from .colours import Allocation
from .demand import Demand, left_over, pair_instead, transposed
from .engine import PairedBracket
from .forcing import Forcing
from .ideal import Ideal
from .order import Pair
from .reasons import also, plain
from .verdict import Weighing
from .weighted import Weighted


class Explainer:
    """Explains a round from all its brackets.

    Of what was not chosen it names the first criterion in which the best candidate with it falls short of the best of
    all (article 2.3).
    """

    def __init__(self, paired: Sequence[PairedBracket]) -> None:
        self.paired = paired
        self._verdicts: dict[int, Forcing | Weighing] = {}
        self._transpositions: dict[int, str | None] = {}

    def of_pair(self, number: int, at: int, colours: Allocation) -> Reason:
        """The reason for a pair, given by its bracket and its place there."""
        paired = self.paired[number]
        bracket, pair = paired.bracket, paired.arrangement.pairs[at]
        players = bracket.field.players
        higher = players[pair.higher]
        parts: list[dict[str, Any]] = []
        data: dict[str, Any] = {"score": plain(bracket.score)}
        if pair.is_moved:
            code = "dutch_moved_down"
            data = {"entrant": higher.no, "above": plain(higher.score), **data}
            parts += self._spared(number - 1, pair.higher)
        else:
            code = "dutch_remainder" if bracket.moved else "dutch_same_score"
            parts += self._exchanged(number, pair)
        parts += self._passed(number, at)
        if not parts:
            parts.append(also("dutch_first_choice"))
        parts.append(also("dutch_colour", entrant=colours.white.no, rule=colours.rule))
        return Reason(code, {**data, "also": parts})

    def of_bye(self, index: int) -> Reason:
        """Why the player has the pairing-allocated bye."""
        field = self.paired[-1].bracket.field
        player = field.players[index]
        parts = []
        for other in reversed(range(index + 1, len(field.players))):
            criterion = self.against_bye(other)
            if criterion:
                data = {"entrant": player.no, "other": field.players[other].no, "criterion": criterion}
                parts.append(also("dutch_bye_spared", **data))
                break
        own = {"entrant": player.no, "score": plain(player.score), "unplayed": player.unplayed}
        return Reason("dutch_bye", {**own, "also": parts})

    def against_bye(self, other: int) -> str | None:
        """What spoke against giving a player the bye; ``""`` if nothing did."""
        field = self.paired[-1].bracket.field
        if not field.may_have_bye >> other & 1:
            return "C2"
        if not field.byes >> other & 1:
            return "C5"
        return self.against_downfloat(self.home(other), other)

    def home(self, index: int) -> int:
        """The bracket in which a player is a resident."""
        return next(number for number, one in enumerate(self.paired) if index in one.bracket.residents)

    def _spared(self, above: int, index: int) -> Iterator[dict[str, Any]]:
        """Which lower-ranked player would have been moved down first from the bracket above, and why not."""
        paired = self.paired[above]
        if paired.arrangement.down != [index]:
            return
        players = paired.bracket.field.players
        for other in reversed(paired.bracket.residents):
            if other <= index:
                return
            criterion = self.against_downfloat(above, other)
            if criterion:
                data = {"entrant": players[index].no, "other": players[other].no, "criterion": criterion}
                yield also("dutch_downfloat_spared", **data)
                return

    def _passed(self, number: int, at: int) -> Iterator[dict[str, Any]]:
        """The first player of S2 passed over, and why."""
        paired = self.paired[number]
        pair = paired.arrangement.pairs[at]
        if not pair.passed:
            return
        field, other = paired.bracket.field, pair.passed[0]
        data: dict[str, Any] = {"entrant": field.players[pair.higher].no, "other": field.players[other].no}
        criterion = self.against_pair(number, at, other)
        if criterion:
            yield also("dutch_passed", **data, criterion=criterion)
        else:
            yield also("dutch_passed_for_others", **data)

    def against_pair(self, number: int, at: int, other: int) -> str | None:
        """What spoke against ``other`` in the pair at that place of a bracket."""
        paired = self.paired[number]
        pair = paired.arrangement.pairs[at]
        if refused := paired.bracket.field.refusal(pair.higher, other):
            return refused
        return self._against(number, pair_instead(paired.bracket, paired.arrangement, at, other))

    def against_downfloat(self, number: int, other: int) -> str | None:
        """What spoke against leaving a player over in a bracket; ``""`` if nothing did."""
        return self._against(number, left_over(self.paired[number].bracket, other))

    def _against(self, number: int, demand: Demand) -> str | None:
        """The first criterion that the best candidate meeting the demand meets less well; None: not known."""
        if number not in self._verdicts:
            paired, solver = self.paired[number], self.paired[number].solver
            if isinstance(solver, Ideal):
                self._verdicts[number] = Forcing(paired.bracket, paired.arrangement, solver)
            else:
                assert isinstance(solver, Weighted), "who is alone was not chosen"
                self._verdicts[number] = Weighing(paired.bracket, solver)
        try:
            return self._verdicts[number].against(demand)
        except TooWide:
            return None

    def _exchanged(self, number: int, pair: Pair) -> Iterator[dict[str, Any]]:
        """Whether players were exchanged, and what spoke against all transpositions."""
        paired = self.paired[number]
        players = paired.bracket.field.players
        down, up = paired.arrangement.exchanged
        if pair.lower in down:
            yield also("dutch_exchanged_down", entrant=players[pair.lower].no)
        if pair.higher in up:
            yield also("dutch_exchanged_up", entrant=players[pair.higher].no)
        if pair.lower in down or pair.higher in up:
            criterion = self.against_transpositions(number)
            if criterion:
                yield also("dutch_exchange_needed", criterion=criterion)

    def against_transpositions(self, number: int) -> str | None:
        if number not in self._transpositions:
            paired = self.paired[number]
            self._transpositions[number] = self._against(number, transposed(paired.bracket, paired.arrangement))
        return self._transpositions[number]
