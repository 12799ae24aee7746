"""A database that has no time: every face says so, and the same id sent again works."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from ledger import store
from ledger.database import is_busy
from matches.models import Table
from matches.tables import services as table_services
from matches.tables.commands import OpenTable
from players import services as players
from players.models import Player

from .factories import GAME, person

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def busy() -> Iterator[None]:
    """On SQLite somebody else really writes all the while; on PostgreSQL, where writers do not wait for each other, the
    append meets a lock."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 20")
        other = sqlite3.connect(connection.settings_dict["NAME"])
        try:
            other.execute("BEGIN IMMEDIATE")
            yield
        finally:
            other.close()
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA busy_timeout = 5000")
        return

    def locked(*_: Any, **__: Any) -> Any:
        with connection.wrap_database_errors:
            raise psycopg.errors.LockNotAvailable("canceling statement due to lock timeout")

    with pytest.MonkeyPatch.context() as monkey:
        monkey.setattr(store, "append", locked)
        yield


@pytest.fixture
def table() -> Table:
    opened = table_services.open_table(OpenTable(game=GAME, seats=3), by=person("Alice")).table
    return Table.objects.get(id=opened)


def test_the_api_says_when_to_come_again_and_the_same_id_works(table: Table) -> None:
    bob = Player.objects.get(id=person("Bob"))
    secret = players.issue_token(player=bob, label="test", now=timezone.now()).secret
    client = Client(headers={"authorization": f"Bearer {secret}"})
    address, sent = f"/api/v1/tables/{table.id}/sit/", {"decision_id": str(uuid4())}
    with busy():
        answer = client.post(address, sent, "application/json")
    assert answer.status_code == 503
    assert answer["Content-Type"] == "application/problem+json"
    assert int(answer["Retry-After"]) > 0
    assert answer.json()["code"] == "database_busy"
    assert store.version(table.id) == 2
    for repeated in (False, True):
        answer = client.post(address, sent, "application/json")
        assert (answer.status_code, answer.json()["repeated"]) == (200, repeated)


@pytest.mark.parametrize("script", [False, True])
def test_pages_say_so_in_words(table: Table, script: bool) -> None:
    client = Client(headers={"accept-language": "en", **({"hx-request": "true"} if script else {})})
    client.force_login(Player.objects.get(id=person("Bob")))
    with busy():
        answer = client.post(f"/tables/{table.id}/sit/", {"seat": "1"})
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert b"The server is busy right now." in answer.content
    assert (b"<html" in answer.content) is not script
    assert client.post(f"/tables/{table.id}/sit/", {"seat": "1"}).status_code in (200, 302)


@pytest.mark.parametrize("address", ["/", "/api/v1/tables/"])
def test_it_is_said_too_where_a_session_cannot_be_kept(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: Any, **__: Any) -> Any:
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise OperationalError("database is locked") from error

    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=person("Bob")))
    monkeypatch.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_response", locked)
    answer = client.get(address)
    assert answer.status_code == 503
    assert answer["Content-Type"].startswith("application/problem+json" if "api" in address else "text/html")


def logged(caplog: pytest.LogCaptureFixture) -> list[tuple[int, bool]]:
    """The level of each line about an answer, and whether a traceback follows."""
    return [(one.levelno, bool(one.exc_info)) for one in caplog.records if one.name == "django.request"]


def test_it_is_one_plain_line_in_the_log(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Also where it is noticed behind the view, for which a traceback would be written."""
    client = Client(raise_request_exception=False)
    client.force_login(Player.objects.get(id=person("Bob")))
    with busy():
        client.post(f"/tables/{table.id}/sit/", {"seat": "1"})
    assert logged(caplog) == [(logging.WARNING, False)]
    caplog.clear()
    test_it_is_said_too_where_a_session_cannot_be_kept("/", monkeypatch)
    assert logged(caplog) == [(logging.WARNING, False)]


def test_a_fault_of_ours_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    test_a_fault_of_ours_stays_one(monkeypatch)
    assert logged(caplog) == [(logging.ERROR, True)]


def test_a_fault_of_ours_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise OperationalError("no such table: elekt") from sqlite3.OperationalError("no such table: elekt")

    client = Client(raise_request_exception=False)
    client.force_login(Player.objects.get(id=person("Bob")))
    monkeypatch.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_response", broken)
    assert client.get("/").status_code == 500


@pytest.mark.parametrize(
    ("cause", "passes"),
    [
        (psycopg.errors.DeadlockDetected(), True),
        (psycopg.errors.AdminShutdown(), True),
        (psycopg.errors.TooManyConnections(), True),
        (psycopg.OperationalError("server closed the connection unexpectedly"), True),
        (psycopg.errors.InvalidPassword(), False),
        (psycopg.errors.UndefinedTable(), False),
        (psycopg.errors.ReadOnlySqlTransaction(), False),
    ],
)
def test_what_passes_is_told_from_what_stays(cause: Exception, passes: bool) -> None:
    error = OperationalError()
    error.__cause__ = cause
    assert is_busy(error) is passes
    assert not is_busy(cause)
