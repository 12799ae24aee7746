"""The three kinds of events that are announced, and what somebody may do with what is said about one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from players.clubs import queries as clubs
from players.clubs import services as club_services
from players.ratings.rulings import is_entitled
from tournaments import queries as tournaments
from tournaments.evenings import services as evenings
from tournaments.leagues import queries as leagues
from tournaments.state import Role
from web.errors import NotAllowed


class Kind(StrEnum):
    TOURNAMENT = "tournament"
    LEAGUE = "league"
    EVENING = "evening"


@dataclass(frozen=True, slots=True)
class Event:
    """An event as one who asks sees it. ``knows``: they are in it, or run it, and read what is for these alone."""

    id: UUID
    kind: Kind
    title: str
    page: str
    starts: datetime | None
    writes: bool
    knows: bool
    removes: bool

    def check_writes(self) -> None:
        """Raises NotAllowed."""
        if not self.writes:
            raise NotAllowed("needs_event_owner")

    def check_removes(self) -> None:
        """Raises NotAllowed."""
        if not self.removes:
            raise NotAllowed("needs_event_owner")


def event(kind: Kind, event_id: UUID, player: UUID | None) -> Event:
    """Raises NotFound."""
    match kind:
        case Kind.TOURNAMENT:
            return of_tournament(tournaments.tournament(tournament_id=event_id, player=player))
        case Kind.LEAGUE:
            return of_league(leagues.league(league_id=event_id, player=player))
        case Kind.EVENING:
            return _evening(event_id, player)


def of_tournament(asked: tournaments.Asked) -> Event:
    state, owns = asked.state, asked.role is Role.OWNER
    plays = asked.entry is not None and not asked.entry.withdrawn
    starts = datetime.fromisoformat(state.settings.starts) if state.settings.starts else None
    there = reverse("tournaments:tournament", args=[state.id])
    removes = owns or is_entitled(asked.asker)
    return Event(state.id, Kind.TOURNAMENT, state.title, there, starts, owns, plays or asked.is_officer, removes)


def of_league(asked: leagues.Asked) -> Event:
    state, owns = asked.state, asked.role is Role.OWNER
    there = reverse("tournaments:league", args=[state.id])
    removes = owns or is_entitled(asked.player)
    plays = asked.player is not None and asked.player in {*state.members(), *state.waiting}
    return Event(state.id, Kind.LEAGUE, state.title, there, None, owns, plays or asked.role is not None, removes)


def _evening(event_id: UUID, player: UUID | None) -> Event:
    state = evenings.existing(event_id)
    assert state.club is not None
    runs = player is not None and clubs.is_run_by(state.club, player) and state.is_to_come
    member = club_services.existing(state.club).role_of(player) is not None
    there = reverse("tournaments:evenings", args=[state.club])
    removes = runs or is_entitled(player)
    return Event(event_id, Kind.EVENING, _("Club evening"), there, state.starts, runs, member, removes)
