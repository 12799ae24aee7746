"""Carries out a decision in a solo game: the same steps, but those of the Houses are taken at once.

Ordinary games are carried out by ``Play`` itself and know nothing of this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ....chance import Chance
from ....kit.choices import Choice
from .. import agenda as a
from .. import events as e
from ..course import Handler
from ..play import Play
from ..state import State
from ..tables import Tables
from ..vocabulary import NONE
from . import abilities, answers, hand, heat, seals, turns, wins
from .reasons import REASONS
from .solo import HOUSES, Solo


class SoloPlay(Play):
    """``Play`` for a solo game."""

    __slots__ = ()

    @property
    def solo(self) -> Solo:
        assert self.state.solo is not None
        return self.state.solo

    def emit(self, event: Any) -> None:
        """After every event, before anything else, come the conversions (E16.8, E21.24, E21.33). A House Unit that
        returns to the pile also shuffles it (E21.38)."""
        super().emit(event)
        state = self.state
        if state.solo is None:
            return
        kind = type(event)
        if kind in seals.CHANGES:
            seals.note_change(self, kind)
        if state.heat[HOUSES] >= heat.PRICE:
            heat.convert_heat(self)
        elif state.solo.seals >= seals.PRICE:
            seals.convert_seals(self)
        elif kind is e.UnitsReturned and event.seat == HOUSES:
            hand.shuffle(self)

    def because(self, why: str, card: int = NONE, zone: int = NONE) -> None:
        """For readers: why the Houses do this."""
        self.tell(e.HousesChose(why, REASONS[why], card, zone))

    def ask(self, seat: int, question: str, step: Any, offered: Sequence[Choice] | None = None) -> None:
        if seat == HOUSES:
            answers.answer(self, question, step)
        else:
            super().ask(seat, question, step, offered)

    def run(self) -> None:
        agenda, steps = self.agenda, self.course.steps
        while self.question is None:
            step = agenda.pop()
            others = HOUSES_STEPS if step.seat == HOUSES else SOLO_STEPS
            (others.get(type(step)) or steps[type(step)])(self, step)

    def titles_beside(self, seat: int) -> int:
        """E21.24, E21.35."""
        return self.solo.titles if seat == HOUSES else 0

    def gain_heat(self, seat: int, amount: int) -> None:
        if seat == HOUSES:
            heat.gain(self, amount)
        else:
            super().gain_heat(seat, amount)

    def gather_heat(self, seat: int, counted: int) -> None:
        if seat == HOUSES:
            heat.gather(self, counted)
        else:
            super().gather_heat(seat, counted)


def play_for(tables: Tables, state: State, chance: Chance) -> Play:
    """The ``Play`` that carries out a decision in this game."""
    return (Play() if state.solo is None else SoloPlay()).begin(tables.course, tables, state, chance)


SOLO_STEPS: Final[dict[type, Handler]] = {
    a.Recruit: turns.recruit,
    a.Turn: turns.turn,
    a.HousesLose: seals.ask_what_is_lost,
}
"""Step -> its handler, where that is another one in a solo game."""

HOUSES_STEPS: Final[dict[type, Handler]] = {
    **SOLO_STEPS,
    a.Ability: abilities.run_ability,
    a.Do: abilities.do,
    a.Won: wins.won,
    a.HousesSeal: seals.watched,
}
"""The same for steps of the Houses."""
