"""Which database's statements are used, and the epoch: one number that rises when the database was restored."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Protocol
from uuid import UUID

from django.db import connection, transaction

from .events import Batch, Head, Rows


class Database(Protocol):
    """What postgresql.py and sqlite.py both are."""

    def insert(self, batch: Batch) -> datetime | None: ...
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
    """Begin a new epoch, which stands after everything stored before; the new number."""
    with transaction.atomic(), connection.cursor() as cursor:
        number = epoch() + 1
        cursor.execute("INSERT INTO ledger_epoch (epoch, reason) VALUES (%s, %s)", [number, reason])
        database().begin_epoch(number)
    return number


def check_restored() -> int | None:
    """Call at start-up. A database restored into a younger server hides its history from the feed: raise the epoch."""
    return raise_epoch("restored into a younger server") if database().behind() else None
