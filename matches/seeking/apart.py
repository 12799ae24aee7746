"""Who is not seated with whom for rating: whoever has blocked the other, has shared a browser with them, or has played
rated with them three times within a day already."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import combinations
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from players.friends.shunning import blocked_pairs

from ..models import Seat, Table
from .models import BrowserUse

MAX_A_DAY: Final = 3
"""Rated matches of the same two people within a day; those of tournaments and leagues do not count."""
DAY: Final = timedelta(days=1)
SHARED_FOR: Final = timedelta(days=30)
"""So long two who have used the same browser are kept apart."""

Pair = frozenset[UUID]


def apart(people: Collection[UUID], now: datetime | None = None) -> set[Pair]:
    """The pairs among ``people`` who must not be seated together."""
    at = now or timezone.now()
    return {*blocked_pairs(people), *_of_one_browser(people, at), *played_enough(people, at)}


def cannot_be_rated(one: UUID, other: UUID, now: datetime | None = None) -> bool:
    """Whether these two cannot play each other for rating now, although neither has blocked the other."""
    at = now or timezone.now()
    return bool(_of_one_browser((one, other), at) or played_enough((one, other), at))


def played_enough(people: Collection[UUID], now: datetime) -> set[Pair]:
    """Pairs who have begun as many rated matches within a day as two people may."""
    begun = Seat.objects.filter(
        player__in=list(people),
        reserved=None,
        table__rated=True,
        table__status=Table.Status.STARTED,
        table__opened_at__gt=now - DAY,
    )
    times = Counter(_pairs(begun.values_list("table_id", "player")))
    return {pair for pair, count in times.items() if count >= MAX_A_DAY}


def _of_one_browser(people: Collection[UUID], now: datetime) -> set[Pair]:
    uses = BrowserUse.objects.filter(player__in=list(people), seen_at__gt=now - SHARED_FOR)
    return set(_pairs(uses.values_list("browser", "player")))


def note_browser(browser: str, player: UUID, now: datetime | None = None) -> None:
    """The player asks for a match from this browser, by the number in its cookie."""
    hashed = sha256(browser.encode()).hexdigest()
    BrowserUse.objects.update_or_create(browser=hashed, player=player, defaults={"seen_at": now or timezone.now()})


def _pairs(rows: Iterable[tuple[Any, UUID | None]]) -> Iterator[Pair]:
    """Each two people who stand beside the same key, once for each such key."""
    beside = defaultdict[Any, set[UUID]](set)
    for key, player in rows:
        if player is not None:
            beside[key].add(player)
    for some in beside.values():
        yield from (frozenset(pair) for pair in combinations(some, 2))
