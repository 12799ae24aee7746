"""The reasons of a whole round, from how its brackets were paired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tournaments.formats.contract import Reason

from .colours import Allocation
from .criteria import Bracket
from .engine import PairedBracket, weighed_whole
from .ideal import Ideal
from .order import Pair
from .reasons import also, plain
from .verdict import against_downfloat, against_pair, against_transpositions
from .weighted import Weighted

WEIGHED = 60
"""Where the quick way does not know what spoke against a pair, brackets up to this size are weighed to find out."""


class Explainer:
    """Knows all brackets of a round.

    ``thorough``: what a bracket, and all below it, can reach is weighed before anything is said of it, up to
    ``WEIGHED`` players; then it is always the first criterion in which the best with that pair falls short.
    """

    def __init__(self, paired: Sequence[PairedBracket], thorough: bool = False) -> None:
        self.paired = paired
        self.thorough = thorough
        self._weighed: dict[int, Weighted] = {}
        self._wholes: dict[int, Weighted | None] = {}
        self._transpositions: dict[int, str] = {}

    def of_pair(self, number: int, at: int, colours: Allocation) -> Reason:
        """Of a pair of a bracket, both by their places."""
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

    def against_bye(self, other: int) -> str:
        """What spoke against giving somebody the bye; ``""`` for nothing, or where it is not known."""
        field = self.paired[-1].bracket.field
        if not field.may_have_bye >> other & 1:
            return "C2"
        if not field.byes >> other & 1:
            return "C5"
        return self.against_downfloat(self.home(other), other)

    def home(self, index: int) -> int:
        """The bracket in which somebody is a resident."""
        return next(number for number, one in enumerate(self.paired) if index in one.bracket.residents)

    def _spared(self, above: int, index: int) -> Iterator[dict[str, Any]]:
        """Who ranked below a downfloater of the bracket above would have been moved down first, and why not."""
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
        """The first one of S2 that was passed over, and why."""
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

    def against_pair(self, number: int, at: int, other: int) -> str:
        """What spoke against ``other`` for the pair at that place of a bracket; ``""`` where it is not known."""
        paired = self.paired[number]
        pair = paired.arrangement.pairs[at]
        if refused := paired.bracket.field.refusal(pair.higher, other):
            return refused
        if self.thorough and (whole := self._whole(number)):
            return against_pair(whole, paired.arrangement, at, other)
        if isinstance(paired.solver, Ideal) and (plainly := paired.solver.against_pair(pair.higher, other)):
            return plainly
        solver = self._weights(number)
        return against_pair(solver, paired.arrangement, at, other) if solver else ""

    def against_downfloat(self, number: int, other: int) -> str:
        """What spoke against leaving somebody over in a bracket; ``""`` for nothing, or where it is not known."""
        paired = self.paired[number]
        if self.thorough and (whole := self._whole(number)):
            return against_downfloat(whole, other)
        if isinstance(paired.solver, Ideal) and (plainly := paired.solver.against_downfloat(other)):
            return plainly
        solver = self._weights(number)
        return against_downfloat(solver, other) if solver else ""

    def knows_downfloats(self, number: int) -> bool:
        """Whether ``""`` of ``against_downfloat`` means that nothing speaks against it."""
        return self.thorough and self._whole(number) is not None

    def _whole(self, number: int) -> Weighted | None:
        """The bracket weighed with everybody below, where these are few enough."""
        if number not in self._wholes:
            field = self.paired[number].bracket.field
            moved = self.paired[number - 1].arrangement.down if number else []
            groups = field.groups[number:]
            count = len(moved) + sum(map(len, groups))
            self._wholes[number] = None
            if len(moved) + len(groups[0]) > 1 and count <= WEIGHED:
                following = groups[1] if len(groups) > 1 else []
                below = [index for group in groups[2:] for index in group]
                bracket = Bracket(field, moved, groups[0], following, below, field.is_odd)
                self._wholes[number] = weighed_whole(bracket)
        return self._wholes[number]

    def _weights(self, number: int) -> Weighted | None:
        """Of the bracket, where they are known or quickly found."""
        paired = self.paired[number]
        if isinstance(paired.solver, Weighted) or paired.solver is None:
            return paired.solver
        bracket = paired.bracket
        if number not in self._weighed and len(bracket.players) <= WEIGHED:
            wide = len(bracket.players) + len(bracket.following) + len(bracket.below) <= WEIGHED
            seen = bracket if wide else replace(bracket, following=(), below=(), has_bye=False)
            self._weighed[number] = Weighted(seen, complete=wide, with_c9=wide and bracket.gets_bye)
        return self._weighed.get(number)

    def _exchanged(self, number: int, pair: Pair) -> Iterator[dict[str, Any]]:
        """Whether one of the two was, and what spoke against all transpositions."""
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

    def against_transpositions(self, number: int) -> str:
        if number not in self._transpositions:
            paired, solver = self.paired[number], self._weights(number)
            pairs = paired.arrangement.pairs
            moved = [pair for pair in pairs if pair.is_moved]
            met = {pair.lower for pair in moved}
            remainder = [index for index in paired.bracket.residents if index not in met]
            half = len(pairs) - len(moved)
            self._transpositions[number] = (
                against_transpositions(solver, moved, remainder[:half], remainder[half:]) if solver else ""
            )
        return self._transpositions[number]
