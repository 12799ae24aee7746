"""How a game goes on: turns, their phases and markers (Z6-Z9), and how they and the game end (Z19, Z20)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ....kit.fields import KNOWN_TO_SEAT
from .fields import Action, Agenda, Category, Location, Phase, Place, Reason, Step

# --- a turn (Z6-Z9) -------------------------------------------------------------------------------------------


class TurnStarted(NamedTuple):
    number: int


class PhaseStarted(NamedTuple):
    phase: Phase


class InitiativeTokenPlaced(NamedTuple):
    seat: int
    number: int
    location: Location


class ActionCommitted(NamedTuple):
    """A sealed choice, or another one that replaces it (Z8.4)."""

    seat: int
    action: Annotated[Action, KNOWN_TO_SEAT]


class ActionsRevealed(NamedTuple):
    """By seat, NONE for players who play no card in this round (Z8.2)."""

    actions: tuple[Action, ...]


class MarkerPlaced(NamedTuple):
    seat: int
    place: Place


class MarkerReturned(NamedTuple):
    seat: int
    place: Place


class LocationStarted(NamedTuple):
    location: Location


class NextOrderFixed(NamedTuple):
    """For the next turn (Z11.2)."""

    order: tuple[int, ...]


# --- the end of a turn, the end of the game (Z19, Z20) --------------------------------------------------------


class TurnOrderChanged(NamedTuple):
    """Z19.6."""

    order: tuple[int, ...]


class BonusPointsAwarded(NamedTuple):
    """By seat (Z20.5)."""

    category: Category
    points: tuple[int, ...]


class SeatConceded(NamedTuple):
    seat: int


class GameEnded(NamedTuple):
    reason: Reason
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seed: str


# --- what comes next ------------------------------------------------------------------------------------------


class Awaiting(NamedTuple):
    """The open question, who has not answered it yet, and all the steps that follow its answer."""

    seats: tuple[int, ...]
    question: str
    step: Step
    agenda: Agenda
