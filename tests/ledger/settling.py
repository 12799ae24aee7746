"""Wait for the feed."""

from __future__ import annotations

import time

from ledger import feed
from ledger.database import database


def settle() -> None:
    """Wait until all that is committed is settled.

    On PostgreSQL a transaction in any database of the same server holds back the feed.
    """
    until = time.monotonic() + 60
    while len(feed.read(limit=100_000).rows) < database().count():
        assert time.monotonic() < until, "another transaction on this server stays open"
        time.sleep(0.01)
