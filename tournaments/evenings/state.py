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
    """``answers`` in the order in which they were given: whoever changes an answer stands at the end again."""

    id: UUID
    version: int = 0
    club: UUID | None = None
    starts: datetime | None = None
    limit: int = 0
    """How many have a place; 0: everybody."""
    answers: dict[UUID, Coming] = field(default_factory=dict)
    tournament: UUID | None = None
    called_off: bool = False

    def apply(self, event: EveningEvent, at: datetime) -> None:
        self.version += 1
        match event:
            case e.EveningPlanned(club, starts, limit):
                self.club, self.starts, self.limit = club, datetime.fromisoformat(starts), limit
            case e.EveningAnswered(player, coming):
                self.answers.pop(player, None)
                self.answers[player] = coming
            case e.EveningLimited(limit):
                self.limit = limit
            case e.EveningOpened(tournament):
                self.tournament = tournament
            case e.EveningCalledOff():
                self.called_off = True
            case _:
                assert_never(event)

    @property
    def coming(self) -> list[UUID]:
        """Everybody who said that they come, the first first."""
        return [player for player, answer in self.answers.items() if answer is Coming.YES]

    @property
    def placed(self) -> list[UUID]:
        """Those of them who have a place."""
        return self.coming[: self.limit] if self.limit else self.coming

    @property
    def waiting(self) -> list[UUID]:
        """Those for whom there is none yet: the first moves up when a place becomes free."""
        return self.coming[self.limit :] if self.limit else []

    @property
    def to_remind(self) -> list[UUID]:
        """Who has a place, and who perhaps comes."""
        return [*self.placed, *(player for player, answer in self.answers.items() if answer is Coming.PERHAPS)]

    @property
    def is_to_come(self) -> bool:
        return self.version > 0 and not self.called_off and self.tournament is None
