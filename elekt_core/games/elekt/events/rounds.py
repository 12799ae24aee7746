"""How a game goes on: rounds, recruitment, assignment (E5-E7), and how they and the game end (E10, E11)."""

from __future__ import annotations

from typing import NamedTuple

from ....kit.fields import Card, Cards, OwnCard, OwnCards
from .fields import Agenda, Phase, Position, Reason, Seat, Source, Step, Zone

# --- rounds, recruitment, assignment (E5-E7) ------------------------------------------------------------------


class RoundStarted(NamedTuple):
    number: int


class PhaseStarted(NamedTuple):
    phase: Phase


class UnitsDrawn(NamedTuple):
    """From the top of the Elite deck, not yet in hand. Private."""

    seat: Seat
    units: OwnCards


class UnitKept(NamedTuple):
    """A drawn Unit went to the hand. Private."""

    seat: Seat
    unit: OwnCard


class UnitDiscarded(NamedTuple):
    """``source``: 0 a drawn card, 1 the hand, 2 a Zone (then its tokens went to the pool, E13.3)."""

    seat: Seat
    unit: Card
    source: Source
    zone: Zone
    position: Position


class UnitAssigned(NamedTuple):
    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class PlayerPassed(NamedTuple):
    """``forced`` if there was nothing to assign (E7.7), as all could see."""

    seat: Seat
    forced: bool


class SeatConceded(NamedTuple):
    """The seat gave up; with 3 or 4 seats it stays and plays the defaults (E11.8)."""

    seat: Seat


# --- end of round, end of game (E10, E11) ---------------------------------------------------------------------


class HeatGathered(NamedTuple):
    """E10.3: ``counted`` Units of the Court gave ``amount`` Heat (the limit holds)."""

    seat: Seat
    counted: int
    amount: int


class UnitsReturned(NamedTuple):
    """E10.4: from all Zones to the hand, from left to right."""

    seat: Seat
    units: Cards


class GameEnded(NamedTuple):
    """``seed`` opens the commitment of ``GameCreated``. ``reason`` is one of REASONS."""

    reason: Reason
    winner: Seat
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seed: str


class HeraldNamed(NamedTuple):
    """E11.7; ``herald`` is NONE if the winner wants none."""

    seat: Seat
    herald: Seat


# --- what comes next ------------------------------------------------------------------------------------------


class Awaiting(NamedTuple):
    """The open question, and all the steps that follow its answer: the whole course of the game.

    ``question`` is a kind of decision, ``step`` what asks it, ``agenda`` the steps beneath, the next one last.
    Neither ever holds a hidden card.
    """

    seat: Seat
    question: str
    step: Step
    agenda: Agenda
