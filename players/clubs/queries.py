"""All queries about clubs. An unlisted club is found only by its address; people who hide their membership
are shown only to its members."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from web import hooks
from web.encoding import UNSHOWN, component, shown
from web.errors import NotFound

from .. import queries as players
from ..ratings.elo import shown as whole
from ..ratings.models import Ladder, Rating
from ..ratings.naming import Named, people
from ..ratings.outcome import person
from . import services
from .models import Club, ClubCandidate, ClubMember, ClubText
from .state import Role

LIST_LENGTH = 100
MAX_QUERY = 80
MEMBERS_PAGE = 200
MAX_CANDIDATES = 100
"""Invitations, and requests, shown at once: the first."""


@component("ClubLine")
@dataclass(frozen=True, slots=True)
class Line:
    """A club in a list; ``role`` is the asker's, ``invited`` whether they may come in."""

    id: UUID
    name: str
    place: str
    members: Annotated[int, "Those who do not hide it."]
    role: Annotated[Role | None, "Yours."] = None
    invited: bool = False


@component("ClubMember")
@dataclass(frozen=True, slots=True)
class MemberShown:
    """``rating`` is None for a member without one on the ladder shown."""

    player: UUID
    person: Annotated[Named, UNSHOWN]
    role: Role
    since: datetime
    hidden: bool
    mine: Annotated[bool, UNSHOWN]
    rating: int | None = None
    provisional: bool = False
    games: int = 0

    @shown
    def name(self) -> str:
        return self.person.name


@dataclass(frozen=True, slots=True)
class Candidate:
    player: UUID
    person: Annotated[Named, UNSHOWN]

    @shown
    def name(self) -> str:
        return self.person.name


@dataclass(frozen=True, slots=True)
class ClubHead:
    """What the pages of a club need of it; ``role`` is the asker's."""

    id: UUID
    name: str
    closed: bool
    role: Role | None

    @property
    def runs(self) -> bool:
        return self.role in (Role.OWNER, Role.OFFICER)


@component("Club")
@dataclass(frozen=True, slots=True)
class ClubShown:
    """A club as somebody sees it: ``role`` is theirs, ``invited`` and ``asking`` how they stand to it without one.
    ``invitations`` and ``requests`` are for those who run it; ``unseen`` counts the members who hide."""

    id: UUID
    version: int
    name: str
    place: str
    about: str
    open_entry: bool
    listed: bool
    closed: bool
    founded_at: datetime
    members: list[MemberShown]
    whole: Annotated[int, "Members whom you see, on all pages."]
    page: int
    pages: Annotated[int, "Of members, who are sorted by rating within a page."]
    unseen: Annotated[int, "Members whom only the club sees."]
    role: Role | None
    hidden: bool
    invited: bool
    asking: bool
    invitations: Annotated[list[Candidate], "For those who run the club; the first hundred."]
    requests: Annotated[list[Candidate], "For those who run the club; the first hundred."]

    @property
    def runs(self) -> bool:
        return self.role in (Role.OWNER, Role.OFFICER)

    @property
    def owns(self) -> bool:
        return self.role is Role.OWNER


def clubs(
    *, player: UUID | None, text: str = "", game: str = "", mine: bool = False, limit: int = LIST_LENGTH
) -> list[Line]:
    """Listed clubs by name, or the asker's, including those that have invited them. ``text`` is part of a name or a
    place; with ``game`` only those that hold events of it."""
    rows = Club.objects.filter(closed=False)
    if mine and player is not None:
        rows = rows.filter(Exists(_members(player)) | Exists(_candidates(player, invited=True)))
    else:
        rows = rows.filter(listed=True)
    if text and text.isprintable():
        rows = rows.filter(Q(name__icontains=text) | Q(place__icontains=text))
    if game:
        rows = rows.filter(id__in={club for one in hooks.given("visitors_of_clubs") for club in one.playing(game)})
    found = list(rows.order_by("name", "id")[:limit])
    roles = _roles(player)
    invitations = ClubCandidate.objects.filter(player=player, invited=True) if player else ClubCandidate.objects.none()
    asked = set(invitations.values_list("club_id", flat=True))
    return [
        Line(row.id, row.name, row.place, row.members, roles.get(row.id), row.id in asked and row.id not in roles)
        for row in found
    ]


def head(*, club_id: UUID, player: UUID | None) -> ClubHead:
    """Two queries. Raises NotFound."""
    row = _row(club_id)
    mine = _mine(club_id, player)
    return ClubHead(row.id, row.name, row.closed, None if mine is None else Role(mine.role))


