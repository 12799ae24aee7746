"""What follows from a command in a club: pure. Who somebody is, and what else there is, is looked up beforehand
(``clubs.lookups``).

Whoever joins has said so: an officer invites or admits, but puts nobody into a club.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never
from uuid import UUID

from web.errors import Conflict

from . import commands as c
from . import events as e
from .commands import Command
from .events import ClubEvent
from .state import Club, Role

MAX_MEMBERS = 2000


def decide(state: Club, command: Command, *, by: UUID, same_text: bool = True) -> Sequence[ClubEvent]:
    """``same_text``: what the club says about itself, which stands in no event, would stay. Raises Conflict."""
    match command:
        case c.FoundClub():
            founded = e.ClubFounded(command.name, command.place, by, command.open_entry, command.listed)
            return [] if state.version else [founded]
        case c.ChangeClub(name, place, _, open_entry, listed):
            same = (state.name, state.place, state.open_entry, state.listed) == (name, place, open_entry, listed)
            return [] if same and same_text else [e.ClubChanged(name, place, open_entry, listed)]
        case c.Join():
            if by in state.members or by in state.asking:
                return []
            return [_joined(state, by) if state.open_entry or by in state.invited else e.ClubEntryAsked(by)]
        case c.Invite(player):
            if player in state.members:
                raise Conflict("already_in_club", player=str(player))
            if player in state.asking:
                return [_joined(state, player)]
            return [] if player in state.invited else [e.ClubMemberInvited(player)]
        case c.Admit(player):
            if player not in state.members and player not in state.asking:
                raise Conflict("nobody_asks", player=str(player))
            return [] if player in state.members else [_joined(state, player)]
        case c.Drop(player):
            who = player or by
            return [e.ClubEntryDropped(who)] if who in (*state.invited, *state.asking) else []
        case c.Leave(player):
            return _left(state, player or by)
        case c.GrantRole(player, role):
            return _granted(state, player, role)
        case c.Hide(hidden):
            _check_in(state, by)
            return [] if state.members[by].hidden is hidden else [e.ClubMembershipHidden(by, hidden)]
        case c.Close():
            return [e.ClubClosed()]
        case _:
            assert_never(command)


def without(state: Club, player: UUID) -> Sequence[ClubEvent]:
    """The club without somebody who is erased. If nobody else owns it, its longest-serving officer takes over, or else
    member; if nobody is left it is closed."""
    if player not in state.members:
        return [e.ClubEntryDropped(player)] if player in (*state.invited, *state.asking) else []
    others = [other for other in state.members if other != player]
    if not others:
        return [e.ClubMemberLeft(player)] + ([] if state.closed else [e.ClubClosed()])
    if state.owners() != [player]:
        return [e.ClubMemberLeft(player)]
    heir = min(others, key=lambda other: (state.members[other].role is not Role.OFFICER, state.members[other].since))
    return [e.ClubRoleGranted(heir, Role.OWNER.value), e.ClubMemberLeft(player)]


def _joined(state: Club, player: UUID) -> ClubEvent:
    if len(state.members) >= MAX_MEMBERS:
        raise Conflict("club_full", most=MAX_MEMBERS)
    return e.ClubMemberJoined(player)


def _left(state: Club, player: UUID) -> Sequence[ClubEvent]:
    _check_in(state, player)
    if len(state.members) == 1:
        return [e.ClubMemberLeft(player), e.ClubClosed()]
    _check_owned(state, player)
    return [e.ClubMemberLeft(player)]


def _granted(state: Club, player: UUID, role: Role) -> Sequence[ClubEvent]:
    _check_in(state, player)
    if state.role_of(player) is role:
        return []
    _check_owned(state, player)
    return [e.ClubRoleGranted(player, role.value)]


def _check_in(state: Club, player: UUID) -> None:
    if player not in state.members:
        raise Conflict("not_in_club", player=str(player))


def _check_owned(state: Club, without: UUID) -> None:
    if state.owners() == [without]:
        raise Conflict("clubs.last_owner")
