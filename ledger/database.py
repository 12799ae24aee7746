"""Which database's statements are used, and the epoch: one number that rises when the database was restored."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol
from uuid import UUID

from django.db import DatabaseError, connection, transaction

from .events import Batch, Head, Rows


class Database(Protocol):
    """What postgresql.py and sqlite.py have in common."""

    def insert(self, batch: Batch) -> bool: ...
    def insert_whole(self, batches: Sequence[Batch]) -> bool: ...
    def restore(self, rows: Rows) -> None: ...
    def head(self, stream: UUID) -> Head | None: ...
    def decision(self, stream: UUID, decision_id: UUID) -> tuple[int, int, str | None] | None: ...
    def rows(self, stream: UUID, after: int, upto: int) -> Rows: ...
    def every(self, stream: UUID, seq: int, limit: int) -> Rows: ...
    def feed(self, epoch: int, xid: int, position: int, limit: int, settled: bool) -> Rows: ...
    def early(self, events: Mapping[UUID, int], epoch: int, xid: int, position: int) -> UUID | None: ...
    def archived(self, stream: UUID) -> tuple[int, bytes, bytes, int] | None: ...
    def count(self) -> int: ...
    def lock(self, name: str) -> bool: ...
    def still(self, tables: list[str]) -> None: ...
    def behind(self) -> bool: ...
    def begin_epoch(self, number: int) -> None: ...
    def lag(self) -> float: ...
    def lost(self) -> int: ...
    def unguarded(self) -> list[str]: ...


@cache
def database() -> Database:
    if connection.vendor == "postgresql":
        from . import postgresql

        return postgresql
    assert connection.vendor == "sqlite", f"the ledger knows PostgreSQL and SQLite, not {connection.vendor}"
    from . import sqlite

    return sqlite


def epoch() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(epoch) FROM ledger_epoch")
        number: int = cursor.fetchone()[0]
    return number


def raise_epoch(reason: str) -> int:
    """Begin a new epoch, later than everything stored before, and return its number."""
    with transaction.atomic(), connection.cursor() as cursor:
        number = epoch() + 1
        cursor.execute("INSERT INTO ledger_epoch (epoch, reason) VALUES (%s, %s)", [number, reason])
        database().begin_epoch(number)
    return number


def check_restored() -> int | None:
    """Call at start-up. A database restored into a younger server hides its history from the feed: raise the epoch."""
    return raise_epoch("restored into a younger server") if database().behind() else None


_NO_TIME = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_PASSING = ("08", "40", "53", "57P")
"""Classes of PostgreSQL's errors: connection lost, rolled back for another's sake, no room left, server restarting."""
_LOCK_NOT_AVAILABLE = "55P03"


def is_busy(error: BaseException) -> bool:
    """Whether the database was only busy, or out of connections: a retry may work."""
    cause = error.__cause__
    if not isinstance(error, DatabaseError) or cause is None:
        return False
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in _NO_TIME
    state: str | None = getattr(cause, "sqlstate", None)
    if state is None:
        return type(cause).__name__ in ("OperationalError", "PoolTimeout", "ConnectionTimeout")
    return state == _LOCK_NOT_AVAILABLE or state.startswith(_PASSING)
