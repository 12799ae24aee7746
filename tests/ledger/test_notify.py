"""Notifications: after the commit, many streams in one message, never an error for the writer."""

from __future__ import annotations

import time
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from ledger import notify, postgresql, store

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


def test_the_writers_own_process_hears_at_once() -> None:
    heard: list[tuple[UUID, int]] = []
    listener, stream = lambda stream, version: heard.append((stream, version)), uuid4()
    notify.listeners.add(listener)
    try:
        with transaction.atomic():
            notify.after_commit(stream, store.append(stream, 0, batch(2)).version)
            assert heard == []
    finally:
        notify.listeners.discard(listener)
    assert heard == [(stream, 2)]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[UUID, int]]:
    """What is sent from now on, by a sender that has sent nothing yet."""
    news: list[dict[UUID, int]] = []
    monkeypatch.setattr(notify, "_sender", notify._Sender())
    monkeypatch.setattr(notify, "_IDLE", 0.05)
    monkeypatch.setattr(notify, "_send", news.append)
    monkeypatch.setattr(connection, "vendor", "postgresql")
    return news


def test_news_that_come_in_quick_succession_are_sent_together(
    sent: list[dict[UUID, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "_APART", 0.3)
    first, second, third = uuid4(), uuid4(), uuid4()
    notify.tell(first, 1)
    assert sent == [{first: 1}]
    notify.tell(second, 1)
    notify.tell(second, 2)
    notify.tell(third, 7)
    assert sent == [{first: 1}]
    thread = notify._sender._thread
    assert thread
    thread.join(10)
    assert not thread.is_alive()
    assert sent == [{first: 1}, {second: 2, third: 7}]


def test_no_news_are_left_behind_when_the_thread_ends(sent: list[dict[UUID, int]]) -> None:
    streams = [uuid4() for _ in range(300)]
    for number, stream in enumerate(streams):
        notify.tell(stream, 1)
        if number % 60 == 59:
            time.sleep(0.055)  # about as long as the thread waits
    while thread := notify._sender._thread:
        thread.join(10)
    assert [stream for news in sent for stream in news] == streams


def test_a_message_that_cannot_be_sent_is_no_error_of_the_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def broken(channel: str, message: str) -> None:
        tried.append(message)
        raise DatabaseError("gone")

    monkeypatch.setattr(notify, "_sender", notify._Sender())
    monkeypatch.setattr(postgresql, "notify", broken)
    monkeypatch.setattr(connection, "vendor", "postgresql")
    notify.tell(stream := uuid4(), 1)
    assert tried == [f"{stream} 1"]


def test_a_message_stays_below_the_servers_limit() -> None:
    longest = ",".join(f"{uuid4()} {2**31 - 1}" for _ in range(notify._MAX_STREAMS))
    assert len(longest.encode()) < 8000
    assert len(list(notify.told(longest))) == notify._MAX_STREAMS
