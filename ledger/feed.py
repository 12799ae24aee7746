"""All events in one order without gaps, for projections, which read page after page.

On PostgreSQL positions become visible out of order: a writer that took its number early may commit late. So the
order is (epoch, transaction, position), and a page ends before the oldest transaction that is still running.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from . import upcast
from .database import database
from .events import Rows, StoredEvent, decoded


class Cursor(NamedTuple):
    """A place in the feed: right behind the event with these numbers. On SQLite ``xid`` is always 0."""

    epoch: int = 0
    xid: int = 0
    position: int = 0


START = Cursor()


def _place(row: tuple[Any, ...]) -> Cursor:
    return Cursor(row[-2], row[-1], row[7])


class Page:
    """Some events in the order of the feed, whole batches only. ``cursor`` is where the next page begins."""

    def __init__(self, rows: Rows, after: Cursor) -> None:
        self.rows = rows
        self.cursor = _place(rows[-1]) if rows else after

    def upto(self, end: Cursor) -> Page:
        """The same page up to ``end``."""
        return Page([row for row in self.rows if _place(row) <= end], end)

    @cached_property
    def events(self) -> list[StoredEvent]:
        return upcast.newest(decoded(self.rows))

    def of(self, kinds: frozenset[str] | None) -> list[StoredEvent]:
        """The events of these kinds; the others are not even decoded. Kinds are as read, old names are included."""
        if kinds is None:
            return self.events
        wanted, chosen, at = kinds | upcast.older(kinds), [], None
        for row in self.rows:
            at = at if row[5] is None else row[5]  # the others of a batch leave it to the first
            if row[2] in wanted:
                chosen.append((*row[:5], at, *row[6:]))
        return upcast.newest(decoded(chosen))


def read(after: Cursor = START, limit: int = 1000, *, settled: bool = True) -> Page:
    """The next page, of about ``limit`` events; empty at the end.

    Not ``settled``, it holds all that is committed now: only for somebody who keeps the writers out.
    """
    rows = database().feed(*after, limit, settled)
    if len(rows) == limit:
        first = max((number for number, row in enumerate(rows) if row[8]), default=0)
        if len(rows) - first < rows[first][8]:
            rows = rows[:first]
        if not rows:
            return read(after, limit * 4, settled=settled)
    return Page(rows, after)
