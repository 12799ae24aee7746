"""The state of a planned evening, folded from its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import assert_never
from uuid import UUID

from . import events as e
from .events import Coming, EveningEvent


@dataclass(slots=True)
class Evening:
    """``answers`` in the order in which they first came."""

    id: UUID
    version: int = 0
    club: UUID | None = None
    starts: datetime | None = None
    answers: dict[UUID, Coming] = field(default_factory=dict)
    tournament: UUID | None = None
    called_off: bool = False

    def apply(self, event: EveningEvent, at: datetime) -> None:
        self.version += 1
        match event:
            case e.EveningPlanned(club, starts):
                self.club, self.starts = club, datetime.fromisoformat(starts)
            case e.EveningAnswered(player, coming):
                self.answers[player] = coming
            case e.EveningOpened(tournament):
                self.tournament = tournament
            case e.EveningCalledOff():
                self.called_off = True
            case _:
                assert_never(event)

    @property
    def is_to_come(self) -> bool:
        return self.version > 0 and not self.called_off and self.tournament is None
