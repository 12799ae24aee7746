"""All queries about rosters. A roster is for the club's members; what is done with it, for its board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from web import hooks
from web.encoding import UNSHOWN, component
from web.errors import NotAllowed

from .. import queries as players
from ..clubs import queries as clubs
from ..clubs.queries import ClubHead, Line
from ..merging import games
from ..merging import services as merging
from ..merging.decide import UNDONE_WITHIN
from ..merging.events import CLUB
from ..merging.games import OnLadder
from ..merging.models import Merge
from ..models import Player
from ..ratings.models import Ladder
from ..ratings.outcome import person
from .book import Told, book_of
from .models import RosterPerson

PAGE = 100
CLAIMS = 5
CHUNK = 400
"""Names in one query: SQLite allows no more than some hundred parameters in one."""


@component("RosterClaim")
@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody with an account says that they are a person of the roster."""

    id: UUID
    claimant: UUID
    claimant_name: str
    name: str
    ladders: Annotated[list[OnLadder], UNSHOWN]


@component("RosterMerger")
@dataclass(frozen=True, slots=True)
class Merged:
    """Two names that were found to be one person, and until when that can be undone."""

    id: UUID
    kept: str
    gone: str
    until: datetime


@dataclass(frozen=True, slots=True)
class RosterShown:
    """``more`` people are on further pages; ``claims`` (the first, and how many more wait) and what follows are for the
    board."""

    club: Annotated[ClubHead, UNSHOWN]
    people: list[Told]
    whole: int
    page: int
    pages: int
    claims: Annotated[list[Claim], "The first that nobody has answered; for the board."]
    more_claims: int
    merged: Annotated[list[Merged], "What can still be undone; for the board."]
    came: Annotated[int, "How many have played at the club's events and are not on the roster; for the board."]


@dataclass(frozen=True, slots=True)
class Home:
    """The club on whose roster a name is; ``claimed``: the asker says that it is theirs, and nobody has answered."""

    player: UUID
    club: Line
    claimed: bool


def roster(*, club: UUID, player: UUID | None, ladder: Ladder | None, text: str = "", page: int = 1) -> RosterShown:
    """People without an account, and those who had none, by name. Raises NotFound, NotAllowed."""
    shown = clubs.head(club_id=club, player=player)
    if shown.role is None:
        raise NotAllowed("needs_club_member")
    book = book_of(club)
    listed = [one for one in book.people if one.number is not None]
    found = [one for one in book.beginning(text) if one.number is not None] if text else listed
    found.sort(key=lambda one: (one.name.casefold(), one.number))
    pages = max(1, -(-len(found) // PAGE))
    page = min(max(page, 1), pages)
    told = book.tell(found[(page - 1) * PAGE : page * PAGE], ladder)
    claims, merged, new = (_asked(club).count(), _merged(club), len(came(club))) if shown.runs else (0, [], 0)
    first = _claims(club) if claims else []
    return RosterShown(shown, told, len(listed), page, pages, first, claims - len(first), merged, new)


def came(club: UUID) -> Collection[UUID]:
    """Those who have played at the club's events, are only names written down there, and not on the roster yet."""
    people = {one for visitors in hooks.given("visitors_of_clubs") for one in visitors.names(club)[0]}
    return people - set(RosterPerson.objects.filter(club=club).values_list("player", flat=True))


def homes(club: UUID) -> set[UUID]:
    """The club's own events."""
    return {one for visitors in hooks.given("visitors_of_clubs") for one in visitors.names(club)[1]}


def ids(club: UUID) -> frozenset[str]:
    """Those on the roster who are still only names, as rating lists name them. Whoever has an account now is a member
    or not, and hides it or not, like everybody else (``clubs.members_of``)."""
    people = list(RosterPerson.objects.filter(club=club).values_list("player", flat=True))
    return frozenset(map(person, players.written_down(people)))


def accounts_named(names: Iterable[str]) -> Mapping[str, UUID]:
    """By name in lower case: the account that has it, where exactly one does."""
    wanted = {spelling for name in names for spelling in (name, name.lower(), name.title(), name.upper())}
    found: dict[str, set[UUID]] = {}
    order = sorted(wanted)
    for start in range(0, len(order), CHUNK):
        rows = Player.objects.filter(name__in=order[start : start + CHUNK], username__isnull=False, is_active=True)
        for id_, name in rows.values_list("id", "name"):
            found.setdefault(name.casefold(), set()).add(id_)
    return {name: next(iter(some)) for name, some in found.items() if len(some) == 1}


def _claimed_by(club: UUID, player: UUID) -> set[UUID]:
    """The people whom this player has claimed here, and nobody has answered."""
    waiting = Merge.objects.filter(at=club, keeps=player, status=Merge.Status.ASKED)
    return set(waiting.values_list("goes", flat=True))


def home(player: UUID, asker: UUID | None) -> Home | None:
    """Where a name can be claimed; None for everybody else, and for a club that is not listed."""
    club = players.written_down([player]).get(player)
    if club is None or not RosterPerson.objects.filter(club=club, player=player).exists():
        return None
    listed = clubs.named([club])
    return Home(player, listed[0], asker is not None and player in _claimed_by(club, asker)) if listed else None


def _asked(club: UUID) -> QuerySet[Merge]:
    return Merge.objects.filter(at=club, status=Merge.Status.ASKED)


def _claims(club: UUID) -> list[Claim]:
    """The first: what each would change is rated anew, which takes its time."""
    rows = list(_asked(club).order_by("asked_at", "id")[:CLAIMS])
    names = players.names(id_ for row in rows for id_ in (row.keeps, row.goes))
    return [
        Claim(
            row.id, row.keeps, names.get(row.keeps, "?"), names.get(row.goes, "?"), games.preview(row.keeps, row.goes)
        )
        for row in rows
    ]


def _merged(club: UUID) -> list[Merged]:
    """Mergers of two names that can still be undone."""
    since = timezone.now() - UNDONE_WITHIN
    rows = list(
        Merge.objects.filter(at=club, proof=CLUB, status=Merge.Status.MERGED, changed_at__gt=since).order_by(
            "-changed_at"
        )
    )
    known = dict(
        Player.objects.filter(id__in=[id_ for row in rows for id_ in (row.keeps, row.goes)]).values_list("id", "name")
    )
    return [
        Merged(row.id, known.get(row.keeps, ""), known.get(row.goes, ""), row.changed_at + UNDONE_WITHIN)
        for row in rows
        if known.get(row.goes)
    ]


def merge_preview(keeps: UUID, goes: UUID) -> list[OnLadder]:
    """What merging two names would do to ratings. Raises NotFound, Conflict."""
    merging.check(keeps, goes, names=True)
    return games.preview(keeps, goes)
