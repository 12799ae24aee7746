"""The live stream of a match that spectators see late: its version is theirs, so nothing of the match's own comes by
it, no frame, no number and no moment.

A row says where they are. It is a hint: what is shown follows from the match (``watching.delay``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from elekt_core.registry import game_names
from ledger import notify
from web import languages
from web.live import sse
from web.live.admission import Listener
from web.live.audience import Audience, Fragments, Kind, Place, each

from ..models import Match, Watched
from ..play import fragments, queries, warm_rows
from ..play import live as play
from ..play.shapes import MatchShown
from . import delay
from .tiles import tile

AT_ONCE = 200


def stream_of(match_id: UUID) -> UUID:
    return uuid5(match_id, "spectators")


def address(match: MatchShown, viewer: str, after: int, listener: Listener, form: str) -> str:
    """Where somebody who sees the match late hears what follows."""
    advance(match.id)
    audience = Audience("watched", stream_of(match.id), f"{match.id}/{viewer}", languages.current(), form)
    return sse.address(audience, after, listener)


def advance(match_id: UUID) -> None:
    """Note where spectators are now, and wake those who have not seen it. After a takeback they may be further back:
    a page that shows more stays as it is until they are past it."""
    warm = warm_rows.get(match_id)
    if warm is None:
        return
    rule, stream = delay.rule(warm), stream_of(match_id)
    there = delay.Seen(warm.row.version, 0) if rule is None else delay.seen(warm, rule)
    with transaction.atomic():
        row, new = Watched.objects.get_or_create(
            id=stream, defaults={"match": match_id, "version": there.version, "due_at": there.due}
        )
        back = not new and row.version > there.version
        if new or (back and not delay.went_back(warm, there.version)):  # else somebody has looked who knew less
            return
        told = Watched.objects.filter(id=stream, version__lte=max(row.version, there.version))
        told.update(version=there.version, due_at=there.due)
    if row.version < there.version:
        notify.tell(stream, there.version)


def advance_due(limit: int = AT_ONCE) -> int:
    """What time alone shows to spectators, for the periodic task; returns how many matches went on for them."""
    known = Match.objects.filter(game__in=game_names()).values("id")
    due = Watched.objects.filter(due_at__lte=timezone.now(), match__in=known).order_by("due_at")
    matches = list(due.values_list("match", flat=True)[:limit])
    for match_id in matches:
        advance(match_id)
    return len(matches)


def match_moved(row: Match) -> None:
    """The match has gone on: so perhaps do its spectators."""
    if row.table.spectators is not None:
        advance(row.id)


def frames(stream: UUID, viewer: str, after: int, version: int) -> Fragments:
    match_id, seen_from = _told(viewer)
    return fragments.match_frames(match_id, seen_from, after, version, late=True)


def lines(stream: UUID, viewer: str, after: int, version: int) -> Fragments:
    match_id, seen_from = _told(viewer)
    return fragments.match_lines(match_id, seen_from, after, version, late=True)


def tiles(stream: UUID, viewer: str, after: int, version: int) -> Fragments:
    match_id, seen_from = _told(viewer)
    assert seen_from == "spectator", seen_from
    return {"tile": tile(match_id, late=version)}


def facts(stream: UUID, viewer: str, after: int, version: int) -> Iterator[tuple[int, str, str]]:
    match_id, seen_from = _told(viewer)
    warm = warm_rows.get(match_id)
    rule = None if warm is None else delay.rule(warm)
    if warm is not None and rule is not None:
        version = min(version, delay.seen(warm, rule).version)
    return play.facts(match_id, seen_from, after, version)


def may_hear(stream: UUID, viewer: str, players: Collection[UUID | None]) -> set[UUID | None]:
    """Those of ``players`` who may look on late from there: nobody who sits at the table, under any of their names,
    sees a hand."""
    match_id, seen_from = _told(viewer)
    return queries.may_watch_late(match_id, seen_from, players)


def _told(viewer: str) -> tuple[UUID, str]:
    match_id, _, seen_from = viewer.partition("/")
    return UUID(match_id), seen_from


def _held(places: Collection[Place]) -> AbstractContextManager[None]:
    """The matches behind them."""
    return warm_rows.held({_told(viewer)[0] for _, viewer in places})


WATCHED = Kind(
    "watched",
    Watched,
    frames,
    each(may_hear),
    facts,
    grows=("undone", "log"),
    grown=lines,
    small=tiles,
    reading=_held,
)
