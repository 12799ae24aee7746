"""The Houses' immediate answers to questions that the rules would ask them. Abilities and the effects of wins are not
among them: those are handled in ``abilities`` and ``wins``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from .. import agenda as a
from ..life import victims_of
from ..round_end import unchanged
from ..vocabulary import COURT
from .hand import first_of_pile
from .solo import HOUSES

if TYPE_CHECKING:
    from .table import SoloPlay


def _tie_winner(play: SoloPlay, step: a.Tie) -> tuple[Any, ...]:
    """E21.4."""
    play.because("names_itself", zone=step.zone)
    return (HOUSES,)


def _choose_victim(play: SoloPlay, step: a.Designate) -> tuple[Any, ...]:
    """E21.40: the first from the left."""
    unit = victims_of(play.tables, play.state, step)[0]
    play.because("first_from_left", unit, step.zone)
    return (unit,)


def _save_unit(play: SoloPlay, step: a.Save) -> tuple[Any, ...]:
    """E21.31."""
    play.because("never_saves", step.unit, step.zone)
    return ("let_go",)


def _discard_from_hand(play: SoloPlay, step: a.Discard) -> tuple[Any, ...]:
    """E21.42."""
    play.because("top_of_pile")
    return first_of_pile(play.state.hands[HOUSES], step.number)


def _give_sceptre(play: SoloPlay, step: a.Sceptre) -> tuple[Any, ...]:
    """E21.37."""
    play.because("takes_sceptre", zone=COURT)
    return (HOUSES, unchanged(play.state))


PROCEDURES: Final[dict[str, Callable[[SoloPlay, Any], tuple[Any, ...]]]] = {
    "tie_winner": _tie_winner,
    "choose_victim": _choose_victim,
    "save_unit": _save_unit,
    "discard_from_hand": _discard_from_hand,
    "give_sceptre": _give_sceptre,
}


def answer(play: SoloPlay, question: str, step: Any) -> None:
    """Carry out the Houses' answer, with its reason. A question of an expansion gets the answer for a seat that does
    not answer."""
    asked = play.course.questions[question]
    if question in PROCEDURES:
        choice = PROCEDURES[question](play, step)
    else:
        choice = asked.default_of(play.tables, play.state, HOUSES, step)
    asked.answer(play, HOUSES, step, choice)
