"""What can happen to a club. Its stream contains only ids and the club's own name."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from ledger.typed import Kinds


@dataclass(frozen=True, slots=True)
class ClubFounded:
    """``open_entry``: whoever wants to joins; else an officer admits them. ``listed``: found in lists."""

    name: str
    place: str
    owner: UUID
    open_entry: bool = False
    listed: bool = True


@dataclass(frozen=True, slots=True)
class ClubChanged:
    name: str
    place: str
    open_entry: bool
    listed: bool


@dataclass(frozen=True, slots=True)
class ClubMemberInvited:
    player: UUID


@dataclass(frozen=True, slots=True)
class ClubEntryAsked:
    player: UUID


@dataclass(frozen=True, slots=True)
class ClubEntryDropped:
    """An invitation or a request was withdrawn or declined."""

    player: UUID


@dataclass(frozen=True, slots=True)
class ClubMemberJoined:
    player: UUID


@dataclass(frozen=True, slots=True)
class ClubMemberLeft:
    """Left, or was removed."""

    player: UUID


@dataclass(frozen=True, slots=True)
class ClubRoleGranted:
    """``owner``, ``officer`` or ``member``."""

    player: UUID
    role: str


@dataclass(frozen=True, slots=True)
class ClubMembershipHidden:
    """Whether only the club can see this membership."""

    player: UUID
    hidden: bool


@dataclass(frozen=True, slots=True)
class ClubClosed:
    pass


ClubEvent = (
    ClubFounded
    | ClubChanged
    | ClubMemberInvited
    | ClubEntryAsked
    | ClubEntryDropped
    | ClubMemberJoined
    | ClubMemberLeft
    | ClubRoleGranted
    | ClubMembershipHidden
    | ClubClosed
)
KINDS = Kinds[ClubEvent](ClubEvent, first=ClubFounded)
