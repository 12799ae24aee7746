"""The entry point of every change to a league."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from ledger import changing, notify, store
from ledger.changing import Kept, Streams
from ledger.errors import DecisionTaken
from ledger.events import NewEvent
from matches.games import game_with
from tournaments import chance, lookups, opening
from tournaments import commands as tournament_commands
from tournaments import events as te
from tournaments import services as tournaments
from tournaments.cache import cache
from tournaments.state import Role
from tournaments.state import State as Tournament
from web.encoding import UNSHOWN, component
from web.errors import Conflict, NotFound, StaleVersion, of_ledger

from . import commands as c
from . import events as e
from . import moving, seasons
from .commands import Command, Decided
from .decide import check_known, decide
from .events import KINDS, LeagueEvent
from .projection import save
from .rights import check_right
from .rules import check, check_seats
from .state import League, evolve, fold

Decide = Callable[[League], Sequence[LeagueEvent]]


@component("LeagueChanged")
@dataclass(frozen=True, slots=True)
class Changed:
    """``events`` are those the change added; empty if nothing had to be done."""

    league: UUID
    version: int
    events: Annotated[tuple[LeagueEvent, ...], UNSHOWN] = ()
    repeated: bool = False


def open_league(*, owner: UUID, command: c.OpenLeague, decision_id: UUID | None = None) -> Changed:
    """Raises BadRequest, Conflict (a plan that cannot be played), UnknownGame."""
    check(command.rules)
    agreed = game_with(command.game, "").ruleset(command.ruleset)
    check_seats(command.rules, agreed.seats)
    opening.check_club(command.club, owner)
    opened = e.LeagueOpened(
        opening.titled(command.title),
        command.game,
        agreed.name,
        owner,
        command.rules,
        command.listed,
        command.open_entry,
        command.club,
    )
    league_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"league of {owner}")
    return _change(league_id, owner, lambda state: [] if state.rules else [opened], decision_id=decision_id, new=True)


def change(
    league_id: UUID,
    command: Command,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> Changed:
    """Carries out a command. Raises NotFound, NotAllowed, BadRequest, Conflict, StaleVersion."""
    match command:
        case c.OpenSeason():
            return _open_season(league_id, command, by, decision_id, expected_version)
        case c.BeginSeason():
            return _begin_season(league_id, command, by, decision_id, expected_version)
        case c.CloseSeason():
            return _close_season(league_id, command, by, decision_id, expected_version)
        case _:
            return _decided(league_id, command, by, decision_id, expected_version)


def _decided(
    league_id: UUID, command: Decided, by: UUID, decision_id: UUID | None, expected_version: int | None
) -> Changed:
    names = [name for name, player in command.people if player is None] if isinstance(command, c.Enter) else []
    people = [lookups.written(league_id, name) for name in names]
    check_known(command)
    reason = command.reason if isinstance(command, c.CorrectSeason) else ""
    remark = tournaments.remark_of(league_id, by, reason, uuid4())
    new, number = [person.id for person in people], None if remark is None else remark.id
    return _change(
        league_id,
        by,
        lambda state: decide(state, command, by=by, new=new, remark=number),
        decision_id=decision_id,
        expected_version=expected_version,
        beside=[*people, *([] if remark is None else [remark])],
    )


# --- seasons ----------------------------------------------------------------------------------------------


def _open_season(
    league_id: UUID, command: c.OpenSeason, by: UUID, decision_id: UUID | None, expected_version: int | None
) -> Changed:
    """The tournament's id is derived from league and season, so it is opened only once."""
    state = existing(league_id)
    check_right(state, by, Role.ARBITER)
    if (done := _done_before(league_id, by, decision_id, expected_version)) is not None:
        return done
    if state.running is not None:
        raise Conflict("season_runs", season=state.running.no)
    no = len(state.seasons) + 1
    tournament = uuid5(state.id, f"season {no}")
    tournaments.open_with(owner=by, events=seasons.first_events(state, command.starts), tournament_id=tournament)

    def opened(now: League) -> Sequence[LeagueEvent]:
        return [] if len(now.seasons) >= no else [seasons.season_opened(now, no, tournament)]

    return _change(league_id, by, opened, decision_id=decision_id, expected_version=expected_version)


