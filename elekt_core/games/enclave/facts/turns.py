"""What turns, their phases and markers change (Z6-Z9), and their end and the end of the game (Z19, Z20)."""

from __future__ import annotations

from typing import Final

from .. import events as e
from ..cards import LOCATIONS
from ..state import NOT_CHOSEN, State
from .moves import Folds, told

ENCLAVE: Final = LOCATIONS.index("enclave")


def _turn(s: State, event: e.TurnStarted) -> None:
    s.turn = event.number
    s.played = [0] * s.seats
    s.initiative = [0] * len(s.initiative)


def _phase(s: State, event: e.PhaseStarted) -> None:
    s.phase = event.phase


def _token_placed(s: State, event: e.InitiativeTokenPlaced) -> None:
    s.initiative[event.location] = event.number


def _committed(s: State, event: e.ActionCommitted) -> None:
    s.committed[event.seat] = event.action


def _revealed(s: State, event: e.ActionsRevealed) -> None:
    for seat, action in enumerate(event.actions):
        if action != e.NONE:
            s.played[seat] |= 1 << action
    s.committed = [NOT_CHOSEN] * s.seats


def _marker(s: State, event: e.MarkerPlaced) -> None:
    s.places[event.place] += (event.seat,)


def _marker_back(s: State, event: e.MarkerReturned) -> None:
    """Whoever wanted to jump with that player has done so, or never will (Z14.15)."""
    s.places[event.place] = tuple(seat for seat in s.places[event.place] if seat != event.seat)
    if event.place == ENCLAVE:
        s.partner = [e.NONE if partner == event.seat else partner for partner in s.partner]


def _next_order(s: State, event: e.NextOrderFixed) -> None:
    s.next_order = event.order


# --- the end of a turn, the end of the game (Z19, Z20) --------------------------------------------------------


def _order_changed(s: State, event: e.TurnOrderChanged) -> None:
    s.order = s.next_order = event.order


def _bonus(s: State, event: e.BonusPointsAwarded) -> None:
    s.bonus = [have + got for have, got in zip(s.bonus, event.points, strict=True)]


def _conceded(s: State, event: e.SeatConceded) -> None:
    s.conceded |= 1 << event.seat


def _ended(s: State, event: e.GameEnded) -> None:
    s.ended = event
    s.question, s.waiting, s.step, s.agenda = "", (), (), ()


# --- what comes next ------------------------------------------------------------------------------------------


def _awaiting(s: State, event: e.Awaiting) -> None:
    s.waiting, s.question, s.step, s.agenda = event


FOLDS: Final[Folds] = {
    e.TurnStarted: _turn,
    e.PhaseStarted: _phase,
    e.InitiativeTokenPlaced: _token_placed,
    e.ActionCommitted: _committed,
    e.ActionsRevealed: _revealed,
    e.MarkerPlaced: _marker,
    e.MarkerReturned: _marker_back,
    e.LocationStarted: told,
    e.NextOrderFixed: _next_order,
    e.TurnOrderChanged: _order_changed,
    e.BonusPointsAwarded: _bonus,
    e.SeatConceded: _conceded,
    e.GameEnded: _ended,
    e.Awaiting: _awaiting,
}
