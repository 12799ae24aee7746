"""Verify the ledger: every link of every chain, every batch, every archive, and the triggers.

A chain shows what was edited, removed, reordered or inserted. That events are missing at its end, only somebody who
remembers the end can tell: an archive does, and a caller hands in what else he knows as ``marks``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from . import projections
from .database import database
from .events import Rows, StoredEvent, chain, moment
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
    """Something wrong with a stream. ``code`` is a stable word, ``seq`` the event (0: the stream as a whole)."""

    stream: UUID | None
    seq: int
    code: str
    text: str

    def __str__(self) -> str:
        where = f"stream {self.stream}" if self.stream else "database"
        return f"{where}{f', event {self.seq}' if self.seq else ''}: {self.text}"


def stream(stream: UUID, marks: Sequence[Mark] = ()) -> list[Flaw]:
    """The flaws of one stream in order, and of its archive."""
    row = Archive.objects.filter(stream=stream).first()
    walk = _Walk(stream, [*marks, *_mark_of(row)])
    walk.follow(database().rows(stream, 0, 2**31 - 1))
    return [*walk.end(), *(_archive_flaws(row) if row else ())]


def every_stream(
    marks: Mapping[UUID, Sequence[Mark]] | None = None, progress: Progress | None = None
) -> Iterator[Flaw]:
    """Every flaw of every stream in the database, and what is wrong with the database itself.

    ``marks`` are ends of streams that a caller knows, beside those that read models and archives know.
    """
    for table in database().unguarded():
        yield Flaw(None, 0, "unguarded", f"nothing refuses changes: the trigger on or called {table} is missing")
    if lost := database().lost():
        yield Flaw(None, 0, "removed", f"{lost} events were removed")
    known = known_marks()
    for of, some in (marks or {}).items():
        known.setdefault(of, []).extend(some)
    total, done = (database().count() if progress else 0), 0
    walk = None
    for rows in _pages():
        for row in rows:
            if walk is None or walk.stream != row[0]:
                if walk:
                    yield from walk.end()
                walk = _Walk(row[0], known.pop(row[0], []))
            walk.follow([row])
        done += len(rows)
        if progress:
            progress(done, total)
    if walk:
        yield from walk.end()
    for missing, some in known.items():
        if any(mark.version for mark in some):
            yield Flaw(missing, 0, "missing", "the stream is gone")
    for archived in Archive.objects.iterator():
        yield from _archive_flaws(archived)


def known_marks() -> dict[UUID, list[Mark]]:
    """How far each stream had come by its archives and read models: one that ends earlier was cut off."""
    known: dict[UUID, list[Mark]] = {}
    for archived in Archive.objects.defer("packed").iterator():
        known.setdefault(archived.stream, []).extend(_mark_of(archived))
    for projection in projections.all_projections():
        for of, version in projection.ends():
            known.setdefault(of, []).append(Mark(version))
    return known


def _pages() -> Iterator[Rows]:
    at, seq = UUID(int=0), 0
    while rows := database().every(at, seq, PAGE):
        yield rows
        at, seq = rows[-1][:2]


def _mark_of(row: Archive | None) -> Iterable[Mark]:
    return [Mark(row.version, bytes(row.head))] if row else []


def _archive_flaws(row: Archive) -> Iterator[Flaw]:
    """Flaws of an archive, which must equal the events. Their own chain is not checked here."""
    try:
        events = [(kind, version, json.loads(payload)) for _, _, kind, version, payload, *_ in _rows_of(row)]
        same = unpack(row.packed).facts == events
    except Exception:  # whatever can go wrong with bytes that somebody changed
        same = False
    if not same:
        yield Flaw(row.stream, 0, "archive", "the archive does not tell what the events tell")


def _rows_of(row: Archive) -> Rows:
    return database().rows(row.stream, 0, row.version)


class _Walk:
    """Check one stream. After a flaw it continues from what is stored, so later flaws show too."""

    def __init__(self, stream: UUID, marks: Iterable[Mark] = ()) -> None:
        self.stream = stream
        self._marks = {mark.version: mark.hash for mark in sorted(marks, key=lambda mark: mark.hash is not None)}
        self._flaws: list[Flaw] = []
        self._seq = 0
        self._heads = [chain().GENESIS]
        """What the next event may follow: behind a broken link both the stored hash and the right one."""
        self._left: int | None = 0
        """How many events of the batch are still to come; None where a flaw hides it."""
        self._position = 0
        self._at: Any = None

    def follow(self, rows: Rows) -> None:
        for row in rows:
            before = len(self._flaws)
            try:
                self._step(row)
            except (TypeError, ValueError, OverflowError):  # a column holds what no program writes there
                self._fail(row[1], "unreadable", "the row cannot be read")
                self._follow_after(row)
            if len(self._flaws) > before:
                self._at = None

    def end(self) -> list[Flaw]:
        if self._left:
            self._fail(self._seq, "batch", f"the batch breaks off, {self._left} more events belong to it")
        if (last := max(self._marks, default=0)) > self._seq:
            self._fail(self._seq, "truncated", f"the stream ends here, but it had come to event {last}")
        return self._flaws

    def _fail(self, seq: int, code: str, text: str) -> None:
        self._flaws.append(Flaw(self.stream, seq, code, text))

    def _step(self, row: tuple[Any, ...]) -> None:
        seq, at, digest, position, length = row[1], row[5], row[6], row[7], row[8]
        whole = seq == self._seq + 1
        if not whole:
            self._fail(seq, "missing", f"this event follows event {self._seq}: events between them are missing")
            self._left = None
        right = self._check_link(row, whole)
        if self._left is not None and ((length is None) != (self._left > 0) or (length is not None and length < 1)):
            self._fail(seq, "batch", "the limits of the batches do not fit")
            self._left = None
        if length is not None:
            self._at = at
        elif None not in (at, self._at, self._left) and at != self._at:
            self._fail(seq, "time", "the time is not that of the batch")
        if position <= self._position:
            self._fail(seq, "position", "this event stands before its predecessor in the feed")
        if self._marks.get(seq) not in (None, digest):
            self._fail(seq, "forked", "this is another history: the hash is known to be a different one")
        self._follow_after(row, right)

    def _check_link(self, row: tuple[Any, ...], whole: bool) -> bytes | None:
        """The hash that a wrong one should be. Without the predecessor (``whole``) nobody can tell."""
        seq, digest = row[1], row[6]
        event, text = _decoded(row)
        if event is None or text != row[4]:
            self._fail(seq, "edited", "the payload is not in its canonical form: it was edited")
            return None
        right = [chain().link(head, event.envelope) for head in self._heads]
        if not whole or digest in right:
            return None
        self._fail(seq, "hash", "the hash does not match: the event, its hash or its place was changed")
        return right[0] if right else None

    def _follow_after(self, row: tuple[Any, ...], right: bytes | None = None) -> None:
        """Continue after this row, whatever was wrong with it."""
        seq, digest, position, length = row[1], row[6], row[7], row[8]
        self._heads = [head for head in (digest, right) if isinstance(head, bytes)]
        if isinstance(length, int):
            self._left = length - 1
        elif self._left is not None:
            self._left = self._left - 1 if self._left else None
        self._seq = seq if isinstance(seq, int) else self._seq + 1
        self._position = position


def _decoded(row: tuple[Any, ...]) -> tuple[StoredEvent, str] | tuple[None, None]:
    try:
        event = StoredEvent(*row[:13])._replace(
            payload=json.loads(row[4]), at=moment(row[5] or 0), meta=row[11] and json.loads(row[11])
        )
        return event, chain().canonical(event.payload).decode()
    except (ValueError, TypeError, RecursionError, OverflowError):
        return None, None
