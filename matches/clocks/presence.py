"""Who is at the table: a row for each seat says when its player was last there, whichever process saw them.

A web process writes the rows of those who have a stream open with it, or whom it has answered (``touch``), every few
seconds. Who comes or goes is told to the others' pages once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from uuid import UUID

from web.live import presence as streams

from ..company import news
from ..models import Match, Seat, Table
from ..play.shapes import MatchShown
from . import service_time
from .controls import control_of, is_live
from .models import Presence, Wish
from .outages import Span, overlap

AWAY = 20_000
"""Milliseconds without a stream after which others see that somebody is away."""
KEPT_AT_ONCE = 1000

_touched: dict[tuple[UUID, int], None] = {}
"""Seats whose players this process has answered since it last wrote who is there."""

_noted: set[UUID] = set()
"""Matches of those who are here whose seats have rows. One that has ended since does no harm: its rows go."""


def touch(match_id: UUID, seat: int) -> None:
    """The seat's player has just decided, or looked: they are there, with or without a stream. Costs no query."""
    _touched[match_id, seat] = None


def looked(match: MatchShown) -> None:
    """The viewer of ``match`` is there, if they play it."""
    if match.my_seat is not None and not (match.is_over or match.practice):
        touch(match.id, match.my_seat)


def is_anybody_here() -> bool:
    """Whether anybody has lately been active in this process."""
    return bool(_touched) or bool(streams.viewers("match"))


def note() -> None:
    """Those who are here are there now; for the others at their tables, absence counts from now."""
    touched = list(_touched)
    seen = _here()
    _noted.intersection_update(seen)
    matches = list(seen)
    for first in range(0, len(matches), KEPT_AT_ONCE):
        _note({match_id: seen[match_id] for match_id in matches[first : first + KEPT_AT_ONCE]})
    for one in touched:
        _touched.pop(one, None)


def _here() -> dict[UUID, set[int]]:
    """Seats by match."""
    seen = defaultdict[UUID, set[int]](set)
    for match_id, seat in (*list(_touched), *_with_streams()):
        seen[match_id].add(seat)
    return seen


def _with_streams() -> Iterator[tuple[UUID, int]]:
    return ((match_id, int(viewer)) for match_id, viewer in streams.viewers("match") if viewer.isdigit())


def _note(seen: Mapping[UUID, Set[int]]) -> None:
    now = service_time.now()
    _noted.update(_with_rows(seen.keys() - _noted, now))
    here = defaultdict[int, list[UUID]](list)
    for match_id in seen.keys() & _noted:
        for seat in seen[match_id]:
            here[seat].append(match_id)
    for seat, among in here.items():  # one statement for all tables: each of its own would wait for the disk
        Presence.objects.filter(match__in=among, seat=seat).update(seen=now)


def _with_rows(matches: Set[UUID], now: int) -> Iterable[UUID]:
    """Those that are running, once there is a row for each seat whose player somebody waits for."""
    if not matches:
        return ()
    running = Match.objects.filter(id__in=matches, ended_at__isnull=True)
    tables = dict(running.values_list("table_id", "id"))
    sitting = defaultdict[UUID, list[int]](list)
    for table, seat in Seat.objects.filter(table__in=tables, player__isnull=False).values_list("table_id", "number"):
        sitting[tables[table]].append(seat)
    waited_for = {match_id: seats for match_id, seats in sitting.items() if len(seats) > 1}
    rows = [Presence(match=match_id, seat=seat, seen=now) for match_id, seats in waited_for.items() for seat in seats]
    Presence.objects.bulk_create(rows, ignore_conflicts=True)
    return waited_for


def tell() -> None:
    """Tell others who has gone away or come back since they were last told: once, whichever process finds it."""
    now = service_time.now()
    here = now - AWAY
    gone = Presence.objects.filter(seen__lt=here, told=False).order_by("-seen")[:KEPT_AT_ONCE]
    back = Presence.objects.filter(seen__gte=here, told=True)[:KEPT_AT_ONCE]
    for row, told in (*((row, True) for row in _long_gone(list(gone), now)), *((row, False) for row in back)):
        if Presence.objects.filter(id=row.id, told=not told).update(told=told):
            if not told and _is_live(row.match):  # what the others wanted because of them is over
                words = [f"{word} {row.seat}" for word in ("bot", "end", "unrated")]
                Wish.objects.filter(match=row.match, word__in=words).delete()
            news.tell(row.match)


def _is_live(match_id: UUID) -> bool:
    """Whether whoever is here plays: in correspondence one look decides nothing."""
    return is_live(control_of(Table.objects.filter(match=match_id).values_list("time", flat=True).first()))


def _long_gone(rows: Sequence[Presence], now: int) -> list[Presence]:
    """Those whom pages show as away (``away_for``); for others the time has still to come, and to be told."""
    outages = service_time.outages(min((row.seen for row in rows), default=now))
    return [row for row in rows if _away(row.seen, now, outages)]


def _away(seen: int, now: int, outages: Sequence[Span]) -> int:
    """Milliseconds since ``seen`` in which something served; 0 while they are too few to call somebody away."""
    away = now - seen - overlap(outages, seen, now)
    return away if away >= AWAY else 0


def forget() -> None:
    """The rows of matches that are over."""
    over = Match.objects.filter(id__in=Presence.objects.values("match"), ended_at__isnull=False)
    Presence.objects.filter(match__in=over.values_list("id", flat=True)).delete()


def away_for(match_id: UUID) -> Mapping[int, int]:
    """How long each seat's player has been away, in ms, by seat; 0 for those present. Time in which nothing served does
    not count. A seat of which nothing is known is not in it."""
    now, found = service_time.now(), dict[int, int]()
    for row in Presence.objects.filter(match=match_id):
        found[row.seat] = 0
        if now - row.seen >= AWAY and row.seat not in _here().get(match_id, ()):
            found[row.seat] = _away(row.seen, now, service_time.outages(row.seen))
    return found
