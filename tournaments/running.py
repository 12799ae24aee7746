"""What a tournament does by itself: it calls players to online tables, takes results from matches, keeps deadlines,
and, if automatic, pairs its rounds. Each step may be tried twice, late, and by several workers at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import NamedTuple
from uuid import UUID, uuid5

import structlog
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from elekt_core.errors import CoreError
from ledger.clock import long_ago
from matches.models import Match, Seat
from matches.models import Table as MatchTable
from matches.tables import commands as table_commands
from matches.tables import services as table_services
from web.errors import Conflict, Refused, StaleVersion

from . import chance, opening, rating, rights, series, services, silent, stages
from . import events as e
from .cache import cache
from .decisions import arenas, presence, results, rounds
from .events import TournamentEvent
from .formats.contract import Result as TableResult
from .formats.contract import RoundNo
from .models import OpenTable, Tournament
from .state import Progress, Role, State, Status, Table, TableRef


class Seen(NamedTuple):
    """The state that a call depends on: how often the table was called before, and who sits there, as player or bot."""

    calls: int
    people: tuple[tuple[UUID | None, str], ...]


BEING_CALLED = timedelta(minutes=1)
"""How long a table may be open before its tournament has noted that it is."""

log = structlog.get_logger()

# --- calling players to their tables ----------------------------------------------------------------------


def call_tables(tournament_id: UUID) -> int:
    """Open an online table for each published one that has none; returns how many were opened."""
    state = cache.state(tournament_id)
    if state.status is not Status.RUNNING or not state.settings.online:
        return 0
    waiting = [
        TableRef(stage.key, one.no, table.no)
        for stage in state.stages.values()
        for one in stage.rounds
        for table in one.tables.values()
        if is_called_by_itself(table)
    ]
    return sum(_is_called(state, ref) for ref in waiting)


def is_to_be_called(table: Table) -> bool:
    """Whether the next game is due: no result exists or is coming, and no game is under way."""
    waits = table.progress in (Progress.PAIRED, Progress.STARTED)
    return waits and all(game.result is not None for game in table.games.values())


def is_called_by_itself(table: Table) -> bool:
    """Whether the platform should call it: the first game at a table with a window begins when its players want."""
    return is_to_be_called(table) and (not table.until or bool(table.games))


def call_table(tournament_id: UUID, ref: TableRef, player: UUID) -> bool:
    """A player of a table with a window wants to play now; returns whether it opened. Raises NotFound, NotAllowed,
    Conflict.
    """
    state = cache.state(tournament_id)
    rights.seat_at(state, ref, player)
    if state.status is not Status.RUNNING or not state.settings.online:
        raise Conflict("not_played_here")
    return is_to_be_called(results.table_at(state, ref)) and _call(state, ref)


def opened_for(tournament_id: UUID, ref: TableRef) -> UUID | None:
    """The table of ``matches`` where it is now played."""
    rows = OpenTable.objects.filter(tournament=tournament_id, stage=ref.stage, round=ref.round, number=ref.table)
    return rows.values_list("opened", flat=True).first()


def _is_called(state: State, ref: TableRef) -> bool:
    """Whether it was called now. A table that cannot be opened, because a player no longer exists, does not block the
    others.
    """
    try:
        return _call(state, ref)
    except StaleVersion:
        raise
    except (Refused, CoreError) as refused:
        log.warning("table not called", tournament=str(state.id), table=ref, error=str(refused))
        return False


def _call(state: State, ref: TableRef) -> bool:
    table = results.table_at(state, ref)
    game, seen = len(table.games) + 1, _seen(state, ref)
    opened = _open(state, ref, seen)

    def decide(now: State) -> list[TournamentEvent]:
        current = results.table_at(now, ref)
        if now.status is not Status.RUNNING or _seen(now, ref) != seen or not is_to_be_called(current):
            return []
        return [e.TableCalled(ref.stage, ref.round, ref.table, game, opened)]

    return bool(services.by_itself(tournament_id=state.id, actor=services.CLOCK, decide=decide).events)


def _seen(state: State, ref: TableRef) -> Seen:
    table = results.table_at(state, ref)
    entries = [state.entries[no] for no in table.pairing.seats]
    calls = state.stages[ref.stage].calls_of(ref.round, ref.table)
    return Seen(calls, tuple((entry.player, entry.bot) for entry in entries))


def _open(state: State, ref: TableRef, seen: Seen) -> UUID:
    """Open a table of matches. Its id follows from ``seen``: two workers open it once, and after a crash it is found
    again, unless it was closed meanwhile.
    """
    owner = next(player for player, role in state.roles.items() if role is Role.OWNER)
    people = [player for player, _ in seen.people]
    for attempt in count():
        opened = table_services.open_table(
            table_commands.OpenTable(
                game=state.game,
                seats=len(people),
                ruleset=state.ruleset,
                options=state.options,
                pinned=opening.pinned(state),
                access=MatchTable.Access.NAMED,
                invited=tuple(player for player in people if player is not None),
                host_seat=None,
                bots={seat: bot for seat, (_, bot) in enumerate(seen.people) if bot},
                reserved=tuple(people),
                rated=rating.is_rated_here(state, len(seen.people), [bot for _, bot in seen.people if bot]),
                speed=state.settings.speed,
                time=state.settings.time,
                spectators=state.settings.spectators,
            ),
            invites=False,
            by=owner,
            decision_id=uuid5(state.id, f"{ref.stage} {ref.round} {ref.table} {seen} {attempt}"),
        )
        if not MatchTable.objects.filter(id=opened.table, status=MatchTable.Status.CLOSED).exists():
            return opened.table
    raise AssertionError("unreachable")


# --- results that arrive by themselves --------------------------------------------------------------------


def take_result(opened: UUID) -> bool:
    """The match at an online table is over: enter its result in the tournament. Returns whether there was one."""
    row = OpenTable.objects.filter(opened=opened).first()
    match = Match.objects.filter(table=opened, ended_at__isnull=False).first()
    if row is None or match is None:
        return False
    ref = TableRef(row.stage, RoundNo(row.round), row.number)
    came = TableResult(tuple(match.ranks), tuple(match.scores))
    return _end_game(row.tournament_id, ref, opened, came, services.MATCH)


def _end_game(tournament_id: UUID, ref: TableRef, opened: UUID, came: TableResult, source: str) -> bool:
    """Record that the game at the table ``opened`` ended so, unless that is known or no longer awaited."""

    def decide(state: State) -> list[TournamentEvent]:
        table = results.table_at(state, ref)
        game = next((no for no, played in table.games.items() if played.opened == opened), None)
        if state.status is not Status.RUNNING or table.is_done or game is None or table.games[game].result is not None:
            return []
        return series.after_game(state.stages[ref.stage], ref, table, game, came, source)

    changed = services.by_itself(tournament_id=tournament_id, actor=source, decide=decide, stage=ref.stage)
    return bool(changed.events)


# --- deadlines --------------------------------------------------------------------------------------------


def keep_deadline(tournament_id: UUID, ref: TableRef, now: datetime) -> bool:
    """Do what is due at a table: a report stands, a dispute ends, missing players are called a last time, or missed."""
    table = results.table_at(cache.state(tournament_id), ref)
    if is_called(table):
        return _end_call(tournament_id, ref, table)
    changed = services.by_itself(
        tournament_id=tournament_id,
        actor=services.CLOCK,
        now=now,
        decide=lambda state: results.due(state, ref, at=now, silent=silent.seats(state, ref)),
        stage=ref.stage,
    )
    return bool(changed.events)


def is_called(table: Table) -> bool:
    """Whether its last game waits for its players."""
    last = table.games.get(max(table.games, default=0))
    in_play = table.progress in (Progress.PAIRED, Progress.STARTED)
    return in_play and last is not None and last.is_under_way and not last.started


def _end_call(tournament_id: UUID, ref: TableRef, table: Table) -> bool:
    """Players who have not sat down lose the game. Nobody can sit down any more once this is known."""
    here = table.games[max(table.games)].opened
    assert here is not None, "a called game has its table here"
    opened = MatchTable.objects.get(id=here)
    if opened.match is not None:
        return _note_start(tournament_id, ref)
    if opened.status == MatchTable.Status.OPEN:
        table_services.change(opened.id, table_commands.CloseTable(), by=opened.host)
    seats = list(opened.seat_rows.all())
    missing = frozenset(seat.number for seat in seats if seat.player is None and not seat.bot)
    return _end_game(tournament_id, ref, opened.id, presence.unplayed(len(seats), missing), services.CLOCK)


def _note_start(tournament_id: UUID, ref: TableRef) -> bool:
    """All players have come: the call is over."""

    def decide(state: State) -> list[TournamentEvent]:
        called = is_called(results.table_at(state, ref))
        return [e.TableStarted(ref.stage, ref.round, ref.table)] if called else []

    return bool(services.by_itself(tournament_id=tournament_id, actor=services.CLOCK, decide=decide).events)


# --- tournaments without anybody --------------------------------------------------------------------------


def run_on(tournament_id: UUID) -> bool:
    """One step of an automatic tournament: the next round or stage, or the end. Returns whether there was one."""
    changed = services.by_itself(tournament_id=tournament_id, actor=services.CLOCK, decide=next_step)
    return bool(changed.events)


def next_step(state: State) -> Sequence[TournamentEvent]:
    """What an arbiter would do next, if it needs no judgement."""
    if state.status is not Status.RUNNING or not state.settings.automatic:
        return []
    waiting = {key for key, stage in state.stages.items() if rounds.unfinished(stage)}
    for key in state.stages:
        if key not in waiting and not rounds.is_stage_over(state, key):
            return _next_round(state, key)
    following = rounds.next_stage(state)
    if following is not None:
        try:
            return rounds.start(state, following, seed=chance.lots())
        except Conflict:  # too few are left: it ends with what was played
            following = None
    return [] if waiting else rounds.close(state)


def _next_round(state: State, key: str) -> Sequence[TournamentEvent]:
    """Play a table again if it was drawn and must not be; close a stage whose next round cannot be paired."""
    try:
        now = timezone.now()
        batch = rounds.publish(state, key, rounds.propose(state, key, at=now), at=now)
        return batch + arenas.opened(state, key, now)
    except Conflict as stuck:
        if stuck.code == "drawn_table":
            ref = TableRef(key, RoundNo(stuck.data["round"]), stuck.data["table"])
            return results.correct(state, ref, None)
        if stages.format_in(state.stages[key]).by_rounds:
            return rounds.close_stage(state, key)
        return []


# --- what was forgotten -----------------------------------------------------------------------------------


def forgotten_results(limit: int) -> list[UUID]:
    """Tables whose match is over, and whose result has not been entered."""
    over = Match.objects.filter(table=OuterRef("opened"), ended_at__isnull=False)
    rows = OpenTable.objects.filter(Exists(over), opened__isnull=False)
    return [opened for opened in rows.values_list("opened", flat=True)[:limit] if opened is not None]


def forgotten_tables(now: datetime, limit: int) -> list[UUID]:
    """Open online tables for which no tournament waits any more: it was cancelled, the pairing was taken back, or an
    arbiter ruled. Tables opened just now are left out, since they may be about to be called.
    """
    called = OpenTable.objects.filter(opened=OuterRef("id"))
    kept = Seat.objects.filter(table=OuterRef("id"), reserved__isnull=False)
    rows = MatchTable.objects.filter(status=MatchTable.Status.OPEN, access=MatchTable.Access.NAMED)
    old = rows.filter(Exists(kept), ~Exists(called), long_ago("opened_at", BEING_CALLED, now))
    return list(old.values_list("id", flat=True)[:limit])


def close_forgotten_tables(limit: int) -> int:
    """Returns how many were closed."""
    closed = 0
    for table in MatchTable.objects.filter(id__in=forgotten_tables(timezone.now(), limit)):
        try:
            table_services.change(table.id, table_commands.CloseTable(), by=table.host)
            closed += 1
        except Refused:
            continue  # its last player has just sat down
    return closed


def take_forgotten_results(limit: int) -> int:
    """Returns how many results were taken."""
    taken = 0
    for opened in forgotten_results(limit):
        try:
            taken += take_result(opened)
        except Refused:
            continue  # somebody else was at it
    return taken


def due_tables(now: datetime, limit: int) -> list[tuple[UUID, TableRef]]:
    rows = OpenTable.objects.filter(due_at__lte=now).order_by("due_at")[:limit]
    return [(row.tournament_id, TableRef(row.stage, RoundNo(row.round), row.number)) for row in rows]


def step(tournament_id: UUID) -> bool:
    """Do everything that the tournament can do by itself now. Returns whether anything happened."""
    try:
        called = call_tables(tournament_id)
        return run_on(tournament_id) or called > 0
    except StaleVersion:
        return False  # somebody else was at it
    except Refused as refused:
        log.warning("tournament not run on", tournament=str(tournament_id), error=str(refused))
        return False


def end_arenas(tournament_id: UUID, now: datetime) -> bool:
    """Whether the time of an arena was up."""
    changed = services.by_itself(
        tournament_id=tournament_id, actor=services.CLOCK, now=now, decide=lambda state: arenas.over(state, now)
    )
    return bool(changed.events)


def due_arenas(now: datetime, limit: int) -> list[UUID]:
    """Tournaments with an arena whose time is up."""
    rows = Tournament.objects.filter(due_at__lte=now).order_by("due_at")
    return list(rows.values_list("id", flat=True)[:limit])


def keep_all_deadlines(limit: int) -> int:
    """Returns how many tables and arenas moved on because their time was up."""
    now = timezone.now()
    done = 0
    for tournament_id, ref in due_tables(now, limit):
        try:
            done += keep_deadline(tournament_id, ref, now)
        except Refused:
            continue
    for tournament_id in due_arenas(now, limit):
        try:
            done += end_arenas(tournament_id, now)
        except Refused:
            continue
    return done


def waiting(limit: int) -> list[UUID]:
    """Running tournaments that may have something to do by themselves: a table to open, or a round to pair."""
    uncalled = OpenTable.objects.filter(tournament=OuterRef("id"), opened__isnull=True)
    under_way = OpenTable.objects.filter(tournament=OuterRef("id"))
    rows = Tournament.objects.filter(status=Status.RUNNING)
    mine = rows.filter(Q(online=True) & Exists(uncalled) | Q(automatic=True) & ~Exists(under_way))
    return list(mine.order_by("changed_at").values_list("id", flat=True)[:limit])
