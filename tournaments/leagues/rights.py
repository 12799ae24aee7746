"""Roles in a league, and what each may do."""

from __future__ import annotations

from uuid import UUID

from players import queries as players
from tournaments.state import Role
from web.errors import NotAllowed

from .state import League


def profile_in(state: League, player: UUID) -> UUID:
    """Under which profile somebody is in the league: of two that were made one, it may be the one that went."""
    here = {*state.members(), *state.waiting}
    return player if player in here else min(players.profiles(player) & here, default=player)


def role_of(state: League, player: UUID) -> Role | None:
    """Whichever profile it was given to."""
    here = [player] if player in state.roles else sorted(players.profiles(player) & state.roles.keys())
    return state.roles[here[0]] if here else None


def check_right(state: League, by: UUID | None, need: Role) -> None:
    """Raises NotAllowed."""
    held = None if by is None else role_of(state, by)
    if held is None or (need is Role.OWNER and held is not Role.OWNER):
        raise NotAllowed("needs_league_role", role=need.value)
