"""What follows a commit: all viewers are woken, and so are the bots. All of it is a hint that may be lost;
whoever is woken reads the ledger, and ``tasks.resend`` finds what nobody was woken for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

import structlog
from celery import current_app
from kombu.exceptions import OperationalError

from ledger import notify
from web import hooks

from .models import Match

log = structlog.get_logger()
_in_process: ContextVar[bool] = ContextVar("in_process", default=False)


@contextmanager
def in_process() -> Iterator[None]:
    """Inside this block the caller plays the bots: no worker is asked."""
    before = _in_process.set(True)
    try:
        yield
    finally:
        _in_process.reset(before)


def is_in_process() -> bool:
    """Whether the current caller does all the work itself."""
    return _in_process.get()


def table_changed(table_id: UUID, version: int) -> None:
    notify.tell(table_id, version)


def match_moved(row: Match) -> None:
    notify.tell(row.id, row.version)
    for hear in hooks.given("match_moved"):
        hear(row)
    if row.ended_at is not None:
        for hear in hooks.given("match_ended"):
            hear(row)
    if _in_process.get():
        return
    for seat in seats_due(row):
        send("matches.tasks.play", str(row.id), seat, row.version)


def seats_due(row: Match) -> list[int]:
    """Seats that the match waits for and that only the platform answers for."""
    due = row.awaited & row.automatic
    return [seat for seat in range(due.bit_length()) if due >> seat & 1]


def send(task: str, *arguments: str | int, expires: float | None = None) -> None:
    """Send a task to a worker, which may ignore it after ``expires`` seconds.

    Where the broker cannot be reached, the beat asks again a second later.
    """
    try:
        current_app.send_task(task, arguments, expires=expires)
    except (OperationalError, OSError) as error:
        log.warning("task not sent", task=task, arguments=arguments, error=str(error))
