"""Making reviews, a slice at a time: behind every thought that waits, by whichever worker comes.

A slice stores the parts that it has made together with the proof that its worker still has the review, so each part is
stored once. Whoever dies loses no more than a slice.
"""

from __future__ import annotations

import os
from collections import Counter, OrderedDict
from datetime import datetime, timedelta
from time import thread_time_ns
from typing import Any
from uuid import UUID, uuid4

import structlog
from django.db import DatabaseError, transaction
from django.db.models import F, Q
from django.utils import timezone

from elekt_core.registry import is_playable
from ledger.clock import long_ago
from web.request import from_json

from ..models import Match
from ..thinking.watch import Stopped, watched
from . import judge, services
from .models import Review, ReviewPart

SLICE = 300
"""Milliseconds after which a slice begins no further part."""
LOST_AFTER = timedelta(seconds=6)
MAX_LOST = 3
"""After so many workers that died over the same slice a review has failed."""
KEPT = 4

log = structlog.get_logger()
_earlier: OrderedDict[UUID, dict[str, Any]] = OrderedDict()
"""The parts of reviews that this process works on."""


def is_waiting() -> bool:
    return bool(_waiting(timezone.now()))


def make_slice() -> bool:
    """A slice of the next review. False if none waits."""
    worker = f"{os.getpid()} {uuid4().hex}"
    row = _take(worker)
    if row is None:
        return False
    began = thread_time_ns()
    try:
        if row.version != judge.version():
            services.begin_anew(row)
            return True
        judged, earlier = _judged(row), _known(row)
        with watched(lambda: _hold(row, worker)):
            made = _made(judged, earlier, row, began)
            is_whole = row.done + len(made) == row.parts
            report = judge.text(judge.report(judged, earlier, row)) if is_whole else ""
    except Stopped:
        _earlier.pop(row.id, None)
        return True
    except DatabaseError:  # busy, or away: whoever takes it up later goes on
        _earlier.pop(row.id, None)
        raise
    except Exception as failure:  # its text may name cards
        log.error("review failed", match=str(row.match), done=row.done, failure=type(failure).__name__)
        _earlier.pop(row.id, None)
        _fail(row, worker)
        return True
    _store(row, worker, made, report, (thread_time_ns() - began) // 1_000_000)
    return True


def _made(judged: judge.Judged, earlier: dict[str, Any], row: Review, began: int) -> list[Any]:
    """The parts of one slice, at least one if any is missing. Asks nothing of the database."""
    made: list[Any] = []
    while row.done + len(made) < row.parts:
        number = row.done + len(made)
        one = from_json(judge.text(judge.part(judged, number, earlier, row)))  # as whoever goes on reads it
        earlier[judged.work[number]] = one
        made.append(one)
        if (thread_time_ns() - began) // 1_000_000 >= SLICE:
            break
    return made


def _store(row: Review, worker: str, made: list[Any], report: str, used: int) -> None:
    done = row.done + len(made)
    changes: dict[str, Any] = {"done": done, "used": F("used") + used, "worker": "", "seen_at": None, "lost": 0}
    if report:
        changes |= {"status": Review.Status.DONE, "report": report}
    with transaction.atomic():
        if not Review.objects.filter(id=row.id, worker=worker, done=row.done).update(**changes):
            _earlier.pop(row.id, None)  # another has taken it up
            return
        if report:
            ReviewPart.objects.filter(review=row.id).delete()
        else:
            rows = [
                ReviewPart(review_id=row.id, number=row.done + n, text=judge.text(one)) for n, one in enumerate(made)
            ]
            ReviewPart.objects.bulk_create(rows)
    if report:
        _earlier.pop(row.id, None)


def _judged(row: Review) -> judge.Judged:
    version = Match.objects.values_list("version", flat=True).get(id=row.match)
    return judge.judged(row.match, version, row.budget)


def _known(row: Review) -> dict[str, Any]:
    """The parts that are stored, read once by each process."""
    known = _earlier.get(row.id)
    if known is None or len(known) != row.done:
        work = _judged(row).work
        stored = ReviewPart.objects.filter(review=row.id, number__lt=row.done).order_by("number")
        known = {work[number]: from_json(text) for number, text in stored.values_list("number", "text")}
        _earlier[row.id] = known
        while len(_earlier) > KEPT:
            _earlier.popitem(last=False)
    return known


# --- whose turn it is ---------------------------------------------------------------------------------------


def _take(worker: str) -> Review | None:
    now = timezone.now()
    for row in _waiting(now):
        lost = row.lost + bool(row.worker)
        held = Review.objects.filter(_free(now), id=row.id, done=row.done).update(worker=worker, seen_at=now, lost=lost)
        if held and lost < MAX_LOST:
            return row
        if held:
            log.error("review given up: its workers die", match=str(row.match), done=row.done)
            _fail(row, worker)
    return None


def _fail(row: Review, worker: str) -> None:
    Review.objects.filter(id=row.id, worker=worker).update(
        status=Review.Status.FAILED, worker="", failures=F("failures") + 1
    )


def _waiting(now: datetime) -> list[Review]:
    """Who has asked for one comes before who has asked for several, those that nobody has asked for last; then the
    oldest. What a later version of the judge has begun is left to its workers."""
    waiting = Review.objects.filter(_free(now), status=Review.Status.WAITING).defer("report").order_by("asked_at", "id")
    asked: Counter[UUID | None] = Counter()
    order: list[tuple[tuple[bool, int], Review]] = []
    for row in waiting.order_by("automatic", "asked_at", "id")[:200]:
        if int(row.version) > int(judge.version()):
            continue
        order.append(((row.automatic, asked[row.asked_by]), row))
        asked[row.asked_by] += 1
    playable = _playable({row.match for _, row in order})
    return [row for _, row in sorted(order, key=lambda one: one[0]) if row.match in playable]


def _playable(matches: set[UUID]) -> set[UUID]:
    games = dict(Match.objects.filter(id__in=matches).values_list("id", "game"))
    return {match for match, game in games.items() if is_playable(game)}


def _hold(row: Review, worker: str) -> bool:
    return bool(Review.objects.filter(id=row.id, worker=worker).update(seen_at=timezone.now()))


def _free(now: datetime) -> Q:
    return Q(worker="") | long_ago("seen_at", LOST_AFTER, now)
