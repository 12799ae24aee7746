"""What a tournament does by itself: it calls players to tables here, takes results from matches, keeps deadlines, and,
where it runs without anybody, pairs its rounds. Each step may be tried twice, late, and by several workers at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from matches import services as matches
from matches.errors import NotFound, ServiceError, StaleVersion
from matches.models import Match
from matches.models import Table as MatchTable

from . import events as e
from . import series, services
from .decisions import results, rounds
from .decisions.results import TableRef
from .events import TournamentEvent
from .formats.contract import Result as TableResult
from .formats.contract import RoundNo
from .models import OpenTable, Tournament
from .shelf import shelf
from .state import Role, State, Status, Table

# --- calling players to their tables ----------------------------------------------------------------------


def call_tables(tournament_id: UUID) -> int:
    """Open a table here for each published one that has none; how many were opened."""
    state = shelf.state(tournament_id)
    if state.status is not Status.RUNNING or not state.settings.online:
        return 0
    waiting = [
        TableRef(stage.key, one.no, table.no)
        for stage in state.stages.values()
        for one in stage.rounds
        for table in one.tables.values()
        if is_to_be_called(table)
    ]
    for ref in waiting:
        _call(state, ref)
    return len(waiting)


def is_to_be_called(table: Table) -> bool:
    """Whether it has no result and no game under way: then the next game is due."""
    return not table.is_done and all(game.result is not None for game in table.games.values())


def _call(state: State, ref: TableRef) -> None:
    """The table's id follows from the pairing, so two workers open it once."""
    table = results.table_at(state, ref)
    game = len(table.games) + 1
    seats = [state.entries[no] for no in table.pairing.seats]
    owner = next(player for player, role in state.roles.items() if role is Role.OWNER)
    people = [entry.player for entry in seats]
    opened = matches.open_table(
        host=owner,
        game=state.game,
        seats=len(seats),
        ruleset=state.ruleset,
        options=state.options,
        pinned=services.pinned(state),
        access=MatchTable.Access.NAMED,
        invited=[player for player in people if player is not None],
        host_seat=None,
        bots={seat: entry.bot for seat, entry in enumerate(seats) if entry.bot},
        reserved=people,
        decision_id=uuid5(state.id, f"{ref.stage} {ref.round} {ref.table} {game} {table.pairing.seats}"),
    )

    def decide(now: State) -> list[TournamentEvent]:
        current = results.table_at(now, ref)
        if current.is_done or len(current.games) >= game or current.pairing.seats != table.pairing.seats:
            return []
        return [e.TableCalled(ref.stage, ref.round, ref.table, game, opened.table)]

    services.by_itself(tournament_id=state.id, actor=services.CLOCK, decide=decide)


# --- results that arrive by themselves --------------------------------------------------------------------


def take_result(opened: UUID) -> bool:
    """The match at a table here is over: its result goes into the tournament. Whether there was anything to take."""
    row = OpenTable.objects.filter(opened=opened).first()
    match = Match.objects.filter(table=opened, ended_at__isnull=False).first()
    if row is None or match is None:
        return False
    ref = TableRef(row.stage, RoundNo(row.round), row.number)
    came = TableResult(tuple(match.ranks), tuple(match.scores))

    def decide(state: State) -> list[TournamentEvent]:
        table = results.table_at(state, ref)
        game = next((no for no, played in table.games.items() if played.opened == opened), None)
        if table.is_done or game is None or table.games[game].result is not None:
            return []
        return series.after_game(state.stages[ref.stage], ref, table, game, came, services.MATCH)

    changed = services.by_itself(tournament_id=row.tournament_id, actor=services.MATCH, decide=decide, stage=ref.stage)
    return bool(changed.events)


# --- deadlines --------------------------------------------------------------------------------------------


def keep_deadline(tournament_id: UUID, ref: TableRef, now: datetime) -> bool:
    """What is due at a table: a report stands, a dispute ends, who did not come to a called table forfeits."""
    table = results.table_at(shelf.state(tournament_id), ref)
    if table.games and not table.is_done and table.deadline == "" and not table.reports:
        return _end_call(tournament_id, ref, table, now)
    changed = services.by_itself(
        tournament_id=tournament_id,
        actor=services.CLOCK,
        decide=lambda state: results.due(state, ref, at=now),
        stage=ref.stage,
    )
    return bool(changed.events)


