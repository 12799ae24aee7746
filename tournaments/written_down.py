"""People whom an organiser entered by name. They have no account, so nobody can ask them: they play, and become
somebody's profile, only where they were entered, and elsewhere those who run that event, or its club, speak for them.
"""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from ledger import store
from players import queries as players
from players.clubs import queries as clubs
from web.errors import NotAllowed

from .leagues.state import League
from .leagues.state import fold as league_of
from .models import Officer, Tournament
from .state import Role

RUN_IT = (Role.OWNER, Role.ARBITER)


def check_may_enter(ids: Collection[UUID], *, by: UUID | None, event: UUID, league: UUID | None = None) -> None:
    """``event`` is a tournament, of a season of ``league``, or a league. Raises NotAllowed."""
    for player, home in players.written_down(ids).items():
        if home not in (event, league) and not speaks_for(home, by):
            raise NotAllowed("written_down_elsewhere", field="player", player=str(player))


def is_at_home(home: UUID, *, event: UUID, league: UUID | None) -> bool:
    """Whether the person was entered by name in ``event``, or in a season of the same league."""
    if home in (event, league):
        return True
    return league is not None and Tournament.objects.filter(id=home, league=league).exists()


def speaks_for(home: UUID, by: UUID | None) -> bool:
    """Whether somebody may identify people entered by name in the event ``home``: its owner, an arbiter there or of its
    league, or somebody who runs its club.
    """
    if by is None:
        return False
    row = Tournament.objects.filter(id=home).first()
    league_id = home if row is None else row.league
    league = League(home) if league_id is None else league_of(league_id, store.read(league_id))
    me = players.profiles(by)
    officers = Officer.objects.filter(tournament=home, player__in=me, role__in=[role.value for role in RUN_IT])
    if officers.exists() or any(league.roles.get(one) in RUN_IT for one in me):
        return True
    held = {row.club} if row is not None and row.club is not None else set()
    held |= {UUID(league.club)} if league.club else set()
    return any(clubs.is_run_by(club, by) for club in held)
