"""Check what is stored: every link of every chain, every batch, every archive, and the triggers.

A chain shows what was edited, removed, reordered or inserted. That events are missing at its end, only somebody who
remembers the end can tell: an archive does, and a caller hands in what else he knows as ``marks``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from .database import database
from .events import Rows, StoredEvent, chain
from .models import Archive
from .packing import unpack

PAGE = 2000
Progress = Callable[[int, int], None]
"""Called with the number of events that are done and the number of all."""


class Mark(NamedTuple):
    """That a stream had come to ``version``, with this hash where it is known."""

    version: int
    hash: bytes | None = None


class Flaw(NamedTuple):
    """The first thing wrong with a stream. ``code`` is a stable word, ``seq`` the event (0: the stream as a whole)."""

    stream: UUID | None
    seq: int
    code: str
    text: str

    def __str__(self) -> str:
        where = f"stream {self.stream}" if self.stream else "database"
        return f"{where}{f', event {self.seq}' if self.seq else ''}: {self.text}"


def stream(stream: UUID, marks: Sequence[Mark] = ()) -> Flaw | None:
    """The first flaw of one stream, and of its archive."""
    row = Archive.objects.filter(stream=stream).first()
    walk = _Walk(stream, [*marks, *_mark_of(row)])
    walk.follow(database().rows(stream, 0, 2**31 - 1))
    return walk.end() or (_archive_flaw(row) if row else None)


def every_stream(
    marks: Mapping[UUID, Sequence[Mark]] | None = None, progress: Progress | None = None
) -> Iterator[Flaw]:
    """The first flaw of each flawed stream in the database, and what is wrong with the database itself."""
    for table in database().unguarded():
        yield Flaw(None, 0, "unguarded", f"nothing refuses changes: the trigger on or called {table} is missing")
    if lost := database().lost():
        yield Flaw(None, 0, "removed", f"{lost} events were removed")
    known = {stream: list(some) for stream, some in (marks or {}).items()}
    for archived in Archive.objects.defer("packed").iterator():
        known.setdefault(archived.stream, []).extend(_mark_of(archived))
    total, done = (database().count() if progress else 0), 0
    walk = None
    for rows in _pages():
        for row in rows:
            if walk is None or walk.stream != row[0]:
                if walk and (flaw := walk.end()):
                    yield flaw
                walk = _Walk(row[0], known.pop(row[0], []))
            walk.follow([row])
        done += len(rows)
        if progress:
            progress(done, total)
    if walk and (flaw := walk.end()):
        yield flaw
    for missing, some in known.items():
        if any(mark.version for mark in some):
            yield Flaw(missing, 0, "missing", "the stream is gone")
    for archived in Archive.objects.iterator():
        if flaw := _archive_flaw(archived):
            yield flaw


def _pages() -> Iterator[Rows]:
    at, seq = UUID(int=0), 0
    while rows := database().every(at, seq, PAGE):
        yield rows
        at, seq = rows[-1][:2]


def _mark_of(row: Archive | None) -> Iterable[Mark]:
    return [Mark(row.version, bytes(row.head))] if row else []


def _archive_flaw(row: Archive) -> Flaw | None:
    """An archive must tell the same as the events. Their own chain is not looked at here."""
    events = [(kind, version, json.loads(payload)) for _, _, kind, version, payload, *_ in _rows_of(row)]
    try:
        same = unpack(row.packed).facts == events
    except Exception:  # whatever can go wrong with bytes that somebody changed
        same = False
    return None if same else Flaw(row.stream, 0, "archive", "the archive does not tell what the events tell")


def _rows_of(row: Archive) -> Rows:
    return database().rows(row.stream, 0, row.version)


class _Walk:
    """Along one stream, up to the first flaw."""

    def __init__(self, stream: UUID, marks: Iterable[Mark] = ()) -> None:
        self.stream = stream
        self._marks = {mark.version: mark.hash for mark in sorted(marks, key=lambda mark: mark.hash is not None)}
        self._flaw: Flaw | None = None
        self._seq = 0
        self._head = chain().GENESIS
        self._left = 0  # of the batch
        self._position = 0

    def follow(self, rows: Rows) -> None:
        for row in rows:
            if self._flaw:
                return
            self._step(row)

    def end(self) -> Flaw | None:
        if not self._flaw and self._left:
            self._fail(self._seq, "batch", f"the batch breaks off, {self._left} more events belong to it")
        if not self._flaw and (last := max(self._marks, default=0)) > self._seq:
            self._fail(self._seq, "truncated", f"the stream ends here, but it had come to event {last}")
        return self._flaw

    def _fail(self, seq: int, code: str, text: str) -> None:
        self._flaw = Flaw(self.stream, seq, code, text)

    def _step(self, row: tuple[Any, ...]) -> None:
        seq, position, length = row[1], row[7], row[8]
        if seq != self._seq + 1:
            return self._fail(seq, "missing", f"this event follows event {self._seq}: events between them are missing")
        event, text = _decoded(row)
        if event is None or text != row[4]:
            return self._fail(seq, "edited", "the payload is not in its canonical form: it was edited")
        self._head = chain().link(self._head, event.envelope)
        if self._head != event.hash:
            return self._fail(seq, "hash", "the hash does not match: the event, its hash or its place was changed")
        if (length is None) != (self._left > 0) or (length is not None and length < 1):
            return self._fail(seq, "batch", "the limits of the batches do not fit")
        if position <= self._position:
            return self._fail(seq, "position", "this event stands before its predecessor in the feed")
        if self._marks.get(seq) not in (None, event.hash):
            return self._fail(seq, "forked", "this is another history: the hash is known to be a different one")
        self._left = (length or self._left) - 1
        self._seq, self._position = seq, position
        return None


def _decoded(row: tuple[Any, ...]) -> tuple[StoredEvent, str] | tuple[None, None]:
    try:
        event = StoredEvent(*row[:12])._replace(payload=json.loads(row[4]), meta=row[11] and json.loads(row[11]))
        return event, chain().canonical(event.payload).decode()
    except (ValueError, TypeError, RecursionError):
        return None, None
