"""An arbiter's orders at a match in progress here."""

from __future__ import annotations

from uuid import UUID

from players.ratings.rulings import is_entitled
from web.errors import Conflict, NotAllowed

from .. import events as e
from ..consent.decisions import may_order_for_rating, owner_sits
from ..consent.standing import is_rated
from ..events import TournamentEvent
from ..formats.contract import Result
from ..rights import check_role
from ..state import Played, Role, State, Status, Table, TableRef
from . import results


def rewind(state: State, ref: TableRef, to: int, *, by: UUID, remark: UUID) -> list[TournamentEvent]:
    """The match goes on from there; where an owner sits it counts for no rating. Raises NotFound, NotAllowed (the
    arbiter sits at that table), Conflict (nothing is played there)."""
    _, game = under_way(state, ref, by)
    assert game.opened is not None
    rated = may_order_for_rating(state, results.table_at(state, ref), by)
    return [e.MatchRewound(ref.stage, ref.round, ref.table, game.opened, to, remark, rated)]


def rule(state: State, ref: TableRef, result: Result, *, by: UUID, remark: UUID) -> list[TournamentEvent]:
    """The match ends so, and the table with it; where an owner sits it counts for no rating. Raises as ``rewind``, and
    BadRequest."""
    number, game = under_way(state, ref, by)
    assert game.opened is not None
    batch = results.rule(state, ref, result, remark=remark)
    stood = next(event for event in batch if isinstance(event, e.ResultStood))
    rated = not stood.result.forfeited and may_order_for_rating(state, results.table_at(state, ref), by)
    stop = e.MatchStopped(ref.stage, ref.round, ref.table, number, game.opened, stood.result.places, rated, remark)
    return [stop, *batch]


def annul(state: State, ref: TableRef, *, by: UUID, remark: UUID) -> list[TournamentEvent]:
    """The match was none: the next one is called in its place. Raises as ``rewind``, NotAllowed (it is for others)."""
    number, game = under_way(state, ref, by)
    if not is_for_staff(state, results.table_at(state, ref)):
        check_role(state, by, Role.ARBITER)
    elif not is_entitled(by):
        raise NotAllowed("staff_annuls")
    assert game.opened is not None
    return [e.MatchStopped(ref.stage, ref.round, ref.table, number, game.opened, (), False, remark)]


def is_for_staff(state: State, table: Table) -> bool:
    """Whether the platform's staff alone may annul the match there, without a role: a rated one where an owner sits,
    who when losing would be spared the loss by an arbiter whom they named."""
    return is_rated(state) and owner_sits(state, table)


def under_way(state: State, ref: TableRef, by: UUID) -> tuple[int, Played]:
    """The game now played at the table, with its number. Raises as ``rewind``."""
    table = results.table_at(state, ref)
    if sits_at(state, table, by):
        raise NotAllowed("own_table_ruled")
    last = max(table.games, default=0)
    if state.status is not Status.RUNNING or table.is_done or not last or not table.games[last].is_under_way:
        raise Conflict("no_running_match")
    return last, table.games[last]


def sits_at(state: State, table: Table, player: UUID) -> bool:
    return any(state.entries[no].player == player for no in table.pairing.seats)
