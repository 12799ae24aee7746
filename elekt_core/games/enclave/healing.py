"""Healing items, at almost any time (Z16)."""

from __future__ import annotations

from typing import Any

from ...kit.choices import Choice
from . import events as e
from .cards import PRINTED
from .planning import ask_planners
from .play import Play
from .state import State

HEAL = "heal"


def healed(s: State, seat: int, card: int) -> tuple[int, int]:
    """By how much each level would rise (Z16.4)."""
    heal = PRINTED[card].heal
    at = 2 * seat
    return (
        min(heal[0], s.maximum[at] - s.condition[at]),
        min(heal[1], s.maximum[at + 1] - s.condition[at + 1]),
    )


def heals(s: State, seat: int) -> list[Choice]:
    """Z16.3, Z16.5: the items that the seat may use now."""
    if not s.question or s.revealed:
        return []
    return [(card,) for card in s.items(seat, "healing") if any(healed(s, seat, card))]


def why_not_heal(s: State, seat: int, choice: Choice) -> str:
    """The code of the refusal."""
    if choice[0] not in s.items(seat, "healing"):
        return "not_a_healing_item"
    return "heal_in_boarding" if s.revealed else "heals_nothing"


def heal(play: Play, seat: int, choice: Choice) -> None:
    """Healing does not change whose decision is pending (Z16.3)."""
    s = play.state
    asked = s.question_as_asked()
    play.emit(e.Healed(seat, choice[0], *healed(s, seat, choice[0])))
    play.check_pile(PRINTED[choice[0]].deck)
    ask_again(play, *asked)


def ask_again(play: Play, waiting: tuple[int, ...], question: str, step: Any) -> None:
    """Ask the open question again, of those who have not answered it; it stays open even if only one answer is left
    (Z16.3)."""
    if question == "choose_action":
        number, planners = step
        ask_planners(play, planners, number)
    else:
        play.ask(waiting[0], question, step)
