"""Prepared statements directly on libpq: psycopg's cursors cost twice as much as the statements.

Parameters and answers are in PostgreSQL's binary form. A statement is prepared once per connection, under its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct, pack
from typing import Any, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import errors
from psycopg.adapt import Transformer
from psycopg.pq import DiagnosticField, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

INT4, TEXT, BYTEA, INT2, INT8, UUID_OID = 23, 25, 17, 21, 20, 2950

int2 = Struct("!h").pack
int4 = Struct("!i").pack
int8 = Struct("!q").pack
to_int = int.from_bytes
_NULL = pack("!i", -1)
_UNTIL_2000 = 946_684_800_000_000  # microseconds from 1970; PostgreSQL counts from there


def array(oid: int, values: Sequence[bytes]) -> bytes:
    """A one-dimensional array of this element type."""
    parts = [pack("!5i", 1, 0, oid, len(values), 1)]
    for value in values:
        parts += int4(len(value)), value
    return b"".join(parts)


def array_with_nulls(oid: int, values: Sequence[bytes | None]) -> bytes:
    """The same of values of which some are null."""
    parts = [pack("!5i", 1, 1, oid, len(values), 1)]
    for value in values:
        parts += (_NULL,) if value is None else (int4(len(value)), value)
    return b"".join(parts)


def from_microseconds(since_1970: int) -> bytes:
    """A timestamptz."""
    return int8(since_1970 - _UNTIL_2000)


class Statement:
    """``query`` has its parameters as $1, $2..., each with a type that follows from its place or from a cast."""

    def __init__(self, name: str, query: str) -> None:
        self._name = f"ledger_{name}".encode()
        self._query = query.encode()

    def run(self, *params: Any) -> PGresult:
        """Execute it on Django's connection, in the open transaction if there is one. ``params`` are bytes or None."""
        own = connections[DEFAULT_DB_ALIAS]
        if own.connection is None or own.needs_rollback:
            own.ensure_connection()
            own.validate_no_broken_transaction()
        raw = cast("psycopg.Connection[Any]", own.connection)
        try:
            return self._execute(raw, params)
        except errors.InvalidSqlStatementName:  # somebody has sent DEALLOCATE ALL or DISCARD ALL
            _statements_of(raw).clear()
            with own.wrap_database_errors:
                if raw.pgconn.transaction_status != TransactionStatus.IDLE:
                    raise
                return self._execute(raw, params)
        except psycopg.Error:
            with own.wrap_database_errors:
                raise

    def rows(self, *params: Any) -> list[tuple[Any, ...]]:
        """The answer as Python objects."""
        found = self.run(*params)
        loading = Transformer()
        loading.set_pgresult(found)
        rows: list[tuple[Any, ...]] = loading.load_rows(0, found.ntuples, tuple)
        return rows

    def _execute(self, raw: psycopg.Connection[Any], params: Sequence[Any]) -> PGresult:
        connection = raw.pgconn
        if connection.transaction_status == TransactionStatus.IDLE and not raw.autocommit:
            raw.wait(raw._start_query())  # what a cursor does: BEGIN, with the connection's isolation level
        known = _statements_of(raw)
        if self._name not in known:
            _checked(connection.prepare(self._name, self._query))
            known.add(self._name)
        return _checked(connection.exec_prepared(self._name, params, [1] * len(params), 1))


def _statements_of(raw: psycopg.Connection[Any]) -> set[bytes]:
    """Names of the statements that are prepared on this connection: kept on it, for they live as long."""
    names: set[bytes] = raw.__dict__.setdefault("ledger_statements", set())
    return names


def _checked(result: PGresult) -> PGresult:
    if result.status not in _GOOD:
        if not result.error_field(DiagnosticField.SQLSTATE):  # libpq's own words: the connection is lost
            raise psycopg.OperationalError(result.get_error_message())
        raise errors.error_from_result(result)
    return result


_GOOD = (int(ExecStatus.TUPLES_OK), int(ExecStatus.COMMAND_OK))
