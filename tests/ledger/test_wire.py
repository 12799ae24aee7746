"""Statements on libpq behave as Django's own do: transactions, errors, lost connections."""

from __future__ import annotations

from uuid import uuid4

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction

from ledger import store

from .factories import batch

pytestmark = [
    pytest.mark.usefixtures("ledger"),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no wire"),
]


def test_an_append_that_is_rolled_back_was_never_there() -> None:
    stream = uuid4()
    with transaction.atomic():
        assert store.append(stream, 0, batch(2)).version == 2
        assert store.version(stream) == 2
        transaction.set_rollback(True)
    assert store.version(stream) == 0


def test_statements_that_somebody_deallocated_are_prepared_anew() -> None:
    stream = uuid4()
    store.append(stream, 0, batch(1))
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    assert store.version(stream) == 1
    assert store.append(stream, 1, batch(2)).version == 3


def test_a_broken_transaction_refuses_them() -> None:
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(transaction.TransactionManagementError):
            store.version(uuid4())


def test_errors_are_djangos() -> None:
    from ledger.wire import Statement

    with pytest.raises(IntegrityError, match="append-only"):
        Statement("test_delete", "DELETE FROM ledger_event").run()
    with pytest.raises(DatabaseError, match="no_such_table"):
        Statement("test_absent", "SELECT FROM no_such_table").run()
    assert store.version(uuid4()) == 0


def test_a_lost_connection_is_an_operational_error() -> None:
    store.version(uuid4())
    assert isinstance(connection.connection, psycopg.Connection)
    parameters, lost = connection.get_connection_params(), connection.connection.info.backend_pid
    with psycopg.connect(**{name: parameters[name] for name in parameters if name in _KNOWN}) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [lost])
    with pytest.raises(OperationalError):
        store.version(uuid4())
    connection.close()
    assert store.version(uuid4()) == 0


_KNOWN = ("dbname", "user", "password", "host", "port")
