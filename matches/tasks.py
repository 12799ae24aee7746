"""Background work. Arguments are ids and versions only; each task may run twice, late, or not at all."""

from __future__ import annotations

from datetime import datetime, timedelta
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
from .records import services as records
from .reviews import services as reviews
from .seeking import services as seeking
from .thinking import budget, lane, places, queue
from .training import adding
from .watching import live as watching

RESEND_AFTER = timedelta(seconds=1)
STUCK_AFTER = timedelta(minutes=1)
RESENT_LASTS = 10.0
"""Seconds. Where workers cannot keep up, what was sent again and again would pile up in the broker."""
ARCHIVED_AT_ONCE = 20
ARCHIVE_LASTS = 60.0

MINED_FOR = 10.0
"""Seconds of a processor after which exercises are looked for in no further review."""

log = structlog.get_logger()


@shared_task
def play(match_id: str, seat: int, expected_version: int) -> None:
    """Decide for a seat that plays by itself, or queue a bot's thought that takes long or has to wait. What follows
    wakes the next."""
    try:
        due = services.due_seat(match_id=UUID(match_id), seat=seat, expected_version=expected_version)
    except GameUnavailable as error:
        log.warning("no move: game not available", match=match_id, game=error.data["game"])
        return
    if due is None:
        return
    if due.takes_long or (due.bot and budget.has_to_wait(due.row.id, timezone.now())):
        queue.add(due.row.id, seat, expected_version)
        after_commit.send("matches.tasks.think")
    else:
        services.decide_for(due, lane.charged(due.row.id))


@shared_task
def think() -> None:
    """Do what takes long, for as long as something waits, unless this worker's places for that are taken."""
    with places.place() as found:
        if found:
            lane.work()
    if found and lane.has_work():  # it came while nobody would look any more
        after_commit.send("matches.tasks.think")


@shared_task
def archive(match_id: str) -> None:
    """Pack a finished match. A broken one is set aside for inspection (``manage.py projections``)."""
    try:
        archiving.archive(UUID(match_id))
    except Flawed as flaw:
        log.error("match not archived", match=match_id, flaw=str(flaw))


@shared_task
def review_by_itself(match_id: str) -> None:
    """Begin the review of a match that is over, where its table was opened so."""
    reviews.review_by_itself(UUID(match_id))


@shared_task
def look_each_second() -> None:
    """Look for all that may be due any moment. It is one task, since to send and to take four costs more than what they
    do; where one look fails, the others are made.

    Raises ExceptionGroup with what failed.
    """
    failed: list[Exception] = []
    for look in (fall_flags, show_spectators, seat_waiting, resend):
        try:
            look()
        except Exception as error:
            failed.append(error)
    if failed:
        raise ExceptionGroup("looking each second", failed)


def fall_flags() -> None:
    """Let flags fall. Web processes check as well, a little later (``clocks.beating``)."""
    flags.carry_out_due()


def show_spectators() -> None:
    """Show spectators who see a match late what time alone shows them."""
    watching.advance_due()


def seat_waiting() -> None:
    """Seat those who wait for a rated match, and drop those who have gone."""
    seeking.seat_all()


@shared_task
def import_records(import_id: str) -> None:
    """Look at records that somebody has handed in, for a slice of time; then the next slice."""
    if records.advance(UUID(import_id)):
        after_commit.send(records.TASK, import_id)


def resend() -> None:
    """Send what is due and has not moved. No broker guarantees that a task runs.

    Matches whose game is not available wait until it is, without being asked for every second.
    """
    now = timezone.now()
    late = long_ago("last_at", RESEND_AFTER, now)
    queued, stuck = queue.queued(), _stuck(now)
    for row in Match.objects.filter(late, due=True, game__in=game_names()).order_by("last_at")[:1000]:
        for seat in after_commit.seats_due(row):
            if queued.get((row.id, seat)) == row.version:
                continue
            if row.id in stuck:
                queue.add(row.id, seat, row.version)
                continue
            after_commit.send("matches.tasks.play", str(row.id), seat, row.version, expires=RESENT_LASTS)
    if lane.has_work():
        after_commit.send("matches.tasks.think", expires=RESENT_LASTS)
    for import_id in records.left_lying():
        after_commit.send(records.TASK, str(import_id), expires=RESENT_LASTS)


def _stuck(now: datetime) -> set[UUID]:
    """Matches that nothing moves, however often it is sent: maybe each process dies over it. They go to the slow lane,
    which counts its tries."""
    return set(Match.objects.filter(long_ago("last_at", STUCK_AFTER, now), due=True).values_list("id", flat=True))


@shared_task
def resend_archive() -> None:
    """Now and then: pack finished matches that are not packed yet, and forget what their bots have thought, and who
    waited days ago."""
    queue.forget()
    seeking.forget_old()
    for match_id in archiving.pending(limit=ARCHIVED_AT_ONCE):
        after_commit.send("matches.tasks.archive", str(match_id), expires=ARCHIVE_LASTS)
    for match_id in reviews.due_by_itself(limit=ARCHIVED_AT_ONCE):
        after_commit.send("matches.tasks.review_by_itself", str(match_id), expires=ARCHIVE_LASTS)


@shared_task
def mine_exercises() -> None:
    """Now and then: exercises for training out of reviews. It can wait where a bot's thought cannot."""
    if not queue.queued():
        adding.mine(seconds=MINED_FOR)
