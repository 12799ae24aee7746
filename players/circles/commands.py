"""What an owner of a club can ask of its circle: plain data, decided by ``circles.decide``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import Meta

MAX_NAME = 80


@dataclass(frozen=True, slots=True)
class BeginCircle:
    """Begin a circle with this club alone. Owners only, as everything here."""

    name: Annotated[str, Meta(min_length=2, max_length=MAX_NAME)]


@dataclass(frozen=True, slots=True)
class InviteToCircle:
    """Invite another club, or approve of one that is invited. It joins once it has accepted and all have approved."""

    club: UUID


@dataclass(frozen=True, slots=True)
class AcceptCircle:
    """Accept the invitation of a circle."""

    circle: UUID


@dataclass(frozen=True, slots=True)
class DeclineCircle:
    """Decline the invitation of a circle."""

    circle: UUID


@dataclass(frozen=True, slots=True)
class RefuseClub:
    """Refuse a club that is invited to the circle: the invitation is over."""

    club: UUID


@dataclass(frozen=True, slots=True)
class LeaveCircle:
    """Leave the circle: from now on nothing is shared."""


Command = BeginCircle | InviteToCircle | AcceptCircle | DeclineCircle | RefuseClub | LeaveCircle
