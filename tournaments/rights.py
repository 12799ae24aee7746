"""Who may do what in a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from players.ratings.rulings import is_entitled
from web.errors import Conflict, NotAllowed

from . import commands as c
from .commands import Command
from .decisions import results
from .state import Role, State, Status, TableRef

NEEDED: dict[type[Command], Role] = {
    c.AddNote: Role.SCORER,
    c.AddStage: Role.ARBITER,
    c.AnnulMatch: Role.ARBITER,
    c.BringBack: Role.ARBITER,
    c.CallPlayers: Role.SCORER,
    c.CallRound: Role.SCORER,
    c.Cancel: Role.OWNER,
    c.ChangeEntrant: Role.SCORER,
    c.ChangeSettings: Role.ARBITER,
    c.ChangeTournament: Role.ARBITER,
    c.Close: Role.ARBITER,
    c.CloseStage: Role.ARBITER,
    c.Correct: Role.ARBITER,
    c.EnterResult: Role.SCORER,
    c.Exchange: Role.ARBITER,
    c.Forfeit: Role.SCORER,
    c.GrantBye: Role.ARBITER,
    c.GrantRole: Role.OWNER,
    c.LiftPenalty: Role.ARBITER,
    c.Pair: Role.ARBITER,
    c.Penalise: Role.ARBITER,
    c.PlanStages: Role.ARBITER,
    c.Remove: Role.SCORER,
    c.Reopen: Role.OWNER,
    c.Repair: Role.ARBITER,
    c.RewindMatch: Role.ARBITER,
    c.Rule: Role.ARBITER,
    c.RuleMatch: Role.ARBITER,
    c.Seed: Role.ARBITER,
    c.StartStage: Role.ARBITER,
    c.StartTable: Role.SCORER,
    c.StartTimer: Role.SCORER,
    c.Substitute: Role.ARBITER,
    c.Swap: Role.ARBITER,
    c.TakeBackRound: Role.ARBITER,
    c.TakeBackStage: Role.ARBITER,
    c.Undo: Role.ARBITER,
}
"""Of commands that are for officers alone. Who may send the others depends on what is in them, or on the table."""
_RANK = {Role.SCORER: 0, Role.ARBITER: 1, Role.OWNER: 2}


def check(state: State, command: Command, by: UUID) -> None:
    """Raises NotAllowed, Conflict (players can change nothing once it is over)."""
    match command:
        case c.CheckIn(numbers):
            check_role_or_own(state, by, Role.SCORER, numbers)
        case c.Withdraw(no, None):
            check_role_or_own(state, by, Role.ARBITER, [no])
        case c.Withdraw():
            check_role(state, by, Role.ARBITER)
        case c.Enter():
            check_role(state, by, Role.SCORER if command.tables is None else Role.ARBITER)
        case c.AnnulMatch() if is_entitled(by):
            pass  # whether it is theirs depends on who sits there (decisions.orders)
        case _ if type(command) in NEEDED:
            check_role(state, by, NEEDED[type(command)])


def check_role(state: State, by: UUID | None, need: Role) -> None:
    """Raises NotAllowed."""
    if not has_role(state, by, need):
        raise NotAllowed("needs_role", role=need.value)


def has_role(state: State, by: UUID | None, need: Role) -> bool:
    held = state.role_of(by)
    return held is not None and _RANK[held] >= _RANK[need]


def check_role_or_own(state: State, by: UUID, need: Role, numbers: Sequence[int]) -> None:
    """Raises NotAllowed, Conflict."""
    mine = state.entry_of(by)
    if mine is None or list(numbers) != [mine.no]:
        check_role(state, by, need)
    elif state.status not in (Status.OPEN, Status.RUNNING):
        raise Conflict("tournament_closed")


def seat_at(state: State, ref: TableRef, player: UUID) -> int:
    """Raises NotFound, NotAllowed if the player does not sit there."""
    table = results.table_at(state, ref)
    for seat, no in enumerate(table.pairing.seats):
        if state.entries[no].player == player:
            return seat
    raise NotAllowed("not_your_table")
