"""What an arbiter orders at a match that is under way here."""

from __future__ import annotations

from uuid import UUID

from web.errors import Conflict, NotAllowed

from .. import events as e
from ..events import TournamentEvent
from ..state import Played, State, Status, Table, TableRef
from . import results


def rewind(state: State, ref: TableRef, to: int, *, by: UUID, remark: UUID) -> list[TournamentEvent]:
    """Raises NotFound, NotAllowed (of a party at that table), Conflict (nothing is played there)."""
    _, game = under_way(state, ref, by)
    assert game.opened is not None
    return [e.MatchRewound(ref.stage, ref.round, ref.table, game.opened, to, remark)]


def under_way(state: State, ref: TableRef, by: UUID) -> tuple[int, Played]:
    """The game that is played at the table now, with its number. Raises as ``rewind``."""
    table = results.table_at(state, ref)
    if sits_at(state, table, by):
        raise NotAllowed("own_table_ruled")
    last = max(table.games, default=0)
    if state.status is not Status.RUNNING or table.is_done or not last or not table.games[last].is_under_way:
        raise Conflict("no_running_match")
    return last, table.games[last]


def sits_at(state: State, table: Table, player: UUID) -> bool:
    return any(state.entries[no].player == player for no in table.pairing.seats)
