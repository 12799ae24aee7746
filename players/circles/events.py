"""What can happen to a circle of clubs. Its stream names clubs; no person."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from ledger.typed import Kinds


@dataclass(frozen=True, slots=True)
class CircleBegun:
    name: str
    club: UUID


@dataclass(frozen=True, slots=True)
class CircleClubInvited:
    """``by``, a club of the circle, wants it in; the others are asked, and it is asked itself."""

    club: UUID
    by: UUID


@dataclass(frozen=True, slots=True)
class CircleClubApproved:
    club: UUID
    by: UUID


@dataclass(frozen=True, slots=True)
class CircleInvitationAccepted:
    """The invited club wants to join; it does once every club of the circle has approved."""

    club: UUID


@dataclass(frozen=True, slots=True)
class CircleAcceptanceWithdrawn:
    """The invited club is in another circle: to join this one it must accept again."""

    club: UUID


@dataclass(frozen=True, slots=True)
class CircleInvitationDropped:
    club: UUID


@dataclass(frozen=True, slots=True)
class CircleClubJoined:
    """From now on it shares its roster with the others, and they share theirs."""

    club: UUID


@dataclass(frozen=True, slots=True)
class CircleClubLeft:
    """Nothing is shared with it any more."""

    club: UUID


CircleEvent = (
    CircleBegun
    | CircleClubInvited
    | CircleClubApproved
    | CircleInvitationAccepted
    | CircleAcceptanceWithdrawn
    | CircleInvitationDropped
    | CircleClubJoined
    | CircleClubLeft
)
KINDS = Kinds[CircleEvent](CircleEvent, first=CircleBegun)
