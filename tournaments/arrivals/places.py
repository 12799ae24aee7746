"""What a short address leads to: a tournament, or a club and what it holds now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from players.clubs.models import Club
from tournaments.models import Tournament
from tournaments.state import State, Status
from web import short_codes
from web.errors import NotFound

FRESH = timedelta(hours=12)
"""So long before it starts, and after the last thing that happened in it, strangers are let into an event."""
MAX_EVENTS = 8
"""Of one club at once."""


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament that a club's address leads to."""

    id: UUID
    code: str
    title: str


@dataclass(frozen=True, slots=True)
class Found:
    """``tournament``, or ``club``, whose address leads to its ``events`` of now."""

    tournament: UUID | None = None
    club: UUID | None = None
    events: Sequence[Event] = ()


def find(code: str) -> Found:
    """Raises NotFound."""
    code = short_codes.read(code)
    if code and (row := Tournament.objects.filter(code=code).order_by("opened_at").first()) is not None:
        return Found(tournament=row.id)
    if code and (club := Club.objects.filter(code=code, closed=False).order_by("founded_at").first()) is not None:
        return Found(club=club.id, events=_now(club.id, timezone.now()))
    raise NotFound("unknown_code")


def _now(club: UUID, now: datetime) -> list[Event]:
    """What goes on at the club at real tables: listed events alone, since anybody may scan the code on its wall."""
    rows = Tournament.objects.filter(club=club, online=False, listed=True, league=None)
    rows = rows.filter(status__in=(Status.OPEN.value, Status.RUNNING.value))
    near = Q(starts__range=(now - FRESH, now + FRESH))
    lately = Q(changed_at__gte=now - FRESH) & (Q(starts=None) | Q(starts__lte=now + FRESH))
    found = rows.filter(near | lately).order_by("starts", "opened_at")[:MAX_EVENTS]
    return [Event(row.id, row.code, row.title) for row in found]


def is_on(state: State, now: datetime) -> bool:
    """Whether strangers may come in: on the day, at real tables, until some hours after the last thing happened."""
    if state.status not in (Status.OPEN, Status.RUNNING) or state.settings.online or state.changed_at is None:
        return False
    starts = datetime.fromisoformat(state.settings.starts) if state.settings.starts else None
    if starts is not None and abs(starts - now) <= FRESH:
        return True
    return (starts is None or starts < now) and now - state.changed_at <= FRESH


def is_over(state: State) -> bool:
    return state.status not in (Status.OPEN, Status.RUNNING)
