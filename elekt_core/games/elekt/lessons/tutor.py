"""The tutor: plays its part of a lesson where that fits, otherwise a gentle game with few Units and no tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....chance import Chance
from ....contract import Decision, Game, SeatNo
from ..state import State


class Tutor:
    """In round ``part_round`` the first path of ``plays`` that is offered is taken, the instant abilities of the Units
    named in ``uses`` are used, and at most ``units`` Units are assigned; in later rounds at most ``later_units``."""

    def __init__(
        self, part_round: int, plays: Sequence[str], uses: Sequence[str], units: int, later_units: int
    ) -> None:
        self.part_round = part_round
        self.plays = tuple(tuple(path.split()) for path in plays)
        self.uses = frozenset(uses)
        self.units = units
        self.later_units = later_units

    def choose(self, game: Game[Any], view: State, options: Sequence[Decision], chance: Chance) -> Decision:
        """Never raises; depends only on its arguments."""
        acting = view.round == self.part_round
        by_path = {game.parts(option): option for option in options}
        part = next((by_path[path] for path in self.plays if path in by_path), None) if acting else None
        if part is not None and self._may_assign(view, part):
            return part
        kind, seat = options[0].kind, options[0].seat
        if kind == "assign_or_pass":
            return self._assign(view, options, chance)
        if kind == "annihilate_unit":
            return next((o for o in options if o.choice and self._theirs(view, o)), options[0])
        if kind == "use_instant" and acting and self._unit_asked(game, view) in self.uses:
            return options[-1]
        return game.default(view, SeatNo(seat))

    def _may_assign(self, view: State, option: Decision) -> bool:
        most = self.units if view.round == self.part_round else self.later_units
        return option.kind != "assign_or_pass" or view.assigned[option.seat] < most

    def _assign(self, view: State, options: Sequence[Decision], chance: Chance) -> Decision:
        assigning = [option for option in options if option.choice]
        if not assigning or not self._may_assign(view, assigning[0]):
            return next(option for option in options if not option.choice)
        return assigning[chance.pick(0, len(assigning))]

    def _theirs(self, view: State, option: Decision) -> bool:
        unit = option.choice[0]
        return view.in_zone(unit) and view.owner(unit) != option.seat

    def _unit_asked(self, game: Game[Any], view: State) -> str:
        """The name of the Unit whose ability is offered."""
        question = next(iter(game.awaiting(view)), None)
        return "" if question is None else str(question.data.get("card", ""))
