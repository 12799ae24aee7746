"""The ledger's statements on PostgreSQL, on Django's own connection; those of every decision are prepared on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast
from uuid import UUID

import psycopg
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections

from .events import Batch, Head, Rows, chain
from .wire import (
    BYTEA,
    INT2,
    INT8,
    TEXT,
    UUID_OID,
    Statement,
    array,
    array_with_nulls,
    from_microseconds,
    int2,
    int4,
    int8,
    to_int,
)

# psycopg takes 150 us to prepare for reading a timestamptz. As a double the seconds round to the right microsecond
# until 2106, in half the time of extract(), which gives a numeric.
_AT = "(date_part('epoch', at) * 1000000)::bigint"

# The statement that inserts checks the head itself, so its snapshot is older than the transaction's number: what it saw
# has smaller numbers, and the feed's order (tx, position) agrees with the order in each stream. That no longer holds
# when an earlier write gave the transaction its number, hence the check of pg_current_xact_id_if_assigned().
# A planner that sees the id sees the one partition that it needs, and plans each append anew, which takes half as long
# again. It cannot look through concat(), which is not immutable: one plan finds the partition itself.
_NEXT = """
    FROM ledger_event AS last
    WHERE last.stream_id = concat($1::uuid::text)::uuid AND last.seq = $2 AND last.hash = $3::bytea AND (
        pg_current_xact_id_if_assigned() IS NULL
        OR pg_current_xact_id_if_assigned()::text::bigint = last.tx & ((1::bigint << 48) - 1))
"""
_NEW = "WHERE $3::bytea IS NOT NULL"
_ONE = """
    INSERT INTO ledger_event (stream_id, seq, kind, version, payload, hash, batch, decision_id, actor, meta, at, chain)
    SELECT $1::uuid, $2::integer + 1, $4::text, $5::smallint, $6::json, $7::bytea,
        $8::smallint, $9::uuid, $10::text, $11::json, $12::timestamptz, $13::smallint
    {behind}
    ON CONFLICT DO NOTHING RETURNING 1
"""
# The other events of a batch follow only if the first one was inserted: a batch is whole or absent.
_MORE = f"""
    WITH first AS ({_ONE})
    INSERT INTO ledger_event (stream_id, seq, kind, version, payload, hash, at)
    SELECT $1, $2 + 1 + rest.nr, rest.kind, rest.version, rest.payload::json, rest.hash, NULL
    FROM unnest($14::text[], $15::smallint[], $16::text[], $17::bytea[])
        WITH ORDINALITY AS rest (kind, version, payload, hash, nr)
    WHERE EXISTS (SELECT FROM first)
    ORDER BY rest.nr RETURNING 1
