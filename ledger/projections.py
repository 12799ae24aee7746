"""Read models: made from the feed or in the transaction that appends, and rebuilt at any time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeVar, cast
from uuid import UUID

from django.db import InterfaceError, OperationalError, models, router, transaction

from . import collector, feed
from .database import database
from .errors import Busy, FeedGap, UnknownProjection
from .events import StoredEvent, given
from .feed import START, Cursor, Page
from .models import Checkpoint, Parked
from .store import read

log = logging.getLogger(__name__)

T = TypeVar("T")

PAGE = 2000
REBUILT = 10_000
"""Events of a page of a rebuild, where nobody waits for a page to end: what is done for each page counts less."""
WAITS, ASKS_EVERY = 10.0, 0.2
"""Seconds for which a command waits for another process that runs the same projection, mostly for a page."""
Progress = Callable[[int, int], None]
"""Called with the number of events that are done and the number of all."""


class Projection:
    """A read model. Make a subclass, say which tables are its own and how events become rows, and give it to the
    hook ``projections``.

    A projection follows the feed (``catch_up``). With ``inline`` its rows are written in the transaction that
    appends, by whoever appends; then the feed is only used to rebuild it.
    """

    name: str
    models: Sequence[type[models.Model]]
    kinds: frozenset[str] | None = None
    """What ``apply`` wants to see; None is everything."""
    inline: bool = False

    def apply(self, events: Sequence[StoredEvent]) -> None:
        """Write what follows from ``events``: whole batches, each stream in order. If it raises, nothing is kept."""
        raise NotImplementedError

    def reset(self) -> None:
        """Empty the tables."""
        for model in reversed(self.models):
            rows = model._default_manager.all()
            rows._raw_delete(router.db_for_write(model))

    def ends(self) -> Iterator[tuple[UUID, int]]:
        """The streams that the rows tell of, each with the version it had come to: the verifier misses those that end
        before. By default each row of a table of ``models`` that has an ``id`` (a UUID) and a ``version``."""
        for model in self.models:
            fields = {field.name: field for field in model._meta.concrete_fields}
            if isinstance(fields.get("id"), models.UUIDField) and "version" in fields:
                yield from model._default_manager.values_list("id", "version").iterator()

    def snapshot(self) -> Iterator[tuple[Hashable, object]]:
        """Each row under a key of its own, for comparison. Automatic numbers are left out: they may differ."""
        for model in self.models:
            fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
            keys = _natural_key(model)
            for row in model._default_manager.values(*(field.attname for field in fields)).iterator():
                yield (model._meta.label, *(row[key] for key in keys)), row


class WholeStreams(Projection):
    """A read model of streams that are few and short: each one is read anew from its beginning up to what has come."""

    def apply(self, events: Sequence[StoredEvent]) -> None:
        for stream, seq in {event.stream: event.seq for event in events}.items():
            self.write(stream, read(stream, upto=seq))

    def write(self, stream: UUID, stored: Sequence[StoredEvent]) -> None:
        """Bring the rows of ``stream`` in line with ``stored``, all its events so far."""
        raise NotImplementedError


def _natural_key(model: type[models.Model]) -> list[str]:
    primary = model._meta.pk
    if not isinstance(primary, models.AutoField):
        return [primary.attname]
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and constraint.fields and constraint.condition is None:
            return [cast("models.Field[Any, Any]", model._meta.get_field(name)).attname for name in constraint.fields]
    raise TypeError(f"{model._meta.label} has no key of its own: override snapshot()")


@cache
def _by_name() -> Mapping[str, Projection]:
    projections: tuple[Projection, ...] = given("projections")
    found = {projection.name: projection for projection in projections}
    assert len(found) == len(projections), "two projections have the same name"
    return found


def all_projections() -> list[Projection]:
    """In the order of the hook: each one after those whose rows it reads."""
    return list(_by_name().values())


def named(name: str) -> Projection:
    known = _by_name()
    if name not in known:
        raise UnknownProjection(f"no projection is called {name}, there are: {', '.join(known) or 'none'}")
    return known[name]


def catch_up(projection: Projection, limit: int = PAGE) -> int:
    """Apply the next page and return how many events it had: 0 at the end, or while another process does it.

    The rows and the checkpoint commit together, so a crash loses nothing and repeats nothing.
    """
    assert not projection.inline, f"{projection.name} is written by whoever appends"
    with transaction.atomic():
        if not database().lock(projection.name):
            return 0
        after = checkpoint(projection)
        page = feed.read(after, limit)
        if page.rows:
            _Order().check(page, after)
            _digest(projection, page)
            _save(projection, page.cursor)
    return len(page.rows)


def catch_up_all() -> int:
    """Bring every projection to the end of the feed and return how many events were applied."""
    total = 0
    for projection in all_projections():
        while not projection.inline and (done := catch_up(projection)):
            total += done
    return total


def checkpoint(projection: Projection) -> Cursor:
    row = Checkpoint.objects.filter(projection=projection.name).first()
    return Cursor(row.epoch, row.xid, row.position) if row else START


def _save(projection: Projection, cursor: Cursor) -> None:
    Checkpoint.objects.update_or_create(projection=projection.name, defaults=cursor._asdict())


class _Order:
    """Raises if the feed skipped an event: each must come right after its predecessor in the stream."""

    def __init__(self) -> None:
        self._last: dict[int, int] = {}
        """By the number of the stream's id, which is compared in a fraction of the time that the id takes."""

    def check(self, page: Page, after: Cursor) -> None:
        last, continued = self._last, {}
        for row in page.rows:
            stream, seq = row[0].int, row[1]
            if seq != last.get(stream, 0) + 1:
                if stream in last:
                    raise FeedGap(f"stream {row[0]}: event {seq} came after event {last[stream]}")
                continued[row[0]] = seq
            last[stream] = seq
        if continued and (stream := database().early(continued, *after)):
            raise FeedGap(f"stream {stream}: event {continued[stream]} came before its predecessor")


