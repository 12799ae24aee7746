"""Background work. Arguments are ids and versions only; each task may run twice, late, or not at all."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import structlog
from celery import shared_task
from django.utils import timezone

from elekt_core.registry import game_names
from ledger.clock import long_ago
from ledger.errors import Flawed
from web.errors import GameUnavailable

from . import after_commit
from .clocks import flags
from .models import Match
from .play import archiving, services

RESEND_AFTER = timedelta(seconds=1)
RESENT_LASTS = 10.0
"""Seconds. Where workers cannot keep up, what was sent again and again would pile up in the broker."""
ARCHIVED_AT_ONCE = 20
ARCHIVE_LASTS = 60.0

log = structlog.get_logger()


@shared_task
def play(match_id: str, seat: int, expected_version: int) -> None:
    """Decide for a seat that plays by itself. What follows wakes the next one."""
    try:
        services.decide_automatically(match_id=UUID(match_id), seat=seat, expected_version=expected_version)
    except GameUnavailable as error:
        log.warning("no move: game not available", match=match_id, game=error.data["game"])


@shared_task
def archive(match_id: str) -> None:
    """Pack a finished match. A broken one is set aside for inspection (``manage.py projections``)."""
    try:
        archiving.archive(UUID(match_id))
    except Flawed as flaw:
        log.error("match not archived", match=match_id, flaw=str(flaw))


@shared_task
def fall_flags() -> None:
    """Every second: let flags fall. Web processes check as well, a little later (``clocks.beating``)."""
    flags.carry_out_due()


@shared_task
def resend() -> None:
    """Every second: send what is due and has not moved. No broker guarantees that a task runs.

    Matches whose game is not available wait until it is, without being asked for every second.
    """
    late = long_ago("last_at", RESEND_AFTER, timezone.now())
    for row in Match.objects.filter(late, due=True, game__in=game_names()).order_by("last_at")[:1000]:
        for seat in after_commit.seats_due(row):
            after_commit.send("matches.tasks.play", str(row.id), seat, row.version, expires=RESENT_LASTS)


@shared_task
def resend_archive() -> None:
    """Now and then: pack finished matches that are not packed yet."""
    for match_id in archiving.pending(limit=ARCHIVED_AT_ONCE):
        after_commit.send("matches.tasks.archive", str(match_id), expires=ARCHIVE_LASTS)
