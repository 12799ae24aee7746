"""The same two people play each other for rating at most three times within a day: from the queue, by a challenge, and
at tables that they open themselves. Matches of tournaments and leagues do not count: others pair them.

Somebody's friend, or their own second account, could otherwise lose to them all night. A further table is played all
the same, and is unrated from its start (``tables.decide``); what started at the very same moment is looked at again
when it is over (``tables.rating``).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from ..models import Match, Seat, Table

MAX_A_DAY: Final = 3
"""Rated matches of the same two people within a day."""
DAY: Final = timedelta(days=1)

Pair = frozenset[UUID]


def played_enough(people: Collection[UUID], now: datetime) -> set[Pair]:
    """Pairs who have begun as many rated matches within a day as two people may, whenever their tables were opened."""
    return _enough(people, Q(started_at__gt=now - DAY))


def is_beyond(match: Match) -> bool:
    """Whether two of its players had begun as many before this one, which is rated."""
    people = [player for player in _people(match) if player is not None]
    earlier = Q(started_at__lt=match.started_at) | Q(started_at=match.started_at, id__lt=match.id)
    return bool(_enough(people, earlier & Q(started_at__gt=match.started_at - DAY)))


def _people(match: Match) -> Iterable[UUID | None]:
    return Seat.objects.filter(table=match.table_id, reserved=None).values_list("player", flat=True)


def _enough(people: Collection[UUID], when: Q) -> set[Pair]:
    if len(set(people)) < 2:
        return set()
    begun = Seat.objects.filter(
        Exists(Match.objects.filter(when, table=OuterRef("table"))),
        player__in=list(people),
        reserved=None,
        table__rated=True,
        table__status=Table.Status.STARTED,
    )
    times = Counter(pairs_beside(begun.values_list("table_id", "player")))
    return {pair for pair, count in times.items() if count >= MAX_A_DAY}


def pairs_beside(rows: Iterable[tuple[Any, UUID | None]]) -> Iterator[Pair]:
    """Each two people who stand beside the same key, once for each such key."""
    beside = defaultdict[Any, set[UUID]](set)
    for key, player in rows:
        if player is not None:
            beside[key].add(player)
    for some in beside.values():
        yield from (frozenset(pair) for pair in combinations(sorted(some), 2))
