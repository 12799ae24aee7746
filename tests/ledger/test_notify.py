"""Notifications: after the commit, many streams in one message, never an error for the writer."""

from __future__ import annotations

import threading
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from ledger import notify, store

from .factories import batch

pytestmark = pytest.mark.usefixtures("ledger")


def listening() -> list[str]:
    """Messages that reached this connection so far."""
    raw = connection.connection
    return [note.payload for note in raw.notifies(timeout=0.2)]


def test_whoever_listens_hears_of_a_commit_and_of_nothing_that_was_rolled_back() -> None:
    stream, other = uuid4(), uuid4()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LISTEN {notify.CHANNEL}")
    with transaction.atomic():
        notify.after_commit(stream, store.append(stream, 0, batch(2)).version)
    with transaction.atomic():
        notify.after_commit(other, store.append(other, 0, batch(1)).version)
        transaction.set_rollback(True)
    if connection.vendor == "sqlite":  # its listeners watch the file
        return
    heard = [news for message in listening() for news in notify.told(message)]
    with connection.cursor() as cursor:
        cursor.execute(f"UNLISTEN {notify.CHANNEL}")
    assert heard == [(stream, 2)]


def test_while_one_thread_sends_the_others_leave_their_news_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[UUID, int]] = []
    sending, go_on = threading.Event(), threading.Event()

    def slowly() -> None:
        sent.append(dict(notify._news))
        notify._news.clear()
        sending.set()
        assert go_on.wait(10)

    monkeypatch.setattr(notify, "_send", slowly)
    monkeypatch.setattr(connection, "vendor", "postgresql")
    first, second, third = uuid4(), uuid4(), uuid4()

    def run() -> None:
        connection.vendor = "postgresql"
        notify.tell(first, 1)

    sender = threading.Thread(target=run)
    sender.start()
    assert sending.wait(10)
    notify.tell(second, 1)
    notify.tell(second, 2)
    notify.tell(third, 7)
    assert sent == [{first: 1}]
    go_on.set()
    sender.join()
    assert sent == [{first: 1}, {second: 2, third: 7}]


def test_a_message_that_cannot_be_sent_is_no_error_of_the_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        notify._news.clear()
        raise DatabaseError("gone")

    monkeypatch.setattr(notify, "_send", broken)
    monkeypatch.setattr(connection, "vendor", "postgresql")
    notify.tell(uuid4(), 1)
    assert not notify._news


def test_a_message_stays_below_the_servers_limit() -> None:
    longest = ",".join(f"{uuid4()} {2**31 - 1}" for _ in range(notify._MOST))
    assert len(longest.encode()) < 8000
    assert len(list(notify.told(longest))) == notify._MOST
