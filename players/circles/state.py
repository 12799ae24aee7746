"""The state of a circle, folded from its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import assert_never
from uuid import UUID

from . import events as e
from .events import CircleEvent


@dataclass(slots=True)
class Invited:
    """``approved``: the clubs of the circle that want it in."""

    approved: set[UUID]
    accepted: bool = False


@dataclass(slots=True)
class Circle:
    id: UUID
    version: int = 0
    name: str = ""
    clubs: list[UUID] = field(default_factory=list)
    invited: dict[UUID, Invited] = field(default_factory=dict)

    def apply(self, event: CircleEvent, at: datetime) -> None:
        self.version += 1
        match event:
            case e.CircleBegun(name, club):
                self.name = name
                self.clubs.append(club)
            case e.CircleClubInvited(club, by):
                self.invited[club] = Invited({by})
            case e.CircleClubApproved(club, by):
                self.invited[club].approved.add(by)
            case e.CircleInvitationAccepted(club):
                self.invited[club].accepted = True
            case e.CircleAcceptanceWithdrawn(club):
                self.invited[club].accepted = False
            case e.CircleInvitationDropped(club):
                del self.invited[club]
            case e.CircleClubJoined(club):
                del self.invited[club]
                self.clubs.append(club)
            case e.CircleClubLeft(club):
                self.clubs.remove(club)
            case _:
                assert_never(event)
