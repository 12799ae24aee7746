"""Arbiters' orders at online matches: the rows that find them, and their way to the match.

The order is the tournament's fact, and comes first. What it does to the match is a fact of the match, under the order's
own id: where that was cut short, whoever sends the order again, or the periodic task, carries it out, and never twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.urls import reverse
from django.utils import timezone

from ledger import store
from ledger.events import StoredEvent
from ledger.projections import Projection
from matches.company import arbiters
from matches.company.arbiters import REWOUND, Order, OrdersShown
from matches.models import Match
from matches.stopped import ANNULLED, RULED
from players import queries as players
from players.ratings.rulings import is_entitled
from web.errors import Refused

from . import commands as c
from . import events as e
from .cache import cache
from .decisions import results
from .decisions.orders import running_match, sits_at, takes_orders_from_staff
from .events import KINDS, TournamentEvent
from .formats.contract import RoundNo
from .models import MatchOrder, Officer, OpenTable, Remark
from .rights import has_role
from .state import Role, State, Status, Table, TableRef

Command = c.RewindMatch | c.RuleMatch | c.AnnulMatch
ORDERS = (c.RewindMatch, c.RuleMatch, c.AnnulMatch)
TOLD = (e.MatchRewound, e.MatchStopped)
UNDER_WAY = timedelta(seconds=2)
"""For so long an order may be on its way to the match."""
PLAYER = "player:"

log = structlog.get_logger()


class MatchOrders(Projection):
    name = "match orders"
    models = (MatchOrder,)
    kinds = frozenset({"match_rewound", "match_stopped"})
    inline = True

    def apply(self, events: Sequence[StoredEvent]) -> None:
        told = [(one, KINDS.read(one)) for one in events if one.kind in self.kinds]
        MatchOrder.objects.bulk_create([_row(one.stream, event, one.seq, one.at) for one, event in told])


def save(state: State, batch: Sequence[TournamentEvent], at: datetime) -> None:
    """Store the orders of a batch that led to ``state``."""
    first = state.version - len(batch) + 1
    rows = [_row(state.id, one, seq, at) for seq, one in enumerate(batch, first) if isinstance(one, TOLD)]
    MatchOrder.objects.bulk_create(rows)


def _row(tournament: UUID, event: TournamentEvent, seq: int, at: datetime) -> MatchOrder:
    assert isinstance(event, TOLD)
    return MatchOrder(
        id=event.remark,
        tournament=tournament,
        opened=event.opened,
        what=(RULED if event.places else ANNULLED) if isinstance(event, e.MatchStopped) else REWOUND,
        to=0 if isinstance(event, e.MatchStopped) else event.to,
        ordered_at=at,
        seq=seq,
    )


# --- the way to the match ---------------------------------------------------------------------------------


def check(state: State, command: Command) -> None:
    """Whether the match can carry out the order. Raises NotFound, Conflict, BadRequest."""
    opened = running_match(results.table_at(state, command.ref))
    if opened is None:
        return
    if isinstance(command, c.RewindMatch):
        arbiters.check_moment(opened, command.to)
    else:
        arbiters.check_running(opened)


def carry_out(tournament_id: UUID, command: Command, by: UUID) -> None:
    """Carry out the latest order at that table, again if it was interrupted. Raises Conflict, BadRequest."""
    ref = command.ref
    stored = store.read(tournament_id)
    ordered = [one for one in map(KINDS.read, stored) if isinstance(one, TOLD) and _is_at(one, ref)]
    if not ordered:
        return
    _carry_out(ordered[-1], by)


def carry_out_forgotten(limit: int) -> int:
    """Carry out the latest order at each running match whose process died before the match had it; returns how many."""
    running = Match.objects.filter(ended_at=None)
    rows = MatchOrder.objects.filter(opened__in=running.values("table"), ordered_at__lt=timezone.now() - UNDER_WAY)
    latest: dict[UUID, MatchOrder] = {row.opened: row for row in rows.order_by("seq")}
    matches = {match.table_id: match for match in running.filter(table__in=latest).only("id", "table", "version")}
    found = [row for row in latest.values() if row.opened in matches]
    for gone in _refused.keys() - {row.id for row in found}:
        del _refused[gone]
    left = [row for row in found if _refused.get(row.id) != matches[row.opened].version]
    left.sort(key=lambda row: row.ordered_at)
    return sum(_is_finished(row, matches[row.opened]) for row in left[-limit:])


_refused: dict[UUID, int] = {}
"""Orders that their match has refused in this process, and its version then: until it goes on it would again."""


def _is_finished(row: MatchOrder, match: Match) -> bool:
    """Whether it was carried out now. What became impossible meanwhile stops no other order."""
    (stored,) = store.stored(row.tournament, row.seq - 1, row.seq)
    event, actor = KINDS.read(stored), stored.actor
    assert isinstance(event, TOLD)
    assert actor, "an order begins its batch"
    if store.find(match.id, row.id, actor=actor):
        return False
    try:
        _carry_out(event, UUID(actor.removeprefix(PLAYER)))
    except Refused as refused:
        _refused[row.id] = match.version
        log.warning("order not carried out", order=str(row.id), code=refused.code)
        return False
    return True


def _carry_out(order: e.MatchRewound | e.MatchStopped, by: UUID) -> None:
    if isinstance(order, e.MatchStopped):
        arbiters.stop(order.opened, order.places, rated=order.rated, order=order.remark, by=by)
    else:
        arbiters.rewind(order.opened, order.to, rated=order.rated, order=order.remark, by=by)


def _is_at(event: e.MatchRewound | e.MatchStopped, ref: TableRef) -> bool:
    return (event.stage, event.round, event.table) == (ref.stage, ref.round, ref.table)


# --- what tables show -------------------------------------------------------------------------------------


def at_table(opened: UUID, player: UUID | None) -> OrdersShown | None:
    """The orders at a match, and where this player may give more; None if it belongs to no tournament."""
    rows = list(MatchOrder.objects.filter(opened=opened).order_by("seq"))
    said = {one.id: one for one in Remark.objects.filter(id__in=[row.id for row in rows])} if rows else {}
    names = players.names({one.author for one in said.values() if one.author is not None})
    told = [_told(row, said.get(row.id), names) for row in rows]
    here, may = _ordered_by(opened, player)
    if here is None:
        return OrdersShown(tuple(told)) if told else None
    if not may:
        return OrdersShown(tuple(told), for_staff=True)
    fields = (("stage", here.stage), ("round", str(here.round)), ("table", str(here.number)))
    address = reverse("tournaments:desk_order", args=[here.tournament_id])
    return OrdersShown(tuple(told), address, fields)


def _told(row: MatchOrder, why: Remark | None, names: Mapping[UUID, str]) -> Order:
    author = None if why is None else why.author
    by = "?" if author is None else names.get(author, "?")
    return Order(row.what, by, "" if why is None else why.text, row.ordered_at, row.to)


def looks_on(opened: UUID, player: UUID) -> bool:
    """Officers watch matches of their tournament as spectators; players see only their own hand."""
    rows = OpenTable.objects.filter(opened=opened).values_list("tournament", flat=True)
    return Officer.objects.filter(tournament__in=rows, player=player).exists()


def _ordered_by(opened: UUID, player: UUID | None) -> tuple[OpenTable | None, bool]:
    """The running table if this player is an arbiter who does not sit there, and whether they may give orders."""
    nothing = None, False
    if player is None:
        return nothing
    row = OpenTable.objects.filter(opened=opened).first()
    if row is None or not Officer.objects.filter(tournament=row.tournament_id, player=player).exists():
        return nothing
    state = cache.state(row.tournament_id)
    table = results.table_at(state, TableRef(row.stage, RoundNo(row.round), row.number))
    may = state.status is Status.RUNNING and has_role(state, player, Role.ARBITER)
    if not may or sits_at(state, table, player):
        return nothing
    return row, is_entitled(player) or not takes_orders_from_staff(state, table)


def annuls(state: State, table: Table, player: UUID | None) -> bool:
    """Whether this player, of the platform's staff, may annul the table's running match, which no arbiter may."""
    if player is None or state.status is not Status.RUNNING or not is_entitled(player):
        return False
    return takes_orders_from_staff(state, table) and not sits_at(state, table, player)
