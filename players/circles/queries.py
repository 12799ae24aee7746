"""With whom a club shares its roster. Members of a club see its circle; invitations are for its owners."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from web.encoding import component
from web.errors import NotAllowed

from .. import queries as players
from ..clubs import queries as clubs
from ..clubs.models import Club
from ..clubs.state import Role
from ..rosters.models import RosterPerson
from .models import CircleClub


@component("ClubOfCircle")
@dataclass(frozen=True, slots=True)
class ClubShown:
    """``accepted`` and ``approved_by_us`` are about one that is invited: it wants to join, this club wants it in."""

    club: UUID
    name: str
    place: str
    joined: bool
    accepted: bool
    approved_by_us: bool


@component("CircleInvitation")
@dataclass(frozen=True, slots=True)
class Invitation:
    circle: UUID
    name: str
    clubs: list[str]
    accepted: bool


@component("CircleOfClubs")
@dataclass(frozen=True, slots=True)
class CircleShown:
    circle: UUID | None
    name: str
    clubs: Annotated[list[ClubShown], "This club too; those that are invited, for owners."]
    invitations: Annotated[list[Invitation], "Of circles that have invited this club; for its owners."]


def circle(*, club: UUID, player: UUID | None) -> CircleShown:
    """For the club's members. Raises NotFound, NotAllowed."""
    head = clubs.head(club_id=club, player=player)
    if head.role is None:
        raise NotAllowed("needs_club_member")
    mine = CircleClub.objects.filter(club=club, joined=True).first()
    rows = list(CircleClub.objects.filter(circle=mine.circle).order_by("id")) if mine else []
    owns = head.role is Role.OWNER
    told = [row for row in rows if row.joined or owns]
    names = {line.id: line for line in clubs.named([row.club for row in told], unlisted=True)}
    shown = [
        ClubShown(
            row.club, names[row.club].name, names[row.club].place, row.joined, row.accepted, str(club) in row.approved
        )
        for row in told
        if row.club in names
    ]
    invitations = _invitations(club) if owns else []
    return CircleShown(mine.circle if mine else None, mine.name if mine else "", shown, invitations)


def _invitations(club: UUID) -> list[Invitation]:
    found = []
    for row in CircleClub.objects.filter(club=club, joined=False).order_by("id"):
        inside = CircleClub.objects.filter(circle=row.circle, joined=True).values_list("club", flat=True)
        if inside:
            names = [line.name for line in clubs.named(list(inside), unlisted=True)]
            found.append(Invitation(row.circle, row.name, names, row.accepted))
    return found


def sharing_with(club: UUID) -> list[UUID]:
    """The other clubs of its circle, none of them closed; nothing if the club itself is closed."""
    mine = CircleClub.objects.filter(club=club, joined=True).values("circle")
    inside = CircleClub.objects.filter(circle__in=mine, joined=True).values_list("club", flat=True)
    open_ = set(Club.objects.filter(id__in=inside, closed=False).values_list("id", flat=True))
    return sorted(open_ - {club}) if club in open_ else []


def shared(club: UUID) -> dict[UUID, UUID]:
    """The people whom the circle shares with this club, each with their home: names on the others' rosters that nobody
    has claimed or merged."""
    homes = sharing_with(club)
    if not homes:
        return {}
    rows = dict(RosterPerson.objects.filter(club__in=homes).values_list("player", "club"))
    return {one: home for one, home in players.written_down(rows).items() if rows[one] == home}


def is_shared(player: UUID, home: UUID, club: UUID) -> bool:
    """Whether ``home``'s person may be entered by the board of ``club`` now."""
    return home in sharing_with(club) and RosterPerson.objects.filter(club=home, player=player).exists()


def named_with(club: UUID) -> list[str]:
    """The names of the other clubs of the circle."""
    return [line.name for line in clubs.named(sharing_with(club), unlisted=True)]


def names_of(ids: Collection[UUID]) -> dict[UUID, str]:
    return {line.id: line.name for line in clubs.named(ids, unlisted=True)}
