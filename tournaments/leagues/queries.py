"""All queries about leagues. An unlisted league is found by its address alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from players import queries as players
from players.names import alike
from players.taking_part import Part
from tournaments.cache import cache
from tournaments.models import League as Row
from tournaments.models import LeagueMember
from tournaments.state import Role
from tournaments.state import State as Tournament
from web.encoding import component
from web.errors import Conflict

from . import rights, seasons, services
from .events import Closing
from .state import League, Season

LIST_LENGTH = 100


@component("LeagueLine")
@dataclass(frozen=True, slots=True)
class Line:
    """A league in a list."""

    id: UUID
    title: str
    game: str
    seasons: int
    members: int
    running: Annotated[UUID | None, "The tournament of the season that runs."]


@dataclass(frozen=True, slots=True)
class Asked:
    """A league as somebody may see it: its state, everybody's names, and the asker's part in it: ``player`` is the
    profile under which they are a member."""

    state: League
    names: Mapping[UUID, str]
    player: UUID | None
    role: Role | None
    asker: UUID | None = None

    @property
    def is_in(self) -> bool:
        """Whether the asker plays the next season, as things stand."""
        known = self.player in self.state.members() and self.player not in self.state.leaving
        return self.player is not None and (known or self.player in self.state.waiting)

    @property
    def is_own(self) -> bool:
        """Whether the asker agreed to be in the league."""
        return self.player in self.state.own

    def name(self, player: UUID) -> str:
        return self.names.get(player, "?")


def leagues(*, player: UUID | None, mine: bool = False, club: UUID | None = None) -> list[Line]:
    """Listed leagues and the asker's own, latest change first; with ``mine`` only those they play in or run, with
    ``club`` only that club's."""
    own = Q(pk__in=[])
    if player is not None:
        own = Q(_with(players.profiles(player)))
    rows = Row.objects.filter(own if mine else own | Q(listed=True))
    if club is not None:
        rows = rows.filter(club=club)
    found = rows.order_by("-changed_at", "id")[:LIST_LENGTH]
    return [Line(row.id, row.title, row.game, row.seasons, row.members, row.running) for row in found]


def taken_part(people: Collection[UUID], asker: UUID | None) -> list[Part]:
    """The leagues in which a player plays, as far as lists show them to the asker; latest first."""
    own = _with(players.profiles(asker)) if asker else Q(pk__in=[])
    return _parts(Row.objects.filter(Q(own) | Q(listed=True)).filter(_with(people)))


def of_club(club: UUID, asker: UUID | None) -> list[Part]:
    """The leagues of a club, as far as lists show them to the asker; latest first."""
    own = _with(players.profiles(asker)) if asker else Q(pk__in=[])
    return _parts(Row.objects.filter(Q(own) | Q(listed=True), club=club))


def _parts(rows: QuerySet[Row]) -> list[Part]:
    return [
        Part(
            row.title,
            reverse("tournaments:league", args=[row.id]),
            "running" if row.running else "open",
            row.changed_at,
        )
        for row in rows.order_by("-changed_at", "id")[:LIST_LENGTH]
    ]


def _with(people: Collection[UUID]) -> Exists:
    """Leagues in which one of these people plays or is an officer."""
    return Exists(LeagueMember.objects.filter(league=OuterRef("id"), player__in=people))


def league(*, league_id: UUID, player: UUID | None) -> Asked:
    """Raises NotFound."""
    state = services.existing(league_id)
    names = _names(_people(state))
    if player is None:
        return Asked(state, names, None, None)
    return Asked(state, names, rights.profile_in(state, player), rights.role_of(state, player), player)


def _names(ids: Collection[UUID]) -> Mapping[UUID, str]:
    """Names that look alike get the end of the player's id, which stays the same whoever joins."""
    shown, now = players.names(ids), players.now_of(ids)
    told = alike.told_apart({now[id_]: name for id_, name in shown.items()}, _with_end)
    return {id_: told[now[id_]] for id_ in shown}


def _with_end(player: UUID, name: str) -> str:
    return _("%(name)s (…%(end)s)") % {"name": name, "end": player.hex[-4:]}


def _people(state: League) -> Sequence[UUID]:
    seasons = (place.player for season in state.seasons for place in season.places)
    closings = (season.closing for season in state.seasons if season.closing)
    final = (player for closing in closings for members in closing.standings for player in members)
    return [*state.roles, *state.waiting, *seasons, *final]


def season(one: Season) -> Tournament:
    """The tournament of a season, in its current state."""
    return cache.state(one.tournament)


def odds(season: Season) -> Closing | None:
    """The end of a closed season by its current results; None if it is as noted."""
    try:
        now = seasons.closing_now(season)
    except Conflict:  # a result was taken away: nothing can be said
        return None
    return None if now == season.closing else now
