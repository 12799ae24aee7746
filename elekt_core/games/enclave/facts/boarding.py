"""What boarding changes (Z13, Z14)."""

from __future__ import annotations

from typing import Final

from .. import events as e
from ..cards import BOARD, MISSION, PRINTED, TREE
from ..state import State
from .moves import Folds, discard, draw, into_hand, told, without


def _synchron_declared(s: State, event: e.SynchronDeclared) -> None:
    s.partner[event.seat] = event.partner


def _synchron_taken(s: State, event: e.SynchronTaken) -> None:
    s.synchron[event.seat] = s.turn


def _synchron_returned(s: State, event: e.SynchronReturned) -> None:
    s.synchron[event.seat] = 0


def _preparation_taken(s: State, event: e.PreparationTaken) -> None:
    s.preparation[event.seat] = s.turn


def _preparation_returned(s: State, event: e.PreparationReturned) -> None:
    s.preparation[event.seat] = 0


def _boarding(s: State, event: e.BoardingStarted) -> None:
    s.mission, s.blind, s.participants = event.card, event.blind, event.participants
    if event.blind:
        draw(s, MISSION, (event.card,))
    elif PRINTED[event.card].deck == MISSION:
        s.rows[MISSION] = without(s.rows[MISSION], event.card)


def _items_taken(s: State, event: e.ItemsTaken) -> None:
    for card in event.cards:
        s.hands[event.seat] = without(s.hands[event.seat], card)
    s.along[event.seat] = event.cards


def _traps(s: State, event: e.TrapsRevealed) -> None:
    s.revealed = 1
    s.traps += event.cards
    if event.cards:
        draw(s, PRINTED[event.cards[0]].deck, event.cards)


def _protection(s: State, event: e.ProtectionUsed) -> None:
    s.used[event.seat] = event.cards
    if event.token:
        s.preparation[event.seat], s.shielded[event.seat] = 0, 1


def _wounds(s: State, event: e.WoundsTaken) -> None:
    for kind, wounds in enumerate((event.physical, event.psychic)):
        at = 2 * event.seat + kind
        s.condition[at] = max(BOARD.lowest, s.condition[at] - wounds)


def _boarding_ended(s: State, event: e.BoardingEnded) -> None:
    """Z14.1, step 7; Z21.7."""
    if PRINTED[s.mission].deck != TREE:
        discard(s, (s.mission,))
    discard(s, s.traps)
    for seat in s.participants:
        used = s.used[seat]
        discard(s, used)
        into_hand(s, seat, (card for card in s.along[seat] if card not in used))
        s.along[seat], s.used[seat], s.shielded[seat] = (), (), 0
    s.mission, s.blind, s.participants, s.traps, s.revealed = e.NONE, False, (), (), 0


FOLDS: Final[Folds] = {
    e.SynchronDeclared: _synchron_declared,
    e.SynchronTaken: _synchron_taken,
    e.SynchronReturned: _synchron_returned,
    e.BoardingPassed: told,
    e.PreparationTaken: _preparation_taken,
    e.PreparationReturned: _preparation_returned,
    e.BoardingStarted: _boarding,
    e.ItemsTaken: _items_taken,
    e.TrapsRevealed: _traps,
    e.ProtectionUsed: _protection,
    e.WoundsTaken: _wounds,
    e.BoardingSucceeded: told,
    e.BoardingFailed: told,
    e.BoardingEnded: _boarding_ended,
}
