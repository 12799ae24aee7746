"""An arbiter's orders at a match in progress here.

Where somebody sits who owns the tournament or has ever owned it, a match that counts for a rating takes orders from the
platform's staff alone: an arbiter whom a player has named could spare that player a loss, and nobody can object.
"""

from __future__ import annotations

from uuid import UUID

from matches.company import arbiters
from players.ratings.rulings import is_entitled
from web.errors import Conflict, NotAllowed

from .. import events as e
from ..consent.decisions import owner_sits
from ..events import TournamentEvent
from ..formats.contract import Result
from ..rights import check_role
from ..state import Role, State, Status, Table, TableRef
from . import results


def rewind(state: State, ref: TableRef, to: int, *, by: UUID, remark: UUID) -> list[TournamentEvent]:
    """The match goes on from there. Raises NotFound, NotAllowed (the arbiter sits at that table, or it takes orders
    from others), Conflict (nothing is played there)."""
    _, opened = under_way(state, ref, by)
    return [e.MatchRewound(ref.stage, ref.round, ref.table, opened, to, remark)]


def rule(state: State, ref: TableRef, result: Result, *, by: UUID, remark: UUID) -> list[TournamentEvent]:
    """The match ends so, and the table with it; by a forfeit it counts for no rating. Raises as ``rewind``, and
    BadRequest."""
    number, opened = under_way(state, ref, by)
    batch = results.rule(state, ref, result, remark=remark)
    stood = next(event for event in batch if isinstance(event, e.ResultStood)).result
    rated = not stood.forfeited
    return [e.MatchStopped(ref.stage, ref.round, ref.table, number, opened, stood.places, rated, remark), *batch]


def annul(state: State, ref: TableRef, *, by: UUID, remark: UUID) -> list[TournamentEvent]:
    """The match was none: the next one is called in its place. Raises as ``rewind``; staff need no role where the match
    takes orders from them alone."""
    number, opened = under_way(state, ref, by)
    if not takes_orders_from_staff(state, results.table_at(state, ref)):
        check_role(state, by, Role.ARBITER)
    return [e.MatchStopped(ref.stage, ref.round, ref.table, number, opened, (), False, remark)]


def takes_orders_from_staff(state: State, table: Table) -> bool:
    """Whether the match that is played there takes orders from the platform's staff alone. That it counts for a rating
    was decided when it began, whatever the tournament's settings say by now."""
    opened = running_match(table)
    return opened is not None and arbiters.is_rated(opened) and owner_sits(state, table)


def running_match(table: Table) -> UUID | None:
    last = table.games.get(max(table.games, default=0))
    return last.opened if last is not None and last.is_under_way else None


def under_way(state: State, ref: TableRef, by: UUID) -> tuple[int, UUID]:
    """The number of the game now played at the table, and its match's table. Raises as ``rewind``."""
    table = results.table_at(state, ref)
    if sits_at(state, table, by):
        raise NotAllowed("own_table_ruled")
    opened = running_match(table)
    if state.status is not Status.RUNNING or table.is_done or opened is None:
        raise Conflict("no_running_match")
    if takes_orders_from_staff(state, table) and not is_entitled(by):
        raise NotAllowed("staff_orders")
    return max(table.games), opened


def sits_at(state: State, table: Table, player: UUID) -> bool:
    return any(state.entries[no].player == player for no in table.pairing.seats)
