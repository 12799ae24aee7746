"""When each player's time does not count, as they have said, where the table's time control lets it be so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from uuid import UUID

from django.conf import settings

from .controls import HOLIDAYS, NIGHTS, WEEKENDS, TimeControl
from .course import TimeOff, none_off
from .models import PlayerHours
from .offtimes import Hours, time_off


def time_off_of(control: TimeControl, players: Sequence[UUID | None]) -> TimeOff:
    """By seat. Nothing is asked where the table lets nothing be off."""
    if not control.off:
        return none_off
    rows = {row.player: row for row in PlayerHours.objects.filter(player__in=[one for one in players if one])}
    hours = [_hours(control, rows, player) for player in players]
    return lambda seat, start, allowed: time_off(hours[seat], start, allowed)


def _hours(control: TimeControl, rows: Mapping[UUID, PlayerHours], player: UUID | None) -> Hours:
    """The hours of somebody who has set none: by the server's zone, without holidays."""
    row = None if player is None else rows.get(player)
    holidays = row.holidays if row is not None and HOLIDAYS in control.off else []
    return Hours(
        zone=settings.TIME_ZONE if row is None else row.zone,
        nights=NIGHTS in control.off,
        weekends=WEEKENDS in control.off,
        holidays=tuple((date.fromisoformat(first), date.fromisoformat(last)) for first, last in holidays),
    )