def _end_call(tournament_id: UUID, ref: TableRef, table: Table, now: datetime) -> bool:
    last = table.games[max(table.games)]
    assert last.opened is not None, "a called table is open here"
    opened = MatchTable.objects.prefetch_related("seat_rows").filter(id=last.opened).first()
    if opened is None or opened.match is not None:
        return _note_start(tournament_id, ref)
    seats = list(opened.seat_rows.all())
    missing = frozenset(seat.number for seat in seats if seat.player is None and not seat.bot)
    matches.close_table(table_id=opened.id, by=opened.host)
    changed = services.by_itself(
        tournament_id=tournament_id,
        actor=services.CLOCK,
        decide=lambda state: results.no_shows(state, ref, missing, source="clock"),
        stage=ref.stage,
    )
    return bool(changed.events)


def _note_start(tournament_id: UUID, ref: TableRef) -> bool:
    """All have come: the call is over."""

    def decide(state: State) -> list[TournamentEvent]:
        table = results.table_at(state, ref)
        started = table.is_done or table.progress is not table.progress.PAIRED
        return [] if started else [e.TableStarted(ref.stage, ref.round, ref.table)]

    return bool(services.by_itself(tournament_id=tournament_id, actor=services.CLOCK, decide=decide).events)


# --- tournaments without anybody --------------------------------------------------------------------------


def run_on(tournament_id: UUID) -> bool:
    """One step of an automatic tournament: the next round, the next stage, or the end. Whether there was one."""
    changed = services.by_itself(tournament_id=tournament_id, actor=services.CLOCK, decide=next_step)
    return bool(changed.events)


def next_step(state: State) -> Sequence[TournamentEvent]:
    """What an arbiter would do next, if it needs no judgement."""
    if state.status is not Status.RUNNING or not state.settings.automatic:
        return []
    if any(not table.is_done for stage in state.stages.values() for table in stage.tables()):
        return []
    for key, stage in state.stages.items():
        if not stage.closed and not rounds.is_stage_over(state, key):
            return rounds.publish(state, key, rounds.propose(state, key))
    following = rounds.next_stage(state)
    if following is not None:
        return rounds.start(state, following, seed=services.lots())
    return rounds.close(state)


# --- what was forgotten -----------------------------------------------------------------------------------


def forgotten_results(limit: int) -> list[UUID]:
    """Tables whose match is over, and whose result is not here yet."""
    over = Match.objects.filter(table=OuterRef("opened"), ended_at__isnull=False)
    rows = OpenTable.objects.filter(Exists(over), opened__isnull=False)
    return [opened for opened in rows.values_list("opened", flat=True)[:limit] if opened is not None]


def due_tables(now: datetime, limit: int) -> list[tuple[UUID, TableRef]]:
    rows = OpenTable.objects.filter(due_at__lte=now).order_by("due_at")[:limit]
    return [(row.tournament_id, TableRef(row.stage, RoundNo(row.round), row.number)) for row in rows]


def step(tournament_id: UUID) -> bool:
    """Everything that the tournament can do by itself now. Whether anything happened."""
    try:
        called = call_tables(tournament_id)
        return run_on(tournament_id) or called > 0
    except (StaleVersion, NotFound):
        return False  # somebody else was at it


def keep_all_deadlines(limit: int) -> int:
    """How many tables were brought on because their time was up."""
    now = timezone.now()
    done = 0
    for tournament_id, ref in due_tables(now, limit):
        try:
            done += keep_deadline(tournament_id, ref, now)
        except ServiceError:
            continue
    return done


def waiting(limit: int) -> list[UUID]:
    """Running tournaments that may have something to do by themselves: a table to open, or a round to pair."""
    uncalled = OpenTable.objects.filter(tournament=OuterRef("id"), opened__isnull=True)
    under_way = OpenTable.objects.filter(tournament=OuterRef("id"))
    rows = Tournament.objects.filter(status=Status.RUNNING)
    mine = rows.filter(Q(online=True) & Exists(uncalled) | Q(automatic=True) & ~Exists(under_way))
    return list(mine.order_by("changed_at").values_list("id", flat=True)[:limit])
