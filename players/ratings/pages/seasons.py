"""The seasons of a rating list, for anybody to look back to: who played in one, and how they stood at its end.

A season is as long as the list's rules say, else three months, from January on; in UTC, as rules count months. What is
shown was published then: a correction made later does not change a season that is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from ..events import Rules
from ..models import Ladder, RatedGame
from ..periods import month_of, months_back
from .listing import Finish, standings_between

USUAL: Final = 3
"""Months."""
MAX_SEASONS: Final = 100


@dataclass(frozen=True, slots=True)
class Season:
    """It begins with the month ``first`` (``2026-10``)."""

    first: str
    begin: datetime
    end: datetime
    is_running: bool

    @property
    def last_day(self) -> datetime:
        return self.end - timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Shown:
    """``seasons`` are all of the list, the latest first."""

    seasons: list[Season]
    season: Season | None
    rows: list[Finish]


def shown(row: Ladder, month: str, now: datetime) -> Shown:
    """The season that begins with ``month``, else the last one that is over, else the running one."""
    found = seasons(row, now)
    chosen = next((one for one in found if one.first == month), None)
    chosen = chosen or next((one for one in found if not one.is_running), None) or next(iter(found), None)
    return Shown(found, chosen, standings_between(row, chosen.begin, chosen.end) if chosen else [])


def seasons(row: Ladder, now: datetime) -> list[Season]:
    """From the first rated game on, the latest first."""
    earliest = RatedGame.objects.filter(ladder=row, played_at__lte=now).order_by("played_at").first()
    if earliest is None:
        return []
    months = Rules(**row.rules).season or USUAL
    found, first = list[Season](), _season_of(now, months)
    last = _season_of(earliest.played_at, months)
    while first >= last and len(found) < MAX_SEASONS:
        end = _moment(months_back(first, -months))
        found.append(Season(first, _moment(first), end, end > now))
        first = months_back(first, months)
    return found


def _season_of(moment: datetime, months: int) -> str:
    """The month with which its season begins."""
    day = moment.astimezone(UTC)
    return f"{day.year}-{(day.month - 1) // months * months + 1:02}"


def _moment(month: str) -> datetime:
    year, number = month_of(month)
    return datetime(year, number, 1, tzinfo=UTC)
