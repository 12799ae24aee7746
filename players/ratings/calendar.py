"""What the calendar does to a ladder: rating periods end, seasons begin, ratings decay. Each is a fact, so a rebuild
asks no clock. Called with the ladder's row locked: before a game is rated there, and now and then where nobody
plays."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from .appending import append, key_of
from .events import FIDE, PeriodClosed, RatingsDecayed, Rules, SeasonBegun, ladder_stream
from .models import Correction, Ladder
from .periods import month_of, months_back

ACTOR = "calendar"


def month_at(moment: datetime) -> str:
    """In UTC, as ``2026-11``."""
    return moment.astimezone(UTC).strftime("%Y-%m")


def advance(ladder: Ladder, moment: datetime) -> int:
    """Append what is due by then and return the number of facts: 0 for a ladder without a calendar."""
    if not ladder.month or month_at(moment) <= ladder.month:
        return 0
    begun = ladder.facts
    for month in _months(ladder.month, month_at(moment)):
        if ladder.mode == FIDE:
            event = PeriodClosed(key_of(ladder), ladder.facts + 1, month)
            append(ladder, ladder_stream(event.ladder, event.number), event, None, ACTOR)
        else:
            _club(ladder, months_back(month, -1))
    return ladder.facts - begun


def _club(ladder: Ladder, month: str) -> None:
    """Apply the start of a month in club mode."""
    rules, key = Rules(**ladder.rules), key_of(ladder)
    if rules.season and (month_of(month)[1] - 1) % rules.season == 0:
        season = SeasonBegun(key, ladder.facts + 1, month, rules.keep)
        append(ladder, ladder_stream(key, season.number), season, None, ACTOR)
    if rules.decay:
        since = _first_since(ladder, months_back(month, rules.idle))
        decayed = RatingsDecayed(key, ladder.facts + 1, month, since, rules.decay)
        append(ladder, ladder_stream(key, decayed.number), decayed, None, ACTOR)


def _first_since(ladder: Ladder, month: str) -> int:
    """The number of the fact with which this month began; the first fact, if the rule is more recent."""
    begun = Correction.objects.filter(id__gt=ladder.key(0), id__lte=ladder.key(ladder.facts), kind="ratings_decayed")
    found = begun.filter(data__month=month).order_by("id").first()
    return 1 if found is None else ladder.number(found.pk)


def _months(first: str, end: str) -> Iterator[str]:
    """Each month from one up to, but not including, the other."""
    while first < end:
        yield first
        first = months_back(first, -1)
