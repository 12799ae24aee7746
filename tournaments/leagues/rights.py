"""Roles in a league, and what each role may do."""

from __future__ import annotations

from uuid import UUID

from players import queries as players
from tournaments.state import Role
from web.errors import NotAllowed

from .state import League


def profile_in(state: League, player: UUID) -> UUID:
    """The profile under which somebody is a member: after a merge, it may be the profile that was dropped."""
    here = {*state.members(), *state.waiting}
    return player if player in here else min(players.profiles(player) & here, default=player)


def role_of(state: League, player: UUID) -> Role | None:
    """The role of a player, whichever of their merged profiles it was given to."""
    here = [player] if player in state.roles else sorted(players.profiles(player) & state.roles.keys())
    return state.roles[here[0]] if here else None


def check_right(state: League, by: UUID | None, need: Role) -> None:
    """Raises NotAllowed without that right."""
    held = None if by is None else role_of(state, by)
    if held is None or (need is Role.OWNER and held is not Role.OWNER):
        raise NotAllowed("needs_league_role", role=need.value)
