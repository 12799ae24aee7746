"""The ledger's statements on SQLite, which has one writer at a time: positions are the order of commits."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from .events import Batch, Head, Rows, chain

_COLUMNS = "stream_id, seq, kind, version, payload, at, hash, position, batch, decision_id, actor, meta, chain"
_NAMES = "stream_id, seq, kind, version, payload, hash, batch, decision_id, actor, meta, chain, at"
_INSERT = f"""
    INSERT INTO ledger_event ({_NAMES}, epoch)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, (SELECT max(epoch) FROM ledger_epoch))
"""  # noqa: S608
AT_ONCE = 50
"""Rows of one statement where many are written."""

_NOT_FIRST = (None,) * 5
"""Of an event that is not the first of its batch: what is kept with the first alone."""


def _execute(query: str, params: Iterable[Any] = ()) -> Any:
    cursor = connection.cursor()
    cursor.execute(query, tuple(params))
    return cursor


def _row(row: tuple[Any, ...]) -> tuple[Any, ...]:
    stream, seq, kind, version, payload, at, digest, position, batch, decision, *rest = row
    return (UUID(bytes=stream), seq, kind, version, payload, at, digest, position, batch, _known(decision), *rest)


def _known(decision: bytes | None) -> Any:
    """As a UUID; unchanged if it is none any more, which the verifier reports."""
    try:
        return None if decision is None else UUID(bytes=decision)
    except (TypeError, ValueError):
        return decision


def insert(batch: Batch) -> bool:
    """Append ``batch`` if its stream ends as it expects; whether it was inserted."""
    with transaction.atomic(savepoint=False):  # takes the write lock, unless the caller has it
        cause = batch.cause
        if (head(batch.stream) or Head(0, batch.previous)) != (batch.expected, batch.previous):
            return False
        if cause.decision_id and decision(batch.stream, cause.decision_id):
            return False
        connection.cursor().executemany(_INSERT, list(_inserted(batch)))
    return True


def insert_whole(batches: Sequence[Batch]) -> bool:
    """Write a new stream, all of it; False if there is one of this name."""
    with transaction.atomic(savepoint=False):
        if head(batches[0].stream):
            return False
        epoch = _execute("SELECT max(epoch) FROM ledger_epoch").fetchone()[0]
        rows = (row for batch in batches for row in _inserted(batch, epoch))
        insert_rows(f"ledger_event ({_NAMES}, epoch)", _NAMES.count(",") + 2, rows)
    return True


def insert_rows(into: str, columns: int, rows: Iterable[Sequence[Any]]) -> None:
    """Write many rows of so many columns, by an open connection: several with each statement, in half the time of one
    by one, since SQLite counts them once; directly, since Django looks through each statement for its own placeholders.
    """
    one = f"({', '.join('?' * columns)})"
    query, own, left = f"INSERT INTO {into} VALUES ", connection.connection, iter(rows)  # noqa: S608
    several = query + ", ".join([one] * AT_ONCE)
    with connection.wrap_database_errors:
        while some := list(itertools.islice(left, AT_ONCE)):
            if len(some) == AT_ONCE:
                own.execute(several, [*itertools.chain.from_iterable(some)])
            else:  # another number of rows is another statement, which SQLite would have to read
                own.executemany(query + one, some)


def restore(rows: Rows) -> None:
    """Write events as they once stood (``dump.FIELDS``)."""
    found = [
        (stream.bytes, seq, kind, version, payload, digest, batch, known and known.bytes, actor, meta, chain, at)
        for stream, seq, kind, version, payload, digest, batch, known, actor, meta, chain, at in rows
    ]
    connection.cursor().executemany(_INSERT, found)


def _inserted(batch: Batch, *epoch: int) -> Iterator[tuple[Any, ...]]:
    """The rows, in the order of ``_NAMES``."""
    stream, cause = batch.stream.bytes, batch.cause
    known = cause.decision_id and cause.decision_id.bytes
    why: tuple[Any, ...] = len(batch.rows), known, cause.actor, batch.meta and batch.meta.decode(), chain().TIMED
    for seq, kind, version, payload, digest in batch.rows:
        yield (stream, seq, kind, version, payload.decode(), digest, *why, cause.at, *epoch)
        why = _NOT_FIRST


def head(stream: UUID) -> Head | None:
    query = "SELECT seq, hash FROM ledger_event WHERE stream_id = %s ORDER BY seq DESC LIMIT 1"
    row = _execute(query, [stream.bytes]).fetchone()
    return Head(*row) if row else None


def decision(stream: UUID, decision_id: UUID) -> tuple[int, int, str | None] | None:
    """First sequence, length and actor of the batch with this decision id."""
    query = "SELECT seq, batch, actor FROM ledger_event WHERE stream_id = %s AND decision_id = %s"
    found: tuple[int, int, str | None] | None = _execute(query, [stream.bytes, decision_id.bytes]).fetchone()
    return found


def rows(stream: UUID, after: int, upto: int) -> Rows:
    query = f"SELECT {_COLUMNS} FROM ledger_event WHERE stream_id = %s AND seq > %s AND seq <= %s ORDER BY seq"  # noqa: S608
    return [_row(row) for row in _execute(query, [stream.bytes, after, upto]).fetchall()]


def every(stream: UUID, seq: int, limit: int) -> Rows:
    """All rows, stream by stream, after this one."""
    query = f"""
        SELECT {_COLUMNS} FROM ledger_event WHERE (stream_id, seq) > (%s, %s) ORDER BY stream_id, seq LIMIT %s
    """  # noqa: S608
    return [_row(row) for row in _execute(query, [stream.bytes, seq, limit]).fetchall()]


def feed(epoch: int, xid: int, position: int, limit: int, settled: bool) -> Rows:
    """Rows in the order of the feed, followed by epoch and 0. Every visible row is final here."""
    query = f"""
        SELECT {_COLUMNS}, epoch, 0 FROM ledger_event WHERE position > %s ORDER BY position LIMIT %s
    """  # noqa: S608
    return [_row(row) for row in _execute(query, [position, limit]).fetchall()]


def early(events: Mapping[UUID, int], epoch: int, xid: int, position: int) -> UUID | None:
    """A stream of ``events`` (stream to sequence) whose previous event does not stand at or before the cursor."""
    query = "SELECT 1 FROM ledger_event WHERE stream_id = %s AND seq = %s AND position <= %s"
    for stream, seq in events.items():
        if not _execute(query, [stream.bytes, seq - 1, position]).fetchone():
            return stream
    return None


def archived(stream: UUID) -> tuple[int, bytes, bytes, int] | None:
    """Version, final hash and packed events; and how far the stream has come since."""
    query = """
        SELECT version, head, packed, (SELECT max(seq) FROM ledger_event WHERE stream_id = %s)
        FROM ledger_archive WHERE stream = %s
    """
    found: tuple[int, bytes, bytes, int] | None = _execute(query, [stream.bytes, stream.hex]).fetchone()
    return found


def count() -> int:
    number: int = _execute("SELECT count(*) FROM ledger_event").fetchone()[0]
    return number


def lock(name: str) -> bool:
    """The transaction itself is the lock: there is one writer."""
    return True


def still(tables: list[str]) -> None:
    """Nobody else can write while this transaction runs."""


def behind() -> bool:
    """SQLite has no transaction numbers that could run backwards."""
    return False


def begin_epoch(number: int) -> None:
    """Nothing to do: each insert reads the newest epoch."""


def lag() -> float:
    return 0.0


def lost() -> int:
    """Positions are given out without gaps, and an append that is rolled back gives them back."""
    row = _execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'ledger_event'").fetchone()
    given: int = row[0]
    return given - count()


def unguarded() -> list[str]:
    """Triggers of the ledger that are missing."""
    wanted = {
        f"{table}_{verb}" for table in ("ledger_event", "ledger_epoch") for verb in ("insert", "update", "delete")
    }
    found = _execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    return sorted(wanted - {name for (name,) in found})
