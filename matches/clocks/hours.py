"""The hours when a player's time does not count, as they have set them, if the table's time control allows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from uuid import UUID

from django.conf import settings

from web.errors import BadRequest

from .controls import HOLIDAYS, NIGHTS, WEEKENDS, TimeControl
from .course import TimeOff, none_off
from .models import PlayerHours
from .offtimes import Hours, time_off

MAX_HOLIDAYS, MAX_DAYS = 5, 30
"""Of one player at a time: nobody stays away for ever."""


def time_off_of(control: TimeControl, players: Sequence[UUID | None]) -> TimeOff:
    """Time off by seat. Queries nothing if the table allows no time off."""
    if not control.off:
        return none_off
    rows = {row.player: row for row in PlayerHours.objects.filter(player__in=[one for one in players if one])}
    hours = [_hours(control, rows, player) for player in players]
    return lambda seat, start, allowed: time_off(hours[seat], start, allowed)


def note_zone(player: UUID, zone: str) -> None:
    """Where somebody's browser is: this determines their nights and weekends."""
    if not PlayerHours.objects.filter(player=player, zone=zone).exists():
        PlayerHours.objects.update_or_create(player=player, defaults={"zone": zone})


def holidays_of(player: UUID) -> list[tuple[date, date]]:
    """Somebody's holidays, in order."""
    row = PlayerHours.objects.filter(player=player).first()
    return sorted(
        (date.fromisoformat(first), date.fromisoformat(last)) for first, last in (row.holidays if row else [])
    )


def say_holidays(player: UUID, holidays: Sequence[tuple[date, date]], zone: str) -> None:
    """Replace all holidays. They apply to clocks that start from now on. Raises BadRequest."""
    days = sum((last - first).days + 1 for first, last in holidays)
    if any(last < first for first, last in holidays) or days > MAX_DAYS or len(holidays) > MAX_HOLIDAYS:
        raise BadRequest("bad_holidays", field="last", days=MAX_DAYS, most=MAX_HOLIDAYS)
    kept = [(first.isoformat(), last.isoformat()) for first, last in sorted(holidays)]
    PlayerHours.objects.update_or_create(player=player, defaults={"zone": zone, "holidays": kept})


def forget(player: UUID) -> None:
    """Somebody has erased their account."""
    PlayerHours.objects.filter(player=player).delete()


def merged(keeps: UUID, goes: UUID) -> None:
    """Merged profiles: the settings of the profile that stays hold, or else those of the other."""
    gone = PlayerHours.objects.filter(player=goes).first()
    if gone is not None:
        said = {"zone": gone.zone, "holidays": gone.holidays}
        kept, new = PlayerHours.objects.get_or_create(player=keeps, defaults=said)
        if not (new or kept.holidays):
            kept.holidays = gone.holidays
            kept.save(update_fields=["holidays"])
        gone.delete()


def _hours(control: TimeControl, rows: Mapping[UUID, PlayerHours], player: UUID | None) -> Hours:
    """The hours of somebody who has set none: the server's zone, without holidays."""
    row = None if player is None else rows.get(player)
    holidays = row.holidays if row is not None and HOLIDAYS in control.off else []
    return Hours(
        zone=settings.TIME_ZONE if row is None else row.zone,
        nights=NIGHTS in control.off,
        weekends=WEEKENDS in control.off,
        holidays=tuple((date.fromisoformat(first), date.fromisoformat(last)) for first, last in holidays),
    )
