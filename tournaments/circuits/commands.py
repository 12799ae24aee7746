"""What can be asked of a circuit: plain data, decided by ``circuits.decide``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from tournaments.opening import MAX_TITLE

MAX_PLACES = 64
MAX_POINTS = 10_000
MAX_EVENTS = 60
Points = Annotated[int, Meta(ge=0, le=MAX_POINTS)]
Table = Annotated[
    tuple[Points, ...],
    Meta(
        min_length=1, max_length=MAX_PLACES, description="Points for the places from the first on, none above another."
    ),
]
Present = Annotated[Points, Meta(description="Points for every further place.")]
Best = Annotated[int, Meta(ge=0, le=MAX_EVENTS, description="So many results of each player count; 0: all.")]
Title = Annotated[str, Meta(min_length=1, max_length=MAX_TITLE)]


@dataclass(frozen=True, slots=True)
class OpenCircuit:
    """Open a circuit of a club. Board only."""

    club: UUID
    title: Title
    points: Table = (10, 8, 6, 5, 4, 3, 2, 1)
    present: Present = 0
    best: Best = 0


@dataclass(frozen=True, slots=True)
class ChangeCircuit:
    """Change its title and its rules; everything is counted anew. Board only."""

    title: Title
    points: Table
    present: Present = 0
    best: Best = 0


@dataclass(frozen=True, slots=True)
class CountTournament:
    """Add a listed tournament of the club, with one field. Board only."""

    tournament: UUID


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """Take a tournament out of the circuit. Board only."""

    tournament: UUID


@dataclass(frozen=True, slots=True)
class EndCircuit:
    """End the circuit: nothing is added any more. Board only."""


Command = OpenCircuit | ChangeCircuit | CountTournament | LeaveOut | EndCircuit
