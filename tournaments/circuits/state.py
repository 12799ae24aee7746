"""The state of a circuit, folded from its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import assert_never
from uuid import UUID

from . import events as e
from .events import CircuitEvent
from .points import Rules


@dataclass(slots=True)
class Circuit:
    """``tournaments`` in the order in which they were added."""

    id: UUID
    version: int = 0
    club: UUID | None = None
    title: str = ""
    rules: Rules = field(default_factory=Rules)
    tournaments: list[UUID] = field(default_factory=list)
    ended: bool = False

    def apply(self, event: CircuitEvent, at: datetime) -> None:
        self.version += 1
        match event:
            case e.CircuitOpened(club, title, points, present, best):
                self.club, self.title, self.rules = club, title, Rules(points, present, best)
            case e.CircuitChanged(title, points, present, best):
                self.title, self.rules = title, Rules(points, present, best)
            case e.TournamentCounted(tournament):
                self.tournaments.append(tournament)
            case e.TournamentLeftOut(tournament):
                self.tournaments.remove(tournament)
            case e.CircuitEnded():
                self.ended = True
            case _:
                assert_never(event)
