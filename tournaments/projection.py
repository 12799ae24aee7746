"""The read models of tournaments: services write them with ``save``, ``manage.py rebuild`` rebuilds them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from ledger import store
from ledger.events import StoredEvent
from ledger.projections import Projection
from players.ratings.outcome import player_of
from web.short_codes import code_of

from .consent.noting import sitters
from .consent.state import OpenObjection
from .decisions import arenas, presence, windows
from .events import KINDS
from .evolve import fold
from .models import Entry, Objection, Officer, OpenTable, Tournament
from .state import Progress, Round, State, Status, Table

Spot = tuple[str, int, int]
"""Stage, round and table."""
Waiting = tuple[Round, Table]


class Tournaments(Projection):
    name = "tournaments"
    models = (Tournament, Entry, Officer, OpenTable, Objection)
    kinds = KINDS.names
    inline = True

    def apply(self, events: Sequence[StoredEvent]) -> None:
        """Fold each tournament again, up to its new events."""
        for stream, seq in {event.stream: event.seq for event in events}.items():
            for model in (Entry, Officer, OpenTable, Objection):
                model._default_manager.filter(tournament=stream).delete()
            Tournament.objects.filter(id=stream).delete()
            save(fold(stream, store.read(stream, upto=seq)), None)


def save(state: State, before: State | None) -> None:
    """Write what differs from the state ``before``, which the tables hold."""
    if state.status is None:
        return
    _save_tournament(state, is_new=before is None or before.status is None)
    _save_entries(state, before)
    _save_officers(state, before)
    _save_open_tables(state, before)
    _save_objections(state, before)


def _save_tournament(state: State, *, is_new: bool) -> None:
    assert state.status is not None
    assert state.opened_at is not None
    assert state.changed_at is not None
    row = Tournament(
        id=state.id,
        title=state.title,
        game=state.game,
        ruleset=state.ruleset,
        code=code_of(state.id),
        status=state.status,
        online=state.settings.online,
        automatic=state.settings.automatic,
        listed=state.settings.listed,
        starts=datetime.fromisoformat(state.settings.starts) if state.settings.starts else None,
        entrants=sum(not entry.withdrawn for entry in state.entries.values()),
        league=state.league,
        club=UUID(state.settings.club) if state.settings.club else None,
        opened_at=state.opened_at,
        changed_at=state.changed_at,
        due_at=arenas.due_at(state),
        version=state.version,
    )
    row.save(force_insert=is_new, force_update=not is_new)


def _save_entries(state: State, before: State | None) -> None:
    known = before.entries if before is not None else {}
    changed = [entry for no, entry in state.entries.items() if known.get(no) is not entry]
    gone = [no for no in known if no not in state.entries]
    if again := [entry.no for entry in changed if entry.no in known] + gone:
        Entry.objects.filter(tournament=state.id, no__in=again).delete()
    Entry.objects.bulk_create(
        Entry(tournament_id=state.id, no=entry.no, player=entry.player, bot=entry.bot, withdrawn=entry.withdrawn)
        for entry in changed
    )


def _save_officers(state: State, before: State | None) -> None:
    if before is not None and before.roles == state.roles:
        return
    Officer.objects.filter(tournament=state.id).delete()
    Officer.objects.bulk_create(
        Officer(tournament_id=state.id, player=player, role=role) for player, role in state.roles.items()
    )


def _save_open_tables(state: State, before: State | None) -> None:
    other = None if before is None or before.settings != state.settings else before
    new = dict(_open_tables(state, _rounds(other)))
    old = dict(_open_tables(before, _rounds(None if other is None else state))) if before is not None else {}
    changed = [spot for spot, now in new.items() if other is None or not _is_same(old.get(spot), now)]
    gone: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for stage, number, table_no in [
        *(spot for spot in old if spot not in new),
        *(spot for spot in changed if spot in old),
    ]:
        gone[stage, number].append(table_no)
    for (stage, number), tables in gone.items():
        OpenTable.objects.filter(tournament=state.id, stage=stage, round=number, number__in=tables).delete()
    OpenTable.objects.bulk_create(_row(state, spot, new[spot]) for spot in changed)


def _save_objections(state: State, before: State | None) -> None:
    same = _all_rounds(before) & _all_rounds(state)
    if _objections(before, same) == _objections(state, same):
        return
    Objection.objects.filter(tournament=state.id).delete()
    Objection.objects.bulk_create(
        Objection(
            tournament_id=state.id,
            stage=stage,
            round=round_no,
            number=number,
            seat=seat,
            player=player,
            remark=one.remark,
            typed_by=one.typed_by,
        )
        for (stage, round_no, number, seat), (player, one) in _objections(state).items()
    )


def _all_rounds(state: State | None) -> frozenset[int]:
    """As objects: unchanged ones are identical."""
    return frozenset(id(one) for stage in state.stages.values() for one in stage.rounds) if state else frozenset()


def _objections(
    state: State | None, known: Collection[int] = frozenset()
) -> dict[tuple[str, int, int, int], tuple[UUID, OpenObjection]]:
    """Open objections, each with its player, by stage, round, table and seat; without the rounds that are ``known``."""
    found: dict[tuple[str, int, int, int], tuple[UUID, OpenObjection]] = {}
    if state is None:
        return found
    for stage in state.stages.values():
        for table in (table for one in stage.rounds if id(one) not in known for table in one.tables.values()):
            for seat, one in table.objections.open.items():
                who = table.consent.who if table.consent is not None else sitters(state, table)
                player = one.player or player_of(who[seat])
                assert player is not None, "a bot does not object"
                found[stage.key, table.pairing.round, table.no, seat] = (player, one)
    return found


def _rounds(state: State | None) -> frozenset[int]:
    """The rounds of a running tournament, as objects: unchanged ones are identical."""
    if state is None or state.status is not Status.RUNNING:
        return frozenset()
    return frozenset(id(one) for stage in state.stages.values() for one in stage.rounds)


def _is_same(before: Waiting | None, now: Waiting) -> bool:
    """Whether the row stays: a table's deadline also depends on the start of its round."""
    return before is not None and before[1] is now[1] and before[0].began == now[0].began


