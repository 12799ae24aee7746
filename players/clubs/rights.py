"""Who may do what in a club."""

from __future__ import annotations

from uuid import UUID

from web.errors import Conflict, NotAllowed

from . import commands as c
from .commands import Command
from .state import Club, Role

NEEDED: dict[type[Command], Role] = {
    c.Admit: Role.OFFICER,
    c.ChangeClub: Role.OWNER,
    c.Close: Role.OWNER,
    c.GrantRole: Role.OWNER,
    c.Invite: Role.OFFICER,
}
"""Of commands that are for those who run it. The others are about oneself, or depend on whom they are about."""


def check(state: Club, command: Command, by: UUID) -> None:
    """Raises Conflict (a closed club can only be left), NotAllowed."""
    if state.closed and not isinstance(command, c.Leave):
        raise Conflict("club_closed")
    match command:
        case c.Drop(player) if player not in (None, by):
            check_role(state, by, Role.OFFICER)
        case c.Leave(player) if player not in (None, by):
            check_role(state, by, Role.OFFICER if state.role_of(player) is Role.MEMBER else Role.OWNER)
        case _ if type(command) in NEEDED:
            check_role(state, by, NEEDED[type(command)])


def check_role(state: Club, by: UUID, need: Role) -> None:
    """Raises NotAllowed."""
    held = state.role_of(by)
    if held is not Role.OWNER and (held is not Role.OFFICER or need is Role.OWNER):
        raise NotAllowed("needs_club_role", role=need.value)
