"""The state of a club's roster, folded from its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import assert_never
from uuid import UUID, uuid5

from . import events as e
from .events import RosterEvent


@dataclass(frozen=True, slots=True)
class Listed:
    number: int
    since: datetime
    played: bool


@dataclass(slots=True)
class Roster:
    """``numbers`` is the highest number ever given: none is given twice."""

    id: UUID
    version: int = 0
    club: UUID | None = None
    people: dict[UUID, Listed] = field(default_factory=dict)
    numbers: int = 0

    def apply(self, event: RosterEvent, at: datetime) -> None:
        self.version += 1
        match event:
            case e.RosterBegun():
                self.club = event.club
            case e.PersonListed():
                self.people[event.player] = Listed(event.number, at, event.played)
                self.numbers = max(self.numbers, event.number)
            case e.PersonRenamed():
                pass
            case e.PersonUnlisted():
                del self.people[event.player]
            case _:
                assert_never(event)


def stream_of(club: UUID) -> UUID:
    """A club has one roster, so the club's id leads to it."""
    return uuid5(club, "roster")
