"""All queries about circuits. Their standings are counted when somebody looks, so a corrected result counts at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Annotated
from uuid import UUID

from django.urls import reverse

from players import queries as players
from players.clubs import queries as clubs
from players.taking_part import Part
from tournaments.cache import cache
from tournaments.finished.places import final_places
from tournaments.models import Circuit as Row
from tournaments.models import CircuitTournament, Tournament
from tournaments.state import Status
from web.encoding import component

from . import points, services
from .points import Place, Score

OFFERED = 100
MAX_KEPT = 4096
"""Tournaments whose places stay in memory: a few kilobytes each."""


@component("CircuitLine")
@dataclass(frozen=True, slots=True)
class Line:
    id: UUID
    title: str
    club: UUID
    ended: bool


@component("CircuitEvent")
@dataclass(frozen=True, slots=True)
class EventShown:
    """``number`` is its place among those that count: finished, listed and still the club's. 0: it does not."""

    tournament: UUID
    title: str
    starts: datetime | None
    status: Status
    number: int = 0

    @property
    def counts(self) -> bool:
        return self.number > 0


@component("CircuitRow")
@dataclass(frozen=True, slots=True)
class RowShown:
    rank: int
    player: UUID
    name: str
    points: int
    played: int
    scores: Annotated[Sequence[Score | None], "One for each event that counts, in their order."]


@component("Circuit")
@dataclass(frozen=True, slots=True)
class Shown:
    id: UUID
    version: int
    title: str
    club: UUID
    points: Sequence[int]
    present: int
    best: int
    ended: bool
    events: list[EventShown]
    rows: list[RowShown]
    runs: Annotated[bool, "You are on the club's board."]

    @property
    def counted(self) -> list[EventShown]:
        return [one for one in self.events if one.counts]


def circuit(*, circuit_id: UUID, player: UUID | None) -> Shown:
    """Raises NotFound."""
    state = services.existing(circuit_id)
    assert state.club is not None
    rows_of = _rows(state.tournaments, state.club)
    events = _events(rows_of)
    versions = {row.id: row.version for row in rows_of}
    results = [_results(one.tournament, versions[one.tournament]) for one in events if one.counts]
    profiles = {person for places in results for person, _place in places}
    now = players.now_of(profiles)
    rows = points.standings([_by_person(places, now) for places in results], state.rules)
    names = players.names(row.person for row in rows)
    runs = player is not None and clubs.is_run_by(state.club, player)
    told = [
        RowShown(row.rank, row.person, names.get(row.person, "?"), row.points, row.played, row.scores) for row in rows
    ]
    rules = state.rules
    return Shown(
        state.id,
        state.version,
        state.title,
        state.club,
        rules.points,
        rules.present,
        rules.best,
        state.ended,
        events,
        told,
        runs,
    )


def _rows(ids: Sequence[UUID], club: UUID) -> list[Tournament]:
    """The listed ones that are still the club's, in the order of time; what is unlisted now is shown to nobody."""
    rows = Tournament.objects.filter(id__in=ids, club=club, listed=True)
    return sorted(rows, key=lambda row: (row.starts or row.opened_at, row.id))


def _events(rows: Sequence[Tournament]) -> list[EventShown]:
    shown: list[EventShown] = []
    for row in rows:
        number = 1 + sum(one.counts for one in shown) if row.status == Status.CLOSED else 0
        shown.append(EventShown(row.id, row.title, row.starts or row.opened_at, Status(row.status), number))
    return shown


@lru_cache(maxsize=MAX_KEPT)
def _results(tournament: UUID, version: int) -> tuple[tuple[UUID, Place], ...]:
    """Everybody's final place but bots', as the tournament stands at ``version`` or later: the one on its own page, in
    their division if these have places of their own; of several tables in the last of them."""
    state = cache.glance(tournament)
    places = {one.no: one.place for table in final_places(state) for one in table.places}
    return tuple((player, place) for no, place in places.items() if (player := state.entries[no].player))


def _by_person(places: Sequence[tuple[UUID, Place]], now: Mapping[UUID, UUID]) -> Mapping[UUID, Place]:
    """Two profiles that became one have the better place."""
    found: dict[UUID, Place] = {}
    for profile, place in places:
        person = now[profile]
        found[person] = min(place, found.get(person, place))
    return found


def circuits(*, club: UUID) -> list[Line]:
    """Those of a club, the latest change first."""
    rows = Row.objects.filter(club=club).order_by("ended", "-changed_at", "id")[:OFFERED]
    return [Line(row.id, row.title, row.club, row.ended) for row in rows]


def of_club(club: UUID, asker: UUID | None) -> list[Part]:
    rows = Row.objects.filter(club=club).order_by("ended", "-changed_at", "id")[:OFFERED]
    return [Part(row.title, reverse("tournaments:circuit", args=[row.id]), "", row.changed_at) for row in rows]


def of_tournament(tournament: UUID, club: str) -> list[Line]:
    """The circuits in which a tournament of ``club`` counts."""
    if not club:
        return []
    inside = CircuitTournament.objects.filter(tournament=tournament).values("circuit")
    rows = Row.objects.filter(id__in=inside, club=club).order_by("title", "id")
    return [Line(row.id, row.title, row.club, row.ended) for row in rows]


def to_count(shown: Shown) -> list[EventShown]:
    """Tournaments of the club that could be added, the latest first."""
    known = {one.tournament for one in shown.events}
    rows = Tournament.objects.filter(club=shown.club, listed=True, league=None).exclude(status=Status.CANCELLED.value)
    return [
        EventShown(row.id, row.title, row.starts or row.opened_at, Status(row.status))
        for row in rows.order_by("-changed_at", "id")[:OFFERED]
        if row.id not in known
    ]