def _open_tables(state: State, known: Collection[int]) -> Iterator[tuple[Spot, Waiting]]:
    """Tables that wait for something, without the rounds that are ``known``; none if the tournament does not run."""
    if state.status is not Status.RUNNING:
        return
    for stage in state.stages.values():
        for one in stage.rounds:
            for table in one.tables.values() if id(one) not in known else ():
                if not table.is_done:
                    yield (stage.key, one.no, table.no), (one, table)


def _row(state: State, spot: Spot, waiting: Waiting) -> OpenTable:
    one, table = waiting
    last = max(table.games, default=None)
    return OpenTable(
        tournament_id=state.id,
        stage=spot[0],
        round=spot[1],
        number=spot[2],
        game=last,
        opened=None if last is None or table.games[last].result is not None else table.games[last].opened,
        due_at=None if spot in state.overruled else due_at(state, one, table),
    )


def due_at(state: State, one: Round, table: Table) -> datetime | None:
    """When the clock alone affects the table: its report stands, its dispute ends, its call expires, or a missing
    player is called a last time or missed.
    """
    if table.progress is Progress.REPORTED and table.since is not None:
        return table.since + timedelta(minutes=state.settings.report_minutes)
    if table.progress is Progress.DISPUTED:
        return datetime.fromisoformat(table.deadline)
    if table.until:
        return windows.ends(state, table)
    if not state.settings.online:
        return presence.due_at(state, one, table)
    last = table.games.get(max(table.games, default=0))
    if last is None or last.called_at is None or not last.is_under_way or last.started:
        return None
    return last.called_at + timedelta(minutes=state.settings.call_minutes) if state.settings.call_minutes else None