"""  # noqa: S608
_FIRSTS = (INT2, UUID_OID, TEXT, TEXT, INT8, INT2)
"""Types of what stands with the first event of a batch alone."""
_new = Statement("new", _ONE.format(behind=_NEW)), Statement("new_batch", _MORE.format(behind=_NEW))
_next = Statement("next", _ONE.format(behind=_NEXT)), Statement("next_batch", _MORE.format(behind=_NEXT))
_OF_ONE = f"seq, kind, version, payload::text, {_AT}, hash, position, batch, decision_id, actor, meta::text, chain"


def _execute(query: str, params: Mapping[str, Any]) -> psycopg.Cursor[Any]:
    own = connections[DEFAULT_DB_ALIAS]
    own.ensure_connection()
    own.validate_no_broken_transaction()
    with own.wrap_database_errors:
        return psycopg.Cursor(cast("psycopg.Connection[Any]", own.connection)).execute(query, params)


def _text(text: str | None) -> bytes | None:
    return None if text is None else text.encode()


def insert(batch: Batch) -> bool:
    """Append ``batch`` if its stream ends as it expects; whether it was inserted."""
    (_, kind, version, payload, digest), *rest = batch.rows
    decision, actor, _, at = batch.cause
    assert at is not None, "what is appended now says when"
    first = (
        *(batch.stream.bytes, int4(batch.expected), batch.previous, kind.encode(), int2(version), payload, digest),
        *(int2(len(batch.rows)), decision.bytes if decision else None, _text(actor), batch.meta),
        *(from_microseconds(at), int2(chain().TIMED)),
    )
    one, more = _next if batch.expected else _new
    if rest:
        _, kinds, versions, payloads, hashes = zip(*rest, strict=True)
        columns = (
            array(TEXT, [name.encode() for name in kinds]),
            array(INT2, [int2(number) for number in versions]),
            array(TEXT, payloads),
            array(BYTEA, hashes),
        )
        done = more.run(*first, *columns)
    else:
        done = one.run(*first)
    assert done.ntuples in (0, len(rest) or 1), "a batch is whole or absent"
    return bool(done.ntuples)


_whole = Statement(
    "whole",
    """
    INSERT INTO ledger_event (stream_id, seq, kind, version, payload, hash, batch, decision_id, actor, meta, at, chain)
    SELECT $1::uuid, event.nr, event.kind, event.version, event.payload::json, event.hash, event.batch,
        event.decision_id, event.actor, event.meta::json,
        timestamptz 'epoch' + event.at * interval '1 microsecond', event.chain
    FROM unnest($2::text[], $3::smallint[], $4::text[], $5::bytea[], $6::smallint[], $7::uuid[], $8::text[], $9::text[],
            $10::bigint[], $11::smallint[])
        WITH ORDINALITY AS event (kind, version, payload, hash, batch, decision_id, actor, meta, at, chain, nr)
    WHERE NOT EXISTS (SELECT FROM ledger_event WHERE stream_id = $1 AND seq = 1)
    ORDER BY event.nr
    ON CONFLICT DO NOTHING RETURNING 1
    """,
)


def insert_whole(batches: Sequence[Batch]) -> bool:
    """Write a new stream, all of it; False if there is one of this name."""
    rows = [row for batch in batches for row in batch.rows]
    timed = int2(chain().TIMED)
    firsts: list[tuple[bytes | None, ...]] = []
    for batch in batches:
        decision, actor, _, at = batch.cause
        named = (decision.bytes if decision else None, _text(actor), batch.meta, None if at is None else int8(at))
        firsts += [(int2(len(batch.rows)), *named, timed)]
        firsts += [(None,) * 6] * (len(batch.rows) - 1)
    kinds = {row.kind: row.kind.encode() for row in rows}
    done = _whole.run(
        batches[0].stream.bytes,
        array(TEXT, [kinds[row.kind] for row in rows]),
        array(INT2, [int2(row.version) for row in rows]),
        array(TEXT, [row.payload for row in rows]),
        array(BYTEA, [row.hash for row in rows]),
        *(array_with_nulls(oid, column) for oid, column in zip(_FIRSTS, zip(*firsts, strict=True), strict=True)),
    ).ntuples
    if done not in (0, len(rows)):  # somebody else wrote its beginning meanwhile
        raise IntegrityError(f"stream {batches[0].stream} begins twice")
    return bool(done)


_RESTORED = """
    INSERT INTO ledger_event (stream_id, seq, kind, version, payload, hash, batch, decision_id, actor, meta, chain, at)
    VALUES (%s, %s, %s, %s, %s::json, %s, %s, %s, %s, %s::json, %s,
        timestamptz 'epoch' + %s::bigint * interval '1 microsecond')
