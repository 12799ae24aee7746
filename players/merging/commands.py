"""What can be asked about two profiles of one person: plain data, decided by ``merging.decide``."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Ask:
    """Claim the profile ``goes`` as your own: a name known to the organisers of the tournament, or the board
    of the club, ``at``."""

    keeps: UUID
    goes: UUID
    at: UUID


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline, by an organiser whose right the caller has checked; or withdraw, by the player who asked."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Confirm, by an organiser whose right the caller has checked."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Merge at once. ``proof`` is ``events.BOTH`` if the person has shown that they are both, ``events.STAFF`` if
    staff say so, or ``events.CLUB`` if both are names on the roster of the club ``at``, whose board says so; the caller
    has checked that."""

    keeps: UUID
    goes: UUID
    proof: str
    at: UUID | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Undo a merger: by the person, by ``staff``, who run the platform, or by an ``officer`` of the club that merged
    two names (the caller has checked that). The games are the other profile's again,
    and its account can log in. Clubs that it was in, and tournaments that run, stay as they are."""

    staff: bool = False
    officer: bool = False


Command = Ask | Decline | Confirm | Merge | Part
