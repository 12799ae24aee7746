"""The state of a club, folded from its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import assert_never
from uuid import UUID

from ledger.events import StoredEvent

from . import events as e
from .events import KINDS, ClubEvent


class Role(StrEnum):
    """Owners may do everything, officers everything about members."""

    OWNER = "owner"
    OFFICER = "officer"
    MEMBER = "member"


@dataclass(slots=True)
class Member:
    role: Role
    since: datetime
    hidden: bool = False


@dataclass(slots=True)
class Club:
    """``version`` 0: it does not exist. ``invited`` and ``asking`` are in order of arrival."""

    id: UUID
    version: int = 0
    name: str = ""
    place: str = ""
    open_entry: bool = False
    listed: bool = True
    closed: bool = False
    members: dict[UUID, Member] = field(default_factory=dict)
    invited: list[UUID] = field(default_factory=list)
    asking: list[UUID] = field(default_factory=list)
    founded_at: datetime | None = None

    def apply(self, event: ClubEvent, at: datetime) -> None:
        self.version += 1
        match event:
            case e.ClubFounded():
                self.name, self.place, self.founded_at = event.name, event.place, at
                self.open_entry, self.listed = event.open_entry, event.listed
                self.members[event.owner] = Member(Role.OWNER, at)
            case e.ClubChanged():
                self.name, self.place = event.name, event.place
                self.open_entry, self.listed = event.open_entry, event.listed
            case e.ClubMemberInvited():
                self.invited.append(event.player)
            case e.ClubEntryAsked():
                self.asking.append(event.player)
            case e.ClubEntryDropped():
                self._drop(event.player)
            case e.ClubMemberJoined():
                self._drop(event.player)
                self.members[event.player] = Member(Role.MEMBER, at)
            case e.ClubMemberLeft():
                del self.members[event.player]
            case e.ClubRoleGranted():
                self.members[event.player].role = Role(event.role)
            case e.ClubMembershipHidden():
                self.members[event.player].hidden = event.hidden
            case e.ClubClosed():
                self.closed = True
            case _:
                assert_never(event)

    def _drop(self, player: UUID) -> None:
        self.invited = [one for one in self.invited if one != player]
        self.asking = [one for one in self.asking if one != player]

    def role_of(self, player: UUID | None) -> Role | None:
        member = self.members.get(player) if player is not None else None
        return None if member is None else member.role

    def owners(self) -> list[UUID]:
        return [player for player, member in self.members.items() if member.role is Role.OWNER]

    def runs(self, player: UUID | None) -> bool:
        """Whether the player is an officer or an owner."""
        return self.role_of(player) in (Role.OWNER, Role.OFFICER)


def fold(club_id: UUID, stored: Sequence[StoredEvent]) -> Club:
    return KINDS.fold(Club(club_id), stored)
