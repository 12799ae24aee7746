"""Games at real tables that somebody records on a phone: what the recording is told of its table, and how its result
comes here, as if it had been typed (``matches.scribe.real_tables``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.scribe import queries as scribings
from matches.scribe.queries import AtTable
from matches.scribe.real_tables import RealTable, RealTables
from web.errors import Conflict, NotFound

from . import commands, queries, services
from .cache import cache
from .decisions import results
from .formats.contract import Result, RoundNo
from .models import CalledTable
from .queries import Asked
from .rights import has_role
from .state import Role, Status, Table, TableRef


def spot_of(ref: TableRef) -> str:
    return f"{ref.round}.{ref.table}.{ref.stage}"


def ref_of(spot: str) -> TableRef:
    """Raises NotFound."""
    number, table, stage = (*spot.split(".", 2), "", "")[:3]
    if not (number.isascii() and number.isdigit() and table.isascii() and table.isdigit()):
        raise NotFound("table_not_paired", stage=stage, round=0, table=0)
    return TableRef(stage, RoundNo(int(number)), int(table))


def look(event: UUID, spot: str, by: UUID | None) -> RealTable | None:
    """Raises NotFound, Conflict (played here)."""
    if cache.state(event).status is None:
        return None
    asked, ref = queries.tournament(tournament_id=event, player=by), ref_of(spot)
    state, table = asked.state, results.table_at(asked.state, ref)
    if state.settings.online:
        raise Conflict("played_here")
    entries = [state.entries[no] for no in table.pairing.seats]
    mine = None if asked.entry is None else results.seat_of(table, asked.entry.no)
    return RealTable(
        title=_("%(title)s, round %(round)s, table %(table)s")
        % {"title": state.title, "round": ref.round, "table": ref.table},
        address=reverse("tournaments:table", args=[event, ref.stage, ref.round, ref.table]),
        game=state.game,
        ruleset=state.ruleset,
        options=state.options,
        players=tuple(entry.player for entry in entries),
        names=tuple(asked.names[no] for no in table.pairing.seats),
        seat=mine,
        is_officer=has_role(state, by, Role.SCORER),
        is_done=table.is_done,
        is_listed=bool(state.settings.listed) and state.status in (Status.RUNNING, Status.CLOSED),
        places=() if table.pairing.result is None else table.pairing.result.places,
    )


def report(event: UUID, spot: str, by: UUID, places: Sequence[int], scores: Sequence[int], decision_id: UUID) -> None:
    """As a player's own report where they sit there and players report, else as an officer types it. Raises Refused."""
    state, ref = cache.state(event), ref_of(spot)
    result = Result(tuple(places), tuple(scores))
    mine = queries.tournament(tournament_id=event, player=by).entry
    table = results.table_at(state, ref)
    sits = mine is not None and results.seat_of(table, mine.no) is not None
    command = (
        commands.Report(ref, result)
        if sits and (state.settings.players_report or not has_role(state, by, Role.SCORER))
        else commands.EnterResult(ref, result)
    )
    services.change(event, command, by=by, decision_id=decision_id)


def kept(event: UUID, table: UUID) -> None:
    CalledTable.objects.get_or_create(opened=table, defaults={"tournament": event})


@dataclass(frozen=True, slots=True)
class RecordedAt:
    """The games recorded at a table that the reader may know of, and whether they may record one."""

    spot: str
    games: Sequence[AtTable]
    may_record: bool


def recorded_at(asked: Asked, table: Table, stage: str) -> RecordedAt:
    spot = spot_of(TableRef(stage, table.pairing.round, table.no))
    if asked.state.settings.online:
        return RecordedAt(spot, (), may_record=False)
    sits = asked.entry is not None and results.seat_of(table, asked.entry.no) is not None
    mine = sits or has_role(asked.state, asked.asker, Role.SCORER)
    found = scribings.at_table(asked.state.id, spot)
    seen = scribings.open_matches([one.match for one in found if one.match], asked.asker)
    games = [
        one for one in found if (one.match in seen if one.match else one.live is not None or (mine and not one.is_over))
    ]
    return RecordedAt(spot, games, mine and asked.state.status is Status.RUNNING and not table.is_done)


TABLES = RealTables(look, report, kept)