def _begin_season(
    league_id: UUID, command: c.BeginSeason, by: UUID, decision_id: UUID | None, expected_version: int | None
) -> Changed:
    """One change of the season's tournament, if any. ``expected_version`` is the league's, ``season_version`` its
    tournament's."""
    state = existing(league_id)
    check_right(state, by, Role.ARBITER)
    if any(_is_done(tournaments.TOURNAMENTS, one.tournament, decision_id, by) for one in state.seasons):
        return Changed(league_id, state.version, repeated=True)
    if expected_version not in (None, state.version):
        raise StaleVersion(expected_version, state.version)
    if state.running is None:
        raise Conflict("no_season_runs")
    season, now, seeds = state.running, timezone.now(), defaultdict[str, bytes](chance.lots)

    def begun(before: Tournament) -> Sequence[te.TournamentEvent]:
        return seasons.begun(season, before, state.leaving, seeds, now)

    done = tournaments.change_with(
        season.tournament,
        by,
        Role.ARBITER,
        begun,
        now=now,
        decision_id=decision_id,
        expected_version=command.season_version,
    )
    return Changed(league_id, state.version, repeated=done.repeated)


def _close_season(
    league_id: UUID, command: c.CloseSeason, by: UUID, decision_id: UUID | None, expected_version: int | None
) -> Changed:
    """The versions are as for ``_begin_season``."""
    state = existing(league_id)
    check_right(state, by, Role.ARBITER)
    if (done := _done_before(league_id, by, decision_id, expected_version)) is not None:
        return done
    season = state.last
    if season is None:
        raise Conflict("no_season_runs")
    if season.is_closed:
        return Changed(league_id, state.version)
    moving.check_over(cache.state(season.tournament))
    seasons.closing(state, season, command.playoffs)  # refused before anything is closed
    own = None if decision_id is None else uuid5(decision_id, f"close {season.tournament}")
    tournaments.change(
        season.tournament,
        tournament_commands.Close(),
        by=by,
        decision_id=own,
        expected_version=command.season_version,
    )  # asked again after this alone was stored, it is the same decision

    def closed(now: League) -> Sequence[LeagueEvent]:
        last = now.season(season.no)
        assert last is not None, "a season that was opened stays"
        return [] if last.is_closed else [e.SeasonClosed(season.no, seasons.closing(now, last, command.playoffs))]

    return _change(league_id, by, closed, decision_id=decision_id, expected_version=expected_version)


# --- how all of them work ---------------------------------------------------------------------------------


def existing(league_id: UUID) -> League:
    """Raises NotFound."""
    state = LEAGUES.load(league_id)
    _check_there(state)
    return state


class Leagues(Streams[League, Sequence[LeagueEvent]]):
    def load(self, stream: UUID) -> League:
        return fold(stream, store.read(stream))

    def version(self, state: League) -> int:
        return state.version

    def encoded(self, batch: Sequence[LeagueEvent]) -> tuple[Sequence[NewEvent], None]:
        return KINDS.encoded(batch), None

    def after(self, state: League, batch: Sequence[LeagueEvent], at: datetime) -> League:
        for event in batch:
            state = evolve(state, event, at)
        return state

    def keep(self, kept: Kept[League, Sequence[LeagueEvent]]) -> None:
        save(kept.state)
        transaction.on_commit(lambda: notify.tell(kept.state.id, kept.version), robust=True)

    refusal = staticmethod(of_ledger)


LEAGUES = Leagues()


def _change(
    league_id: UUID,
    by: UUID,
    decide: Decide,
    *,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    new: bool = False,
    beside: Sequence[Model] = (),
) -> Changed:
    done = LEAGUES.change(
        league_id,
        decide,
        actor=tournaments.player_actor(by),
        decision_id=decision_id,
        expected_version=expected_version,
        admit=None if new else _check_there,
        also=lambda _: tournaments.insert(beside),
    )
    return Changed(league_id, done.version, tuple(done.batch or ()), done.repeated)


def _done_before(league_id: UUID, by: UUID, decision_id: UUID | None, expected_version: int | None) -> Changed | None:
    """For changes that begin outside the league's stream: the answer given before, if any. Raises Conflict."""
    if (done := _is_done(LEAGUES, league_id, decision_id, by)) is not None:
        return Changed(league_id, done.version, repeated=True)
    if expected_version is not None and expected_version != (version := store.version(league_id)):
        raise StaleVersion(expected_version, version)
    return None


def _is_done(
    streams: Streams[Any, Any], stream: UUID, decision_id: UUID | None, by: UUID
) -> changing.Changed[Any, Any] | None:
    """What this decision changed there before, if anything. Raises Conflict."""
    try:
        return streams.earlier(stream, decision_id, tournaments.player_actor(by))
    except DecisionTaken as taken:
        raise of_ledger(taken) from taken


def _check_there(state: League) -> None:
    if state.rules is None:
        raise NotFound("unknown_league", league=str(state.id))
