"""Nights, weekends and holidays in a player's own zone: when a flag falls if they do not count. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

EVENING, MORNING = time(22), time(8)
"""A night lies between them."""
SATURDAY = 5
MAX_OFF = timedelta(days=35)
"""For one decision: nobody holds a table longer than that beyond their time."""

Span = tuple[int, int]
"""Milliseconds since 1970, the end not in it."""


@dataclass(frozen=True, slots=True)
class Hours:
    """When somebody's time does not count. ``holidays`` are their own, first and last day."""

    zone: str = "UTC"
    nights: bool = False
    weekends: bool = False
    holidays: tuple[tuple[date, date], ...] = ()

    @property
    def are_any(self) -> bool:
        return self.nights or self.weekends or bool(self.holidays)


def time_off(hours: Hours, start: int, allowed: int) -> int:
    """How many milliseconds of time off pass until ``allowed`` have counted, from ``start``; MAX_OFF at most."""
    most, off, here, left = int(MAX_OFF.total_seconds() * 1000), 0, start, allowed
    if not hours.are_any:
        return 0
    for begin, end in _spans(hours, start):
        if begin - here >= left or off >= most:
            break
        left -= max(0, begin - here)
        off += end - max(begin, here)
        here = end
    return min(off, most)


def holidays_within(hours: Hours, start: int, end: int) -> list[date]:
    """The days of holidays that lie, even in part, between two instants; not those that a weekend takes anyway."""
    zone, found = ZoneInfo(hours.zone), list[date]()
    for first, last in hours.holidays:
        for n in range((last - first).days + 1):
            day = first + timedelta(days=n)
            inside = _instant(day, time(), zone) < end and _instant(day + timedelta(days=1), time(), zone) > start
            if inside and not (hours.weekends and day.weekday() >= SATURDAY):
                found.append(day)
    return found


def _spans(hours: Hours, start: int) -> Iterator[Span]:
    """The time off after ``start``, in order, no two spans touching."""
    zone = ZoneInfo(hours.zone)
    day = datetime.fromtimestamp(start / 1000, zone).date() - timedelta(days=1)
    open_span: Span | None = None
    for _ in range(2 * MAX_OFF.days + 60):
        for begin, end in _of_day(hours, zone, day):
            if end <= start:
                continue
            if open_span and begin <= open_span[1]:
                open_span = (open_span[0], max(end, open_span[1]))
                continue
            if open_span:
                yield open_span
            open_span = (begin, end)
        day += timedelta(days=1)
    if open_span:
        yield open_span


def _of_day(hours: Hours, zone: ZoneInfo, day: date) -> Iterator[Span]:
    midnight, next_midnight = _instant(day, time(), zone), _instant(day + timedelta(days=1), time(), zone)
    if (hours.weekends and day.weekday() >= SATURDAY) or any(first <= day <= last for first, last in hours.holidays):
        yield midnight, next_midnight
    elif hours.nights:
        yield midnight, _instant(day, MORNING, zone)
        yield _instant(day, EVENING, zone), next_midnight


def _instant(day: date, at: time, zone: ZoneInfo) -> int:
    return int(datetime.combine(day, at, zone).astimezone(UTC).timestamp() * 1000)
