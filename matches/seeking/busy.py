"""Who cannot wait for a live match now: those who play one, and those who have lately left too many early."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from ..clocks.controls import control_of
from ..models import Match, Seat
from .models import SEATED, Seek

EARLY: Final = 20
"""Decisions of all players: whoever concedes before, or runs out of time, has left early."""
MAX_LEFT_EARLY: Final = 3
LEFT_WITHIN: Final = timedelta(hours=6)


def playing_live(people: Collection[UUID]) -> set[UUID]:
    """Those of ``people`` who sit in a match that goes on against the clock, and have not conceded."""
    rows = Seat.objects.filter(player__in=list(people), playing=True, table__time__isnull=False)
    seats = list(rows.values_list("player", "number", "table__match", "table__time"))
    conceded = dict(Match.objects.filter(id__in=[row[2] for row in seats]).values_list("id", "conceded"))
    found = set()
    for player, number, match, time in seats:
        control = control_of(time)
        if player and match and control and control.is_live and not conceded.get(match, 0) >> number & 1:
            found.add(player)
    return found


def leaves_early(player: UUID, now: datetime) -> bool:
    """Whether somebody has left as many matches early as is borne with. That costs them rating points each time, which
    is just what somebody may want who would rather meet weaker players."""
    seeks = Seek.objects.filter(player=player, status=SEATED, ended_at__gt=now - LEFT_WITHIN, match__isnull=False)
    matches = Match.objects.filter(id__in=seeks.values("match"), batches__lte=EARLY).exclude(conceded=0)
    conceded = dict(matches.values_list("table_id", "conceded"))
    own = Seat.objects.filter(table__in=conceded, player=player).values_list("table_id", "number")
    return sum(conceded[table] >> number & 1 for table, number in own) >= MAX_LEFT_EARLY
