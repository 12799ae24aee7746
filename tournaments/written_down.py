"""People whom an organiser entered by name. They have no account, so nobody can ask them: they play, and become
somebody's profile, only where they were entered, and elsewhere those who run that event, or its club, speak for them.
A name on a club's roster is at home in all events that the club holds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from ledger import store
from players import queries as players
from players.circles import queries as circles
from players.clubs import queries as clubs
from web.errors import NotAllowed

from .consent import history
from .leagues.state import League
from .leagues.state import fold as league_of
from .models import Officer, Tournament
from .state import Role, State

RUN_IT = (Role.OWNER, Role.ARBITER)


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament, perhaps a season of a ``league``, or a league; held by ``club``, run by its ``owners``."""

    id: UUID
    league: UUID | None = None
    club: str = ""
    owners: tuple[UUID, ...] = ()

    @property
    def of_club(self) -> UUID | None:
        """The club, as long as one of the owners is on its board: whoever has left it holds nothing in its name. An
        owner who has never done anything here does not count: anybody can be named one without being asked."""
        if not self.club:
            return None
        club = UUID(self.club)
        on_board = {owner for owner in self.owners if clubs.is_run_by(club, owner)}
        return club if on_board and not on_board.isdisjoint(players.kept(history.of(self.id).acted)) else None


def tournament(state: State) -> Event:
    return Event(state.id, state.league, state.settings.club, _owners(state.roles))


def of_league(league: League) -> Event:
    return Event(league.id, None, league.club or "", _owners(league.roles))


def _owners(roles: Mapping[UUID, Role]) -> tuple[UUID, ...]:
    return tuple(sorted(players.kept(one for one, role in roles.items() if role is Role.OWNER)))


def check_may_enter(ids: Collection[UUID], *, by: UUID | None, event: Event) -> None:
    """Raises NotAllowed."""
    for player, home in players.written_down(ids).items():
        here = home in (event.id, event.league) or home == event.of_club
        if not (here or speaks_for(home, by) or _is_shared(player, home, by, event)):
            raise NotAllowed("written_down_elsewhere", field="player", player=str(player))


def _is_shared(player: UUID, home: UUID, by: UUID | None, event: Event) -> bool:
    """Whether a circle of clubs shares the person with the club that holds the event, and ``by`` is on its board."""
    club = event.of_club
    if club is None or by is None or not clubs.is_run_by(club, by):
        return False
    return circles.is_shared(player, home, club)


def is_at_home(home: UUID, event: Event) -> bool:
    """Whether the person was entered by name in the event, in a season of the same league, or by its club."""
    return home == event.of_club or is_of_event(home, event)


def is_of_event(home: UUID, event: Event) -> bool:
    """Whether ``home`` is the event, its league, or a season of the same league."""
    if home in (event.id, event.league):
        return True
    return event.league is not None and Tournament.objects.filter(id=home, league=event.league).exists()


def speaks_for(home: UUID, by: UUID | None) -> bool:
    """Whether somebody may identify people written down in the event or club ``home``: its owner, an arbiter there or
    of its league, or somebody who runs its club.
    """
    if by is None:
        return False
    if clubs.is_run_by(home, by):
        return True
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
