"""Lift the triggers of the ledger, so that a test can empty it or do what a forger would do.

For tests only: the product has no code that can change or remove an event.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def unguarded() -> Iterator[None]:
    """Within, events can be changed and removed."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'ledger_event%'")
            triggers = cursor.fetchall()
            for name, _ in triggers:
                cursor.execute(f"DROP TRIGGER {name}")
            yield
            for _, sql in triggers:
                cursor.execute(sql)
            return
        cursor.execute("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ledger_event'::regclass")
        tables = ["ledger_event", *(name for (name,) in cursor.fetchall())]
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER ledger_refuse")
        yield
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER ledger_refuse")


def sweep() -> None:
    """Empty the ledger after a test that really committed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT 1 FROM ledger_event)")
        if cursor.fetchone()[0]:
            with unguarded():
                cursor.execute("DELETE FROM ledger_event")
        if connection.vendor == "sqlite":  # also after a test that removed every event itself
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = 'ledger_event'")
