"""What can be asked of a planned evening: plain data, decided by ``evenings.decide``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from .events import Coming

MAX_LIMIT = 2000
Limit = Annotated[int, Meta(ge=0, le=MAX_LIMIT, description="How many have a place; 0: everybody.")]


@dataclass(frozen=True, slots=True)
class PlanEvening:
    """Plan an evening of a club. Board only."""

    club: UUID
    starts: datetime
    limit: Limit = 0


@dataclass(frozen=True, slots=True)
class LimitEvening:
    """Change how many have a place. Board only.

    Whoever is first on the waiting list moves up; with fewer places, those who came last wait again."""

    limit: Limit
    instead_of: Annotated[
        Limit | None, Meta(description="The number of places when you looked; refused if it has changed since.")
    ] = None
    """Not the version: people answer while the board looks, and that changes nothing here."""


@dataclass(frozen=True, slots=True)
class AnswerEvening:
    """Say whether you come, or, for the board, whether somebody without an account does; of everybody who has answered
    the board can say that they do not come."""

    coming: Coming
    player: UUID | None = None


@dataclass(frozen=True, slots=True)
class CallOff:
    """Call the evening off. Board only."""


@dataclass(frozen=True, slots=True)
class NoteOpened:
    """The tournament of this evening was opened. Board only."""

    tournament: UUID


Command = PlanEvening | LimitEvening | AnswerEvening | CallOff | NoteOpened
