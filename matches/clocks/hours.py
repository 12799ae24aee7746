"""The hours when a player's time does not count, as they have set them, if the table's time control allows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings

from elekt_core.contract import Event
from elekt_core.record.clocks import Clocks, ClocksResumed, ClockStarted, TimeGiven
from web.errors import BadRequest

from . import service_time
from .controls import HOLIDAYS, NIGHTS, WEEKENDS, TimeControl
from .course import TimeOff, none_off
from .models import PlayerHours, UsedHoliday
from .offtimes import Hours, holidays_within, time_off

MAX_HOLIDAYS = 5
"""Of one player at a time."""
MAX_DAYS, YEAR = 30, timedelta(days=365)
"""So many days of holidays in any such span: nobody stays away for ever. Days for which a clock was given time are
used, whatever is said or taken back later."""

Holiday = tuple[date, date]
"""First and last day."""


def time_off_of(control: TimeControl, players: Sequence[UUID | None]) -> TimeOff:
    """Time off by seat. Queries nothing if the table allows no time off."""
    if not control.off:
        return none_off
    hours = _hours_of(control, players)
    return lambda seat, start, allowed: time_off(hours[seat], start, allowed)


def use(control: TimeControl | None, players: Sequence[UUID | None], facts: Iterable[Event], clocks: Clocks) -> None:
    """Note the days of holidays for which ``facts``, which are being stored, give clocks time; ``clocks`` are as they
    stand then."""
    if control is None or HOLIDAYS not in control.off:
        return
    begun, given = set[tuple[int, int]](), dict[int, int]()
    for fact in facts:
        if isinstance(fact, ClockStarted):
            begun.add((fact.seat, fact.at))
        elif isinstance(fact, ClocksResumed):
            begun |= {(seat, fact.at) for seat in range(len(players))}
        elif isinstance(fact, TimeGiven) and (fact.seat, fact.at) in begun:
            given[fact.seat] = fact.at
    if not given:
        return
    hours = _hours_of(control, players)
    for seat, at in given.items():
        player, falls = players[seat], clocks.falls_at(seat)
        if player is not None and falls is not None:
            used = [UsedHoliday(player=player, day=day) for day in holidays_within(hours[seat], at, falls)]
            UsedHoliday.objects.bulk_create(used, ignore_conflicts=True)


def note_zone(player: UUID, zone: str) -> None:
    """Where somebody's browser is: this determines their nights and weekends."""
    if not PlayerHours.objects.filter(player=player, zone=zone).exists():
        PlayerHours.objects.update_or_create(player=player, defaults={"zone": zone})


def holidays_of(player: UUID) -> list[Holiday]:
    """Somebody's holidays, in order."""
    row = PlayerHours.objects.filter(player=player).first()
    return _holidays(row)


def days_used(player: UUID, now: int | None = None) -> int:
    """How many days of holidays are used, of those that count for the next one."""
    since = today(_zone_of(PlayerHours.objects.filter(player=player).first()), now) - YEAR
    return UsedHoliday.objects.filter(player=player, day__gt=since).count()


def add_holiday(player: UUID, first: date, last: date, zone: str) -> None:
    """It applies to clocks that start from now on. Raises BadRequest."""
    here = today(zone)
    kept = [one for one in holidays_of(player) if one[1] >= here]
    if last < max(first, here) or len(kept) >= MAX_HOLIDAYS:
        raise BadRequest("bad_holidays", field="last", most=MAX_HOLIDAYS)
    is_long = last - first >= timedelta(days=MAX_DAYS)
    said = [] if is_long else [day for day in _days([*kept, (first, last)]) if day >= here]
    if is_long or _most_in_a_year(_used([player])[player].union(said)) > MAX_DAYS:
        raise BadRequest("too_many_holidays", field="last", days=MAX_DAYS, used=days_used(player))
    _keep(player, [*kept, (first, last)], zone)


def drop_holiday(player: UUID, first: date, zone: str) -> None:
    """The holiday that begins on that day. What was used of it stays used."""
    _keep(player, [one for one in holidays_of(player) if one[0] != first], zone)


def _keep(player: UUID, holidays: Sequence[Holiday], zone: str) -> None:
    kept = [(first.isoformat(), last.isoformat()) for first, last in sorted(holidays)]
    PlayerHours.objects.update_or_create(player=player, defaults={"zone": zone, "holidays": kept})


def forget(player: UUID) -> None:
    """Somebody has erased their account."""
    PlayerHours.objects.filter(player=player).delete()
    UsedHoliday.objects.filter(player=player).delete()


def merged(keeps: UUID, goes: UUID) -> None:
    """Merged profiles: the settings of the profile that stays hold, or else those of the other. What either has used
    is used."""
    days = UsedHoliday.objects.filter(player=goes)
    used = [UsedHoliday(player=keeps, day=day) for day in days.values_list("day", flat=True)]
    UsedHoliday.objects.bulk_create(used, ignore_conflicts=True)
    days.delete()
    gone = PlayerHours.objects.filter(player=goes).first()
    if gone is not None:
        said = {"zone": gone.zone, "holidays": gone.holidays}
        kept, new = PlayerHours.objects.get_or_create(player=keeps, defaults=said)
        if not (new or kept.holidays):
            kept.holidays = gone.holidays
            kept.save(update_fields=["holidays"])
        gone.delete()


def today(zone: str, now: int | None = None) -> date:
    return datetime.fromtimestamp((service_time.now() if now is None else now) / 1000, ZoneInfo(zone)).date()


def _hours_of(control: TimeControl, players: Sequence[UUID | None]) -> list[Hours]:
    """The hours of each seat; of somebody who has set none: the server's zone, without holidays."""
    people = [player for player in players if player is not None]
    rows = {row.player: row for row in PlayerHours.objects.filter(player__in=people)}
    used = _used(people) if HOLIDAYS in control.off else {}
    nights, weekends, found = NIGHTS in control.off, WEEKENDS in control.off, list[Hours]()
    for player in players:
        row = None if player is None else rows.get(player)
        days = [] if row is None or row.player not in used else _counting(row, used[row.player])
        found.append(Hours(_zone_of(row), nights, weekends, tuple((day, day) for day in days)))
    return found


def _counting(row: PlayerHours, used: Collection[date]) -> list[date]:
    """The days of somebody's holidays that count from now on: as many as there may be beside those that are used."""
    here, taken, found = today(row.zone), set(used), list[date]()
    for day in _days(_holidays(row)):
        if day >= here and (day in taken or _most_in_a_year({*taken, day}) <= MAX_DAYS):
            taken.add(day)
            found.append(day)
    return found


def _used(players: Collection[UUID]) -> dict[UUID, set[date]]:
    found: dict[UUID, set[date]] = {player: set() for player in players}
    for player, day in UsedHoliday.objects.filter(player__in=players).values_list("player", "day"):
        found[player].add(day)
    return found


def _most_in_a_year(days: Iterable[date]) -> int:
    """The most of the days that lie within any 365."""
    ordered, first, most = sorted(days), 0, 0
    for last, day in enumerate(ordered):
        while day - ordered[first] >= YEAR:
            first += 1
        most = max(most, last - first + 1)
    return most


def _days(holidays: Iterable[Holiday]) -> list[date]:
    return sorted({first + timedelta(days=n) for first, last in holidays for n in range((last - first).days + 1)})


def _holidays(row: PlayerHours | None) -> list[Holiday]:
    said = row.holidays if row else []
    return sorted((date.fromisoformat(first), date.fromisoformat(last)) for first, last in said)


def _zone_of(row: PlayerHours | None) -> str:
    return settings.TIME_ZONE if row is None else row.zone
