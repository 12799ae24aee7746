"""What can happen to a circuit. Its stream names tournaments and its club; no person."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from ledger.typed import Kinds


@dataclass(frozen=True, slots=True)
class CircuitOpened:
    """``points`` for the places from the first on, ``present`` for every further one; of each player the ``best``
    results count (0: all)."""

    club: UUID
    title: str
    points: tuple[int, ...]
    present: int
    best: int


@dataclass(frozen=True, slots=True)
class CircuitChanged:
    title: str
    points: tuple[int, ...]
    present: int
    best: int


@dataclass(frozen=True, slots=True)
class TournamentCounted:
    """From now on it belongs to the circuit."""

    tournament: UUID


@dataclass(frozen=True, slots=True)
class TournamentLeftOut:
    tournament: UUID


@dataclass(frozen=True, slots=True)
class CircuitEnded:
    """No tournament is added any more; a corrected result still counts anew."""


CircuitEvent = CircuitOpened | CircuitChanged | TournamentCounted | TournamentLeftOut | CircuitEnded
KINDS = Kinds[CircuitEvent](CircuitEvent, first=CircuitOpened)
