"""A look around each second while something computes for long, and a way to stop it from there."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

import structlog
from django.db import DatabaseError

EVERY = 1.0

log = structlog.get_logger()


class Stopped(BaseException):
    """What was being computed is needed no more. Not an Exception: no bot may take it for a mistake of its own."""


@contextmanager
def watched(is_needed: Callable[[], bool]) -> Iterator[None]:
    """Ask ``is_needed`` every second; where it says no, raise Stopped inside the block.

    The block must only compute: ``is_needed`` asks the database in the middle of it, and would wait for ever for a
    connection that the block is using itself.

    Signals reach the main thread alone; in another one nobody looks, and the block goes on to its end.
    """
    if current_thread() is not main_thread():
        yield
        return

    def look(*_: object) -> None:
        try:
            needed = is_needed()
        except DatabaseError as error:  # busy, or away: asked again in a second
            log.warning("no look around while thinking", failure=type(error).__name__)
            needed = True
        if not needed:
            raise Stopped
        signal.setitimer(signal.ITIMER_REAL, EVERY)  # not before: no look begins inside another

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
