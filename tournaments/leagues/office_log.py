"""What a league's organisers have done, season by season: in the league itself and at the desk of its season, in one
list. It is drawn from the two change logs, which have everything else and the hashes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse

from ledger import store
from ledger.events import StoredEvent
from tournaments import events as te
from tournaments import queries as tournaments
from tournaments.pages import log as season_log
from tournaments.queries import Asked
from web.errors import NotFound

from . import events as e
from . import log, services
from .events import KINDS
from .state import League

PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class Done:
    """One change by an organiser; ``entry`` is its address in the change log. ``in_season``: at the season's desk."""

    at: datetime
    who: str
    in_season: bool
    sentences: Sequence[str]
    why: Sequence[str]
    entry: str


@dataclass(frozen=True, slots=True)
class OfficeLog:
    """One page, the latest first. ``season`` is the one that is shown, 0 before the first; ``seasons`` all of them."""

    title: str
    lines: Sequence[Done]
    season: int
    seasons: Sequence[int]
    page: int
    pages: int


def office_log(league_id: UUID, player: UUID | None, season: int | None, page: int, *, takes_place: str) -> OfficeLog:
    """``season`` None: the last one. What came before the first season stands with it. ``takes_place``: who asks, as
    costly work counts them. Raises NotFound, Busy."""
    state = services.existing(league_id)
    no = len(state.seasons) if season is None else season
    if season is not None and state.season(season) is None:
        raise NotFound("unknown_season", season=season)
    stored = store.read(league_id)
    held = _held_office(stored)
    in_season = _in_season(state, held, player, no, takes_place)
    lines = sorted([*_in_league(state, stored, held, no), *in_season], key=lambda one: one.at)
    pages = max(1, -(-len(lines) // PER_PAGE))
    page = min(page, pages)
    shown = lines[::-1][(page - 1) * PER_PAGE : page * PER_PAGE]
    return OfficeLog(state.title, shown, no, [one.no for one in state.seasons], page, pages)


def _held_office(stored: Sequence[StoredEvent]) -> set[UUID]:
    """Everybody who has ever run the league."""
    events = [KINDS.read(one) for one in stored]
    opened = {one.owner for one in events if isinstance(one, e.LeagueOpened)}
    return opened | {one.player for one in events if isinstance(one, e.LeagueRoleGranted)}


def _in_league(state: League, stored: Sequence[StoredEvent], held: set[UUID], no: int) -> Iterator[Done]:
    begins = [one.opened_at for one in state.seasons]
    after = begins[no - 1] if no > 1 else None
    before = begins[no] if no < len(begins) else None
    page = reverse("tournaments:league_log", args=[state.id])
    by_officers = {one.seq for one in stored if log.author(one.actor or "") in held}
    for line in log.told(state.id, stored):
        if line.first in by_officers and (after is None or line.at >= after) and (before is None or line.at < before):
            yield Done(line.at, line.who, False, line.sentences, line.why, f"{page}#event-{line.first}")


def _in_season(state: League, held: set[UUID], player: UUID | None, no: int, takes_place: str) -> list[Done]:
    season = state.season(no)
    if season is None:
        return []
    asked = tournaments.tournament(tournament_id=season.tournament, player=player)
    with tournaments.place_for_log(asked.state, takes_place):
        return list(_in_tournament(asked, held, season.tournament, player))


def _in_tournament(asked: Asked, held: set[UUID], tournament: UUID, player: UUID | None) -> Iterator[Done]:
    changes = tournaments.change_log(tournament_id=tournament, player=player)
    for change in changes:
        for event in change.events:
            if isinstance(event, te.TournamentOpened):
                held = held | {event.owner}
            elif isinstance(event, te.RoleGranted):
                held = held | {event.player}
    wanted = {change.first for change in changes if change.by in held}
    page = reverse("tournaments:log", args=[tournament])
    for line in season_log.lines(asked, changes):
        if line.first in wanted:
            told = [one.text for one in line.sentences]
            yield Done(line.at, line.who, True, told, line.why, f"{page}#event-{line.first}")
