"""What can be asked of a planned evening: plain data, decided by ``evenings.decide``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from .events import Coming


@dataclass(frozen=True, slots=True)
class PlanEvening:
    """Plan an evening of a club. Board only."""

    club: UUID
    starts: datetime


@dataclass(frozen=True, slots=True)
class AnswerEvening:
    """Say whether you come, or, for the board, whether somebody without an account does."""

    coming: Coming
    player: UUID | None = None


@dataclass(frozen=True, slots=True)
class CallOff:
    """Call the evening off. Board only."""


@dataclass(frozen=True, slots=True)
class NoteOpened:
    """The tournament of this evening was opened. Board only."""

    tournament: UUID


Command = PlanEvening | AnswerEvening | CallOff | NoteOpened
