"""Heat of the Houses: gained token by token, and three of them buy a Privilege at once (E21.33, E21.35)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .. import events as e
from ..vocabulary import COURT
from .solo import HOUSES

if TYPE_CHECKING:
    from .table import SoloPlay

PRICE: Final = 3
"""Heat for a Privilege."""


def convert_heat(play: SoloPlay) -> None:
    """E21.33: discard all Heat for the top face-down Privilege, or for nothing if none is left."""
    s = play.state
    play.emit(e.HeatDiscarded(HOUSES, s.heat[HOUSES]))
    if not s.decks[COURT]:
        play.because("no_privilege_left", zone=COURT)
        return
    play.emit(e.HousesPrivilegeDrawn(s.decks[COURT][-1]))
    play.titles_may_have_changed()


def portion(play: SoloPlay, wanted: int) -> int:
    """How much Heat fits at once: then comes a conversion, or there is no more. Gaining portions with conversions
    between them amounts to gaining token by token."""
    s = play.state
    return min(wanted, min(PRICE, s.game.heat_limit) - s.heat[HOUSES], s.heat_pool)


def gain(play: SoloPlay, amount: int) -> None:
    while (fits := portion(play, amount)) > 0:
        play.emit(e.HeatGained(HOUSES, fits))
        amount -= fits


def gather(play: SoloPlay, counted: int) -> None:
    """E21.34: the first portion says how many Units were counted."""
    fits = max(0, portion(play, counted))
    play.emit(e.HeatGathered(HOUSES, counted, fits))
    if fits:
        gain(play, counted - fits)


def take(play: SoloPlay, victim: int, amount: int) -> None:
    """E18.3; here nothing depends on the pool."""
    s = play.state
    while (fits := min(amount, s.heat[victim], min(PRICE, s.game.heat_limit) - s.heat[HOUSES])) > 0:
        play.emit(e.HeatTaken(HOUSES, victim, fits))
        amount -= fits