# --- events that cannot be digested ------------------------------------------------------------------------


def _digest(projection: Projection, page: Page) -> None:
    events = page.of(projection.kinds)
    blocked = set(Parked.objects.filter(projection=projection.name).values_list("stream", flat=True))
    if not blocked and not _try(projection, events):
        return
    for event in events:
        error = "stands behind a parked event" if event.stream in blocked else _try(projection, [event])
        if error:
            blocked.add(event.stream)
            _park(projection, event, error)


def _try(projection: Projection, events: Sequence[StoredEvent]) -> str:
    """Apply all ``events`` and return ""; or none of them, and return the reason."""
    try:
        with transaction.atomic():
            projection.apply(events)
    except (OperationalError, InterfaceError):
        raise  # the database's fault, not the event's
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _park(projection: Projection, event: StoredEvent, error: str) -> None:
    Parked.objects.create(projection=projection.name, stream=event.stream, seq=event.seq, error=error)
    log.error("projection %s parked event %s of stream %s", projection.name, event.seq, event.stream)


def retry(projection: Projection) -> int:
    """Try the parked events again, each stream in order, and return how many could be applied.

    Raises Busy where another process has been running the projection for too long.
    """
    return _in_turn(lambda: _retry(projection))


def _retry(projection: Projection) -> int:
    done = 0
    with transaction.atomic():
        if not database().lock(projection.name):
            raise Busy(f"{projection.name} is being run by another process")
        blocked: set[UUID] = set()
        for parked in Parked.objects.filter(projection=projection.name):
            if parked.stream in blocked:
                continue
            if error := _try(projection, read(parked.stream, parked.seq - 1, parked.seq)):
                blocked.add(parked.stream)
                Parked.objects.filter(id=parked.id).update(error=error)
            else:
                parked.delete()
                done += 1
    return done


# --- rebuilding -------------------------------------------------------------------------------------------


class Rebuilt(NamedTuple):
    """``differences`` names what was not the same before: empty if it was not compared, or was equal."""

    events: int
    rows: int
    parked: int
    differences: list[str]


def rebuild(projection: Projection, *, compare: bool = False, progress: Progress | None = None) -> Rebuilt:
    """Empty the read model and write it anew from the ledger, in one transaction: others see the old rows until then.

    Nobody can write to its tables meanwhile. A projection that follows the feed is rebuilt up to its checkpoint. Raises
    Busy where another process has been running it for too long.
    """
    return _in_turn(lambda: _rebuild(projection, compare, progress))


def _in_turn(work: Callable[[], T]) -> T:
    """``work`` is a transaction that raises Busy while another process runs the projection; that one may need the
    tables that this one keeps still, so it is let go on in between. Raises Busy after a while."""
    until = monotonic() + WAITS
    while True:
        try:
            return work()
        except Busy:
            if monotonic() >= until:
                raise
            sleep(ASKS_EVERY)


def _rebuild(projection: Projection, compare: bool, progress: Progress | None) -> Rebuilt:
    with transaction.atomic():
        database().still([model._meta.db_table for model in projection.models])
        if not database().lock(projection.name):
            raise Busy(f"{projection.name} is being run by another process")
        before = dict(projection.snapshot()) if compare else {}
        projection.reset()
        Parked.objects.filter(projection=projection.name).delete()
        events = _replay(projection, None if projection.inline else checkpoint(projection), progress)
        after = dict(projection.snapshot()) if compare else {}
        parked = Parked.objects.filter(projection=projection.name).count()
    return Rebuilt(events, len(after), parked, _differences(before, after))


def _replay(projection: Projection, upto: Cursor | None, progress: Progress | None) -> int:
    total = database().count() if progress else 0
    order, cursor, done = _Order(), START, 0
    while cursor != upto:
        with collector.paused():
            page = _next_page(projection, order, cursor, upto)
        if not page.rows:
            break
        cursor, done = page.cursor, done + len(page.rows)
        if progress:
            progress(done, total)
    return done


def _next_page(projection: Projection, order: _Order, after: Cursor, upto: Cursor | None) -> Page:
    """Read a page and apply its events up to ``upto``."""
    page = feed.read(after, REBUILT, settled=upto is not None)
    if upto is not None and page.cursor > upto:
        page = page.upto(upto)
    if page.rows:
        order.check(page, after)
        _digest(projection, page)
    return page


def _differences(before: dict[Hashable, object], after: dict[Hashable, object]) -> list[str]:
    found = [f"{key}: was not there before" for key in after.keys() - before.keys()]
    found += [f"{key}: is not in the ledger" for key in before.keys() - after.keys()]
    found += [
        f"{key}: was {before[key]}, is {after[key]}"
        for key in before.keys() & after.keys()
        if before[key] != after[key]
    ]
    return sorted(found)
