"""Exercises become rows: the starting set that is shipped, and what the reviews of public matches hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import thread_time
from typing import Any
from uuid import UUID, uuid5

import structlog
from django.db import DatabaseError, transaction
from django.utils import timezone

from elekt_core.registry import game_names
from elekt_core.review.mining import mined_from_review
from web.errors import NotFound
from web.request import from_json

from ..models import Match, Review, Table
from ..play import queries as play
from ..reviews import judge
from ..stopped import BESIDE_ENDS
from . import rating
from .collecting import FOLDER, lines
from .models import Exercise, MinedReview, Objection

NAMESPACE = UUID("2d0bb4c5-8a3e-5a55-9a0b-6d1c2c1f7e64")
WITHDRAWN = FOLDER / "withdrawn.txt"
"""Seed and number of exercises that were shipped once, and are refuted."""
MAX_SOURCES = 200
"""Reviews that are looked through for one that may be used."""


log = structlog.get_logger()


def load_starting_set() -> int:
    """Add what is shipped and not there yet; returns how many that were. Rows that are there stay as they are; those
    that were shipped once and do not hold are withdrawn."""
    found = [
        row_of(_shipped_as(f"{one['seed']} {one['number']}"), one, bots=one["bots"])
        for path in sorted(FOLDER.glob("*.jsonl"))
        for one in lines(path)
    ]
    there = set(Exercise.objects.values_list("id", flat=True))
    new = [row for row in found if row.id not in there]
    Exercise.objects.bulk_create(new, ignore_conflicts=True)
    gone = map(_shipped_as, WITHDRAWN.read_text().splitlines())
    Exercise.objects.filter(id__in=[*gone], withdrawn=False).update(withdrawn=True)
    return len(new)


def _shipped_as(seed_and_number: str) -> UUID:
    return uuid5(NAMESPACE, seed_and_number)


def mine(*, seconds: float, review: UUID | None = None) -> int:
    """Look for exercises in reviews that nobody has looked through, for at most about so many seconds of a processor:
    it begins no further review and no further candidate after them. Returns how many exercises were found."""
    ends, count = thread_time() + seconds, 0

    def tired() -> bool:
        return thread_time() >= ends

    for row in _reviews(review):
        if tired():
            break
        count += _mined(row, tired)
    return count


def _reviews(only: UUID | None) -> Iterable[Review]:
    """Finished reviews by the present judge, of public matches that ended by themselves, the oldest first."""
    public = Table.objects.filter(access=Table.Access.ANYONE, cards="").values("match")
    ended = Match.objects.filter(ended_at__isnull=False, game__in=game_names()).exclude(termination__in=BESIDE_ENDS)
    rows = Review.objects.filter(status=Review.Status.DONE, version=judge.version(), match__in=public)
    rows = rows.filter(match__in=ended.values("id")).exclude(match__in=Objection.objects.values("match"))
    rows = rows.exclude(id__in=MinedReview.objects.values("review"))
    if only is not None:
        rows = rows.filter(id=only)
    return rows.order_by("asked_at", "id")[:MAX_SOURCES]


def may_be_used(match_id: UUID) -> bool:
    """Whether everybody may see everything of a match that has ended, and none of its players objects."""
    try:
        shown = play.match(match_id=match_id, player=None)
    except NotFound:
        return False
    is_open = shown.is_over and not shown.late and "open" in play.perspectives(shown)
    return is_open and not Objection.objects.filter(match=match_id).exists()


def _mined(row: Review, tired: Callable[[], bool]) -> int:
    if not may_be_used(row.match):
        return 0  # perhaps later: it is asked again
    _, is_first = MinedReview.objects.get_or_create(review=row.id, defaults={"found": 0})
    if not is_first:  # before it is looked through, so that one that fails or kills stops no other
        return 0
    version = Match.objects.values_list("version", flat=True).get(id=row.match)
    try:
        subject = judge.judged(row.match, version, row.budget).subject
        found = list(mined_from_review(subject, from_json(row.report), bytes.fromhex(row.seed), tired))
    except DatabaseError:  # busy, or away: it is not the review's fault
        MinedReview.objects.filter(review=row.id).delete()
        raise
    except Exception as failure:  # its text may name cards
        log.warning("no exercises from a review", match=str(row.match), failure=type(failure).__name__)
        return 0
    with transaction.atomic():
        MinedReview.objects.filter(review=row.id).update(found=len(found))
        rows = [row_of(uuid5(row.match, f"exercise {one['number']}"), one, source=row.match) for one in found]
        Exercise.objects.bulk_create(rows, ignore_conflicts=True)
        if Objection.objects.filter(match=row.match).exists():  # meanwhile
            Exercise.objects.filter(source=row.match).update(withdrawn=True)
    return len(found)


TAKEN = (
    "game", "ruleset", "seats", "seat", "number", "kind", "round", "phase", "theme", "options", "missed", "gap", "best",
    "choices", "terms", "facts", "judge", "seed",
)  # fmt: skip
"""The fields that a row and what was mined have in common."""


def row_of(id_: UUID, one: Mapping[str, Any], *, source: UUID | None = None, bots: Iterable[str] = ()) -> Exercise:
    return Exercise(
        id=id_,
        **{name: one[name] for name in TAKEN},
        source=source,
        source_at=one["at"],
        bots=list(bots),
        rating=rating.begin(missed=one["missed"]),
        added_at=timezone.now(),
    )
