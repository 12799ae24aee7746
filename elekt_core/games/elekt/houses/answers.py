"""Questions that the rules would ask the Houses, answered at once. Abilities and the effects of wins are not among
them: those have their own course (``abilities``, ``wins``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..events import Step
from ..life import victims_of
from ..round_end import unchanged
from ..vocabulary import COURT
from .hand import first_of_pile
from .solo import HOUSES

if TYPE_CHECKING:
    from .table import SoloPlay


def _tie_winner(play: SoloPlay, step: Step) -> tuple[Any, ...]:
    """E21.4."""
    play.because("names_itself", zone=step[2])
    return (HOUSES,)


def _choose_victim(play: SoloPlay, step: Step) -> tuple[Any, ...]:
    """E21.40: the first from the left."""
    unit = victims_of(play.tables, play.state, step)[0]
    play.because("first_from_left", unit, step[3])
    return (unit,)


def _save_unit(play: SoloPlay, step: Step) -> tuple[Any, ...]:
    """E21.31."""
    play.because("never_saves", step[3], step[4])
    return ("let_go",)


def _discard_from_hand(play: SoloPlay, step: Step) -> tuple[Any, ...]:
    """E21.42."""
    play.because("top_of_pile")
    return first_of_pile(play.state.hands[HOUSES], step[2])


def _give_sceptre(play: SoloPlay, step: Step) -> tuple[Any, ...]:
    """E21.37."""
    play.because("takes_sceptre", zone=COURT)
    return (HOUSES, unchanged(play.state))


PROCEDURES: Final[dict[str, Callable[[SoloPlay, Step], tuple[Any, ...]]]] = {
    "tie_winner": _tie_winner,
    "choose_victim": _choose_victim,
    "save_unit": _save_unit,
    "discard_from_hand": _discard_from_hand,
    "give_sceptre": _give_sceptre,
}


def answer(play: SoloPlay, question: str, step: Step) -> None:
    """The Houses' answer, with its reason, is carried out. An expansion's question gets what it says for a seat that
    does not answer."""
    course, state = play.tables.course, play.state
    if question in PROCEDURES:
        choice = PROCEDURES[question](play, step)
    else:
        state.asked, state.question, state.step, state.agenda = HOUSES, question, step, tuple(play.agenda)
        choice = course.defaults[question](play.tables, state)
    course.answers[question](play, step, choice)