"""


def restore(rows: Rows) -> None:
    """Write events as they once stood (``dump.FIELDS``); the time stands on the first of a batch alone."""
    found = [(*row[:11], row[11] if row[6] else None) for row in rows]
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.executemany(_RESTORED, found)


_head = Statement("head", "SELECT seq, hash FROM ledger_event WHERE stream_id = $1 ORDER BY seq DESC LIMIT 1")


def head(stream: UUID) -> Head | None:
    found = _head.run(stream.bytes)
    return Head(to_int(found.get_value(0, 0) or b""), found.get_value(0, 1) or b"") if found.ntuples else None


def decision(stream: UUID, decision_id: UUID) -> tuple[int, int, str | None] | None:
    """First sequence, length and actor of the batch with this decision id."""
    query = "SELECT seq, batch, actor FROM ledger_event WHERE stream_id = %(stream)s AND decision_id = %(decision)s"
    return _execute(query, {"stream": stream, "decision": decision_id}).fetchone()


_rows = Statement(
    "rows",
    f"""
    SELECT {_OF_ONE} FROM ledger_event
    WHERE stream_id = $1 AND seq > $2::integer AND seq <= $3::integer ORDER BY seq
    """,  # noqa: S608
)


def rows(stream: UUID, after: int, upto: int) -> Rows:
    found = _rows.rows(stream.bytes, int4(after), int4(upto))
    if found and found[0][4] is None:  # the time stands on the first event of the batch, which is before these
        found[0] = (*found[0][:4], _begun(stream, after), *found[0][5:])
    return [(stream, *row) for row in found]


def _begun(stream: UUID, seq: int) -> int:
    query = f"""
        SELECT {_AT} FROM ledger_event
        WHERE stream_id = %(stream)s AND seq <= %(seq)s AND batch IS NOT NULL ORDER BY seq DESC LIMIT 1
    """  # noqa: S608
    row = _execute(query, {"stream": stream, "seq": seq}).fetchone()
    return row[0] if row else 0


_every = Statement(
    "every",
    f"""
    SELECT stream_id, {_OF_ONE} FROM ledger_event
    WHERE stream_id >= $1::uuid AND (stream_id, seq) > ($1::uuid, $2::integer) ORDER BY stream_id, seq LIMIT $3::bigint
    """,  # noqa: S608
)


def every(stream: UUID, seq: int, limit: int) -> Rows:
    """All rows, stream by stream, after this one."""
    return _every.rows(stream.bytes, int4(seq), int8(limit))


def _tx(epoch: int, xid: int) -> int:
    return (epoch << 48) + xid


_feed = Statement(
    "feed",
    f"SELECT stream_id, {_OF_ONE}, tx >> 48, tx & ((1::bigint << 48) - 1) FROM ledger_feed($1, $2, $3, $4)",  # noqa: S608
)


def feed(epoch: int, xid: int, position: int, limit: int, settled: bool) -> Rows:
    """Rows in the order of the feed, with epoch and xid behind.

    ``settled``: only those whose transactions are older than every transaction still running, so that nothing
    can appear before them any more.
    """
    return _feed.rows(int8(_tx(epoch, xid)), int8(position), bytes([settled]), int4(limit))


def early(events: Mapping[UUID, int], epoch: int, xid: int, position: int) -> UUID | None:
    """A stream of ``events`` (stream to sequence) whose previous event does not stand at or before the cursor."""
    query = """
        SELECT wanted.stream FROM unnest(%(streams)s::uuid[], %(seqs)s::int[]) AS wanted (stream, seq)
        WHERE NOT EXISTS (
            SELECT FROM ledger_event WHERE stream_id = wanted.stream AND seq = wanted.seq - 1
                AND (tx, position) <= (%(tx)s, %(position)s))
        LIMIT 1
    """
    params = {"streams": list(events), "seqs": list(events.values())}
    row = _execute(query, {**params, "tx": _tx(epoch, xid), "position": position}).fetchone()
    return row and row[0]


_archived = Statement(
    "archived",
    """
    SELECT version, head, packed, (SELECT max(seq) FROM ledger_event WHERE stream_id = $1)
    FROM ledger_archive WHERE stream = $1
    """,
)


def archived(stream: UUID) -> tuple[int, bytes, bytes, int] | None:
    """Version, final hash and packed events; and how far the stream has come since."""
    found = _archived.run(stream.bytes)
    if not found.ntuples:
        return None
    version, head, packed, newest = (found.get_value(0, column) or b"" for column in range(4))
    return to_int(version), head, packed, to_int(newest)


def count() -> int:
    row = _execute("SELECT count(*) FROM ledger_event", {}).fetchone()
    assert row
    return cast(int, row[0])


def lock(name: str) -> bool:
    """Hold the right to run this projection until the transaction ends; False if another process has it."""
    row = _execute(
        "SELECT pg_try_advisory_xact_lock(hashtext('ledger'), hashtext(%(name)s))", {"name": name}
    ).fetchone()
    assert row
    return cast(bool, row[0])


def still(tables: list[str]) -> None:
    """Keep others from writing to these tables until the transaction ends; they can still read."""
    quoted = ", ".join(connections[DEFAULT_DB_ALIAS].ops.quote_name(table) for table in tables)
    _execute(f"LOCK TABLE {quoted} IN SHARE ROW EXCLUSIVE MODE", {})


def behind() -> bool:
    """Whether the newest epoch has transaction numbers that this server has not reached: a restored database."""
    row = _execute(
        """
        SELECT EXISTS (
            SELECT FROM ledger_event WHERE tx >= (
                SELECT (max(epoch)::bigint << 48) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint
                FROM ledger_epoch))
        """,
        {},
    ).fetchone()
    assert row
    return cast(bool, row[0])


def begin_epoch(number: int) -> None:
    """Make this the epoch of all further events."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        default = "(%s::bigint << 48) + pg_current_xact_id()::text::bigint"
        cursor.execute(f"ALTER TABLE ledger_event ALTER COLUMN tx SET DEFAULT ({default})", [number])


def lag() -> float:
    """How many seconds the oldest writing transaction has held back the feed."""
    row = _execute(
        """
        SELECT coalesce(extract(epoch FROM clock_timestamp() - min(xact_start)), 0)::float FROM pg_stat_activity
        WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid() AND datname = current_database()
        """,
        {},
    ).fetchone()
    assert row
    return cast(float, row[0])


def lost() -> int:
    """Nothing: failed appends skip numbers too, so gaps prove nothing here."""
    return 0


def unguarded() -> list[str]:
    """Tables of the ledger whose trigger is missing or does not always fire."""
    query = """
        SELECT c.relname FROM pg_class c
        WHERE (c.oid IN ('ledger_event'::regclass, 'ledger_epoch'::regclass)
            OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'ledger_event'::regclass))
        AND NOT EXISTS (
            SELECT FROM pg_trigger t
            WHERE t.tgrelid = c.oid AND t.tgname = 'ledger_refuse' AND t.tgenabled = 'A')
        ORDER BY c.relname
    """
    return [name for (name,) in _execute(query, {}).fetchall()]


_notify = Statement("notify", "SELECT pg_notify($1, $2)")


def notify(channel: str, message: str) -> None:
    _notify.run(channel.encode(), message.encode())
