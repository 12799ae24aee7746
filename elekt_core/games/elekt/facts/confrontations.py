"""What confrontations change (E8, E9): cards on the boards and in front of players, and Titles."""

from __future__ import annotations

from typing import Final

from .. import events as e
from ..state import State
from ..vocabulary import COURT, NONE
from .moves import Folds, hold, lay_before, release, told, without


def _confrontation_skipped(s: State, event: e.ConfrontationSkipped) -> None:
    s.skips |= 1 << 4 * event.zone + event.attribute


def _off_board(s: State, zone: int, card: int) -> None:
    """E9.20: the ability of a card that leaves the board ends at once."""
    s.face_up[zone] = NONE
    s.active[zone] &= ~(1 << card)


def _card_acquired(s: State, event: e.CardAcquired) -> None:
    _off_board(s, event.zone, event.card)
    if event.zone == COURT:
        hold(s, event.card)
        s.crowned = event.seat
    lay_before(s, event.seat, event.card)


def _card_removed(s: State, event: e.CardRemoved) -> None:
    if event.zone != NONE:
        _off_board(s, event.zone, event.card)
    else:
        s.acquired[event.seat] = without(s.acquired[event.seat], event.card)
        release(s, event.card)
    s.removed += (event.card,)


def _titles_changed(s: State, event: e.TitlesChanged) -> None:
    s.titles = event.titles


FOLDS: Final[Folds] = {
    e.ConfrontationSkipped: _confrontation_skipped,
    e.ConfrontationStarted: told,
    e.ConfrontationScored: told,
    e.ConfrontationVoid: told,
    e.ConfrontationTied: told,
    e.ConfrontationWon: told,
    e.EffectDeclined: told,
    e.CardAcquired: _card_acquired,
    e.CardRemoved: _card_removed,
    e.TitlesChanged: _titles_changed,
}
