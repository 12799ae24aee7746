"""Tell whoever listens that streams have grown. A hint that may be lost: the truth is what they read then.

Inside the appending transaction a NOTIFY would hold a lock of the whole server until the commit is on the disk, so
that one transaction waits for the other. So it is a statement of its own after the commit. Where one follows another
within a few milliseconds, the writer leaves the news to a thread that sends them together, on a connection of its own;
the thread ends when there is nothing to send. On SQLite listeners watch ``PRAGMA data_version`` instead, nothing is
sent. Who listens in the writer's own process (``listeners``) is told at once, whatever the database.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from threading import Condition, Thread
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

log = logging.getLogger(__name__)

CHANNEL = "ledger"
_MAX_STREAMS = 150  # streams in one message, which may have 8,000 bytes
_APART = 0.01  # seconds from one message of this process to its next
_IDLE = 0.5  # seconds without news after which the thread ends

listeners: set[Callable[[UUID, int], None]] = set()
"""Called by the thread that has written, with the stream and its version: they only pass it on."""


def after_commit(stream: UUID, version: int) -> None:
    """Announce, once the open transaction is committed, that ``stream`` is at ``version``."""
    transaction.on_commit(partial(tell, stream, version), robust=True)


def tell(stream: UUID, version: int) -> None:
    """Say it, at once or within a hundredth of a second. Never fails: a hint that is lost is found by those who look
    for themselves every second.
    """
    for listener in tuple(listeners):
        listener(stream, version)
    if connection.vendor == "postgresql" and not _sender.leave(stream, version):
        _send({stream: version})


class _Sender:
    """Announcements that wait for the thread."""

    def __init__(self) -> None:
        self._news: dict[UUID, int] = {}
        self._more = Condition()
        self._thread: Thread | None = None
        self._sent = 0.0

    def leave(self, stream: UUID, version: int) -> bool:
        """Whether the thread takes the news; otherwise the last message is old enough for another one now."""
        with self._more:
            now = time.monotonic()
            if not self._news and now - self._sent >= _APART:
                self._sent = now
                return False
            self._news[stream] = version
            if self._thread is None or not self._thread.is_alive():  # the first of a burst, or of a forked process
                self._thread = Thread(target=self._run, name="ledger-notify", daemon=True)
                self._thread.start()
            elif len(self._news) == 1:
                self._more.notify()
        return True

    def _run(self) -> None:
        try:
            while news := self._next():
                _send(news)
        finally:
            connections[DEFAULT_DB_ALIAS].close()

    def _next(self) -> dict[UUID, int]:
        """The announcements collected when it is time; none if none came for long."""
        with self._more:
            if not self._more.wait_for(lambda: self._news, _IDLE):
                self._thread = None
                return {}
            wait = self._sent + _APART - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        with self._more:
            news, self._news = self._news, {}
            self._sent = time.monotonic()
        return news


_sender = _Sender()
os.register_at_fork(after_in_child=_sender.__init__)  # type: ignore[misc]  # the thread stays with the parent


def _send(news: dict[UUID, int]) -> None:
    from . import postgresql

    parts = [f"{stream} {version}" for stream, version in news.items()]
    try:
        for begin in range(0, len(parts), _MAX_STREAMS):
            postgresql.notify(CHANNEL, ",".join(parts[begin : begin + _MAX_STREAMS]))
    except Exception:  # whatever it is, the event is stored and nobody may hear otherwise
        log.warning("a notification was lost", exc_info=True)


def told(payload: str) -> Iterator[tuple[UUID, int]]:
    """The streams and versions that a message names."""
    for part in payload.split(","):
        stream, _, version = part.partition(" ")
        yield UUID(stream), int(version)
