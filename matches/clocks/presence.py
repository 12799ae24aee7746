"""Who is at the table: a row for each seat says when its player was last there, whichever process saw them.

A web process writes the rows of those who have a stream open with it, every few seconds. Who comes or goes is told to
the others' pages once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from uuid import UUID

from web.live import presence as streams

from ..company import news
from ..models import Match, Seat
from . import service_time
from .models import Presence
from .outages import overlap

AWAY = 20_000
"""Milliseconds without a stream after which others see that somebody is away."""
KEPT_AT_ONCE = 1000


def note() -> None:
    """Those who have a stream open here are there now; for the others at their tables it is counted from now on."""
    seen = defaultdict[UUID, set[int]](set)
    for match_id, viewer in streams.viewers("match"):
        if viewer.isdigit():
            seen[match_id].add(int(viewer))
    running = Match.objects.filter(id__in=[*seen][:KEPT_AT_ONCE], ended_at__isnull=True)
    tables = dict(running.values_list("table_id", "id"))
    now, rows = service_time.now(), []
    people = Seat.objects.filter(table__in=tables, player__isnull=False).values_list("table_id", "number")
    sitting = defaultdict[UUID, list[int]](list)
    for table, number in people:
        sitting[tables[table]].append(number)
    for match_id, seats in sitting.items():
        if len(seats) > 1:  # nobody else waits
            rows += [Presence(match=match_id, seat=seat, seen=now) for seat in seats]
    Presence.objects.bulk_create(rows, ignore_conflicts=True)
    for match_id in sitting:
        Presence.objects.filter(match=match_id, seat__in=seen[match_id]).update(seen=now)


def tell() -> None:
    """Whoever went away or came back since it was last told: once, whichever process finds it."""
    now = service_time.now()
    here = now - AWAY
    gone = Presence.objects.filter(seen__lt=here, told=False)
    back = Presence.objects.filter(seen__gte=here, told=True)
    for rows, told in ((gone, True), (back, False)):
        for row in list(rows[:KEPT_AT_ONCE]):
            if Presence.objects.filter(id=row.id, told=not told).update(told=told):
                news.tell(row.match)


def forget() -> None:
    """The rows of matches that are over."""
    over = Match.objects.filter(id__in=Presence.objects.values("match"), ended_at__isnull=False)
    Presence.objects.filter(match__in=over.values_list("id", flat=True)).delete()


def away_for(match_id: UUID) -> Mapping[int, int]:
    """How long each seat's player has been away, in ms, by seat; 0 for who is there. Time in which nothing served does
    not count. A seat of which nothing is known is not in it."""
    now, found = service_time.now(), {}
    for row in Presence.objects.filter(match=match_id):
        lost = overlap(service_time.outages(row.seen), row.seen, now) if now - row.seen >= AWAY else 0
        away = now - row.seen - lost
        found[row.seat] = away if away >= AWAY else 0
    return found
