"""Tell whoever listens that streams have grown. A hint that may be lost: the truth is what they read then.

Inside the appending transaction a NOTIFY would hold a lock of the whole server until the commit is on the disk, so
that one transaction waits for the other. So it is a statement of its own after the commit. While one thread sends,
the others leave their news with it. On SQLite listeners watch ``PRAGMA data_version`` instead, nothing is sent.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial
from threading import Lock
from uuid import UUID

from django.db import DatabaseError, connection, transaction

log = logging.getLogger(__name__)

CHANNEL = "ledger"
_MOST = 150  # streams in one message, which may have 8,000 bytes

_news: dict[UUID, int] = {}
_sending = Lock()


def after_commit(stream: UUID, version: int) -> None:
    """Once the open transaction is committed, say that ``stream`` has come to ``version``."""
    transaction.on_commit(partial(tell, stream, version), robust=True)


def tell(stream: UUID, version: int) -> None:
    """Say it now. Never fails: a hint that is lost is found by those who look for themselves every second."""
    if connection.vendor != "postgresql":
        return
    _news[stream] = version
    while _news and _sending.acquire(blocking=False):
        try:
            _send()
        except DatabaseError:
            log.warning("a notification was lost", exc_info=True)
        finally:
            _sending.release()


def _send() -> None:
    from . import postgresql

    messages = []
    for _ in range(min(len(_news), _MOST)):
        stream, version = _news.popitem()
        messages.append(f"{stream} {version}")
    postgresql.notify(CHANNEL, ",".join(messages))


def told(payload: str) -> Iterator[tuple[UUID, int]]:
    """The streams and versions that a message names."""
    for part in payload.split(","):
        stream, _, version = part.partition(" ")
        yield UUID(stream), int(version)
