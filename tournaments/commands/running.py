"""The tournament as a whole: its name and rules, its officers, and its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from tournaments.settings import Settings, Stages
from tournaments.state import Role
from web.decoding import INSIDE

from .fields import Reasoned, Text


@dataclass(frozen=True, slots=True)
class ChangeTournament:
    title: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class PlanStages:
    """Change the planned stages; those that have begun stay as they are."""

    stages: Stages


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change both at once, all or nothing."""

    title: str
    settings: Settings
    stages: Stages


@dataclass(frozen=True, slots=True)
class GrantRole:
    """Name an officer. Owners only.

    None takes it away; somebody must stay owner.
    """

    player: UUID
    role: Annotated[Role | None, Meta(description="null takes it away.")]


@dataclass(frozen=True, slots=True)
class AddNote:
    """Note something about the tournament or an entrant."""

    text: Text
    entrant: int | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """Make the results final. Doing it twice does nothing. Arbiters only.

    It can be opened again.
    """


@dataclass(frozen=True, slots=True)
class Reopen(Reasoned):
    pass


@dataclass(frozen=True, slots=True)
class Cancel(Reasoned):
    pass


@dataclass(frozen=True, slots=True)
class Undo(Reasoned):
    """Undo the latest change; the hash is again the one before it. Arbiters only.

    The state is the one before it, to the last bit. ``first`` and ``last`` are the events of that change, once it was
    looked up.
    """

    first: Annotated[int, INSIDE] = 0
    last: Annotated[int, INSIDE] = 0
