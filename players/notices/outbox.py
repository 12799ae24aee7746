"""The outbox: who sends what, and what comes of it.

Several workers take from it. A row is claimed in a short transaction (``SKIP LOCKED`` on PostgreSQL; SQLite has one
writer at a time) and is its claimer's until ``CLAIMED`` has passed, so a worker that dies delays its rows and loses
none. Each row is settled right behind its handover. Only between the two can a death make a double, of one
e-mail and of the pushes under way: a second e-mail has the same Message-ID, a second push replaces the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from traceback import extract_tb
from typing import Final
from uuid import uuid4

import structlog
from django.db import connection, transaction
from django.db.models import F

from .kinds import Channel
from .models import Delivery

CLAIMED: Final = timedelta(minutes=2)
MAX_ATTEMPTS: Final = 8
FIRST_WAIT: Final = timedelta(seconds=30)
LONGEST_WAIT: Final = timedelta(hours=6)
KEPT: Final = timedelta(days=14)
"""So long a settled row tells that its key was told, and to how many in a day."""

WAITING = Delivery.State.WAITING
log = structlog.get_logger()


def claim(channel: Channel, *, limit: int, now: datetime) -> list[Delivery]:
    """At most ``limit`` messages that are due, the longest waiting first; nobody else has them now.

    What somebody else's claim has lapsed of comes alone: it may be what killed them, and must not spend the tries of
    others again.
    """
    due = Delivery.objects.filter(state=WAITING, channel=channel, due_at__lte=now).order_by("due_at")
    if not due.exists():
        return []
    mine = uuid4()
    with transaction.atomic():
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        found = list(due.values_list("pk", "claim")[:limit])
        taken = [pk for pk, _claim in found[:1]]
        if found and found[0][1] is None:
            taken = [pk for pk, claim in found if claim is None]
        Delivery.objects.filter(pk__in=taken).update(claim=mine, due_at=now + CLAIMED, attempts=F("attempts") + 1)
    return list(Delivery.objects.filter(pk__in=taken, claim=mine).order_by("made_at"))


def sent(row: Delivery) -> None:
    """It was handed over."""
    _settle(row, state=Delivery.State.SENT, about={})


def drop(row: Delivery) -> None:
    """It will never be sent."""
    _settle(row, state=Delivery.State.DROPPED, about={})


def again(row: Delivery, *, now: datetime, after: timedelta = timedelta()) -> None:
    """It could not be handed over now: later, with longer and longer waits, until it is too old or tried enough."""
    wait = max(after, min(FIRST_WAIT * 4 ** (row.attempts - 1), LONGEST_WAIT))
    if row.attempts >= MAX_ATTEMPTS or now + wait >= row.until:
        drop(row)
    else:
        _settle(row, due_at=now + wait)


def failed(row: Delivery, error: Exception, *, now: datetime) -> None:
    """Something that nobody thought of. The error's text is not logged: it may name an address."""
    where = extract_tb(error.__traceback__)[-1]
    log.error("a notice failed", message=row.message, error=type(error).__name__, at=f"{where.filename}:{where.lineno}")
    again(row, now=now)


def give_back(rows: Sequence[Delivery], *, now: datetime) -> int:
    """Of what was claimed together, all that was not settled: it was never tried, and anybody may take it up at once.
    Returns how many."""
    if not rows:
        return 0
    held = Delivery.objects.filter(pk__in=[row.pk for row in rows], claim=rows[0].claim)
    return held.update(claim=None, attempts=F("attempts") - 1, due_at=now)


def clear(now: datetime) -> None:
    """Now and then: forget what was settled long ago, and what nobody managed to send in time."""
    Delivery.objects.filter(made_at__lt=now - KEPT).delete()


def _settle(row: Delivery, **changes: object) -> None:
    """Unless somebody else has taken it up meanwhile."""
    Delivery.objects.filter(pk=row.pk, claim=row.claim).update(claim=None, **changes)
