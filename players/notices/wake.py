"""Waking a worker: a hint that may be lost, since the beat asks every few seconds whether something waits."""

from __future__ import annotations

import structlog
from celery import current_app
from kombu.exceptions import OperationalError

TASK = "players.tasks.deliver_notices"
LASTS = 10.0

log = structlog.get_logger()


def wake() -> None:
    try:
        current_app.send_task(TASK, expires=LASTS)
    except (OperationalError, OSError) as error:
        log.warning("task not sent", task=TASK, error=str(error))