def club(*, club_id: UUID, player: UUID | None, ladder: Ladder | None = None, page: int = 1) -> ClubShown:
    """``ladder`` gives the members' ratings. Whatever the club's size, a page of members is read: those who run it
    first, then those who came first. Raises NotFound."""
    row, mine = _row(club_id), _mine(club_id, player)
    everybody = ClubMember.objects.filter(club=club_id)
    seen = everybody if mine else everybody.filter(hidden=False)
    whole = seen.count()
    pages = max(1, -(-whole // MEMBERS_PAGE))
    page = min(max(page, 1), pages)
    first = Case(When(role=Role.OWNER.value, then=0), When(role=Role.OFFICER.value, then=1), default=2)
    members = list(seen.order_by(first, "since", "player")[(page - 1) * MEMBERS_PAGE :][:MEMBERS_PAGE])
    role = None if mine is None else Role(mine.role)
    invited, asking = _waiting(club_id, role)
    candidates = [one.player for one in (*invited, *asking)]
    named = people(person(player) for player in (*(one.player for one in members), *candidates))
    text = ClubText.objects.filter(club=club_id).first()
    own = ClubCandidate.objects.filter(club=club_id, player=player).first() if player and mine is None else None
    return ClubShown(
        row.id,
        row.version,
        row.name,
        row.place,
        "" if text is None else text.about,
        row.open_entry,
        row.listed,
        row.closed,
        row.founded_at,
        _shown(members, named, ladder, player),
        whole,
        page,
        pages,
        0 if mine else everybody.filter(hidden=True).count(),
        role,
        mine is not None and mine.hidden,
        own is not None and own.invited,
        own is not None and not own.invited,
        [Candidate(one.player, named[person(one.player)]) for one in invited],
        [Candidate(one.player, named[person(one.player)]) for one in asking],
    )


def _row(club_id: UUID) -> Club:
    """Raises NotFound."""
    row = Club.objects.filter(id=club_id).first()
    if row is None:
        raise NotFound("unknown_club", club=str(club_id))
    return row


def _mine(club_id: UUID, player: UUID | None) -> ClubMember | None:
    return ClubMember.objects.filter(club=club_id, player=player).first() if player else None


def _waiting(club_id: UUID, role: Role | None) -> tuple[list[ClubCandidate], list[ClubCandidate]]:
    """The invited and those who ask, for those who run the club."""
    if role not in (Role.OWNER, Role.OFFICER):
        return [], []
    rows = ClubCandidate.objects.filter(club=club_id).order_by("id")
    return list(rows.filter(invited=True)[:MAX_CANDIDATES]), list(rows.filter(invited=False)[:MAX_CANDIDATES])


def clubs_of(player: UUID, *, asker: UUID | None) -> list[Line]:
    """Somebody's clubs that the asker may know of: not those that they hide, unless the asker is a member too."""
    own = Exists(ClubMember.objects.filter(club=OuterRef("club"), player=asker)) if asker else Q(pk__in=[])
    rows = ClubMember.objects.filter(player=player, club__closed=False).filter(
        Q(own) | Q(hidden=False, club__listed=True)
    )
    found = rows.select_related("club").order_by("club__name", "club_id")
    return [Line(row.club.id, row.club.name, row.club.place, row.club.members, Role(row.role)) for row in found]


def run_by(player: UUID) -> list[Line]:
    """The clubs that this player runs."""
    return [line for line in clubs(player=player, mine=True) if line.role in (Role.OWNER, Role.OFFICER)]


def is_run_by(club: UUID, player: UUID) -> bool:
    """Whether somebody is an owner or officer of a club that is not closed."""
    return _board(club).filter(player=player).exists()


def is_club(id_: UUID) -> bool:
    """Whether it is the id of a club, and of no event."""
    return Club.objects.filter(id=id_).exists()


def visible_members(club: UUID) -> int:
    """How many belong to it and do not hide it; all have an account."""
    return Club.objects.filter(id=club).values_list("members", flat=True).first() or 0


def board(club: UUID) -> list[UUID]:
    """Everybody of whom ``is_run_by`` is true."""
    return list(_board(club).values_list("player", flat=True))


def _board(club: UUID) -> QuerySet[ClubMember]:
    roles = (Role.OWNER.value, Role.OFFICER.value)
    return ClubMember.objects.filter(club=club, club__closed=False, role__in=roles)


def roles_since(club_id: UUID, version: int) -> list[str]:
    """How roles have changed after event ``version``; if they have not, that something else has changed."""
    before, now = services.CLUBS.load(club_id, upto=version).members, services.existing(club_id).members
    other = [
        player
        for player in {**before, **now}
        if player not in now or player not in before or before[player].role is not now[player].role
    ]
    names, said = players.names(other), _said()
    gone = _("no longer in the club")
    told = [f"{names.get(player, '?')}: {said[now[player].role] if player in now else gone}" for player in other]
    return told or [_("The club has been updated.")]


def _said() -> Mapping[Role, str]:
    return {
        Role.OWNER: pgettext("club", "owner"),
        Role.OFFICER: pgettext("club", "board member"),
        Role.MEMBER: pgettext("club", "member"),
    }


def offered_to(player: UUID, now: str) -> list[Line]:
    """The clubs that somebody may choose as the owner of something: those that they run, and its owner
    ``now`` (an id, ``""``), whoever runs that."""
    own = run_by(player)
    return own if not now or any(str(line.id) == now for line in own) else [*own, *named([UUID(now)], unlisted=True)]


def named(ids: Collection[UUID], *, unlisted: bool = False) -> list[Line]:
    """Those of these clubs that are listed, and with ``unlisted`` also unlisted and closed ones."""
    rows = Club.objects.filter(id__in=ids).order_by("name", "id")
    if not unlisted:
        rows = rows.filter(listed=True, closed=False)
    return [Line(row.id, row.name, row.place, row.members) for row in rows]


def addresses(ids: Collection[UUID]) -> Mapping[UUID, str]:
    """The addresses of those of ``ids`` that are listed clubs."""
    return {line.id: reverse("players:club", args=[line.id]) for line in named(ids)}


def members_of(club_id: UUID, *, asker: UUID | None) -> frozenset[str]:
    """The club's members who are visible to the asker, as ladders name them."""
    rows = ClubMember.objects.filter(club=club_id)
    if asker is None or not rows.filter(player=asker).exists():
        rows = rows.filter(hidden=False)
    return frozenset(person(player) for player in rows.values_list("player", flat=True))


def offered(player: UUID | None, chosen: UUID | None) -> list[Line]:
    """The clubs that a filter offers: the asker's own first, the chosen one, and listed ones of some size."""
    own = clubs(player=player, mine=True) if player else []
    known = {line.id: line for line in own if line.role is not None}
    rows = Club.objects.filter(Q(listed=True, members__gte=2) | Q(id=chosen), closed=False)
    for row in rows.order_by("-members", "name", "id")[:LIST_LENGTH]:
        known.setdefault(row.id, Line(row.id, row.name, row.place, row.members))
    return list(known.values())


def _shown(
    members: list[ClubMember], named: Mapping[str, Named], ladder: Ladder | None, player: UUID | None
) -> list[MemberShown]:
    """Rated members first, the highest rating at the top."""
    whos = [person(one.player) for one in members]
    ratings = (
        {row.who: row for row in Rating.objects.filter(ladder=ladder, who__in=whos, games__gt=0)} if ladder else {}
    )
    found = [_member(one, named[person(one.player)], ratings.get(person(one.player)), player) for one in members]
    return sorted(
        (one for one in found if not one.person.is_erased),
        key=lambda one: (one.rating is None, one.provisional, -(one.rating or 0), one.person.name.casefold()),
    )


def _member(one: ClubMember, named: Named, rating: Rating | None, player: UUID | None) -> MemberShown:
    who = (one.player, named, Role(one.role), one.since, one.hidden, one.player == player)
    if rating is None:
        return MemberShown(*who)
    return MemberShown(*who, whole(rating.value), rating.is_provisional, rating.games)


def _members(player: UUID) -> QuerySet[ClubMember]:
    return ClubMember.objects.filter(club=OuterRef("pk"), player=player)


def _candidates(player: UUID, *, invited: bool) -> QuerySet[ClubCandidate]:
    return ClubCandidate.objects.filter(club=OuterRef("pk"), player=player, invited=invited)


def _roles(player: UUID | None) -> Mapping[UUID, Role]:
    if player is None:
        return {}
    rows = ClubMember.objects.filter(player=player).values_list("club_id", "role")
    return {club: Role(role) for club, role in rows}


def candidates(text: str) -> list[players.Found]:
    """People with an account whom an officer may mean by a name."""
    return [found for found in players.search(text) if not found.guest] if text else []
