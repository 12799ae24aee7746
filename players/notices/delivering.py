"""Delivery: takes what is due from the outbox and hands it to the mail server and the push services."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from threading import Lock, Thread
from time import monotonic
from typing import Final, Protocol

import structlog
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from . import mail, outbox, push
from .kinds import Channel
from .models import Delivery

AT_ONCE: Final = 40
log = structlog.get_logger()


class Outcome(Protocol):
    """What came of one message; carried out as soon as it is known."""

    def __call__(self) -> None: ...


Outcomes = Iterator[Sequence[Outcome]]
"""Together: what was handed over at once. Between two nothing is under way."""
Handover = Callable[[list[Delivery], datetime], Outcomes]
HANDOVERS: Final[Mapping[Channel, Handover]] = {Channel.MAIL: mail.hand_over, Channel.PUSH: push.hand_over}


def deliver_all() -> int:
    """Everything that is due now, by this process; how many messages it has tried."""
    tried = 0
    while batch := sum(deliver_some(channel) for channel in Channel):
        tried += batch
    return tried


def deliver_some(channel: Channel) -> int:
    """A batch; how many it has tried. What lapses while it is held is left to another, who may have taken it up."""
    now = timezone.now()
    rows = outbox.claim(channel, limit=AT_ONCE, now=now)
    fresh = [row for row in rows if row.until > now and row.attempts <= outbox.MAX_ATTEMPTS]
    for row in rows:
        if row not in fresh:
            outbox.drop(row)
    try:
        _carry_out(HANDOVERS[channel](fresh, now) if fresh else iter(()))
    except DatabaseError:
        raise  # what cannot be settled is not handed over
    except Exception as error:
        for row in fresh:  # nothing could begin: settings that are wrong, perhaps
            outbox.failed(row, error, now=now)
    return len(rows) - outbox.give_back(fresh, now=now)


def _carry_out(outcomes: Outcomes) -> None:
    """What was handed over is settled before anything else is, for as long as the claim is surely ours."""
    begun = monotonic()
    for together in outcomes:
        with transaction.atomic():  # one write to the disk
            for outcome in together:
                outcome()
        if monotonic() - begun > outbox.CLAIMED.total_seconds() / 2:
            log.warning("a mail server or a push service is slow: the rest of a batch waits")
            return


# --- in a worker --------------------------------------------------------------------------------------------

_running = Lock()


def begin() -> None:
    """Deliver beside this process's tasks: a mail server that hangs must not keep bots from moving. One thread of each
    process; if it dies with the process, the outbox still has what it held."""
    if _running.acquire(blocking=False):
        Thread(target=_run, name="notices", daemon=True).start()


def _run() -> None:
    try:
        deliver_all()
    except Exception:
        log.exception("notices not delivered")  # the next beat begins anew
    finally:
        connection.close()
        _running.release()
