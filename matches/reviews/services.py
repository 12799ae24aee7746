"""Asking for a review, and reviews that begin by themselves. Who has played a match may ask, once nothing of it is
hidden from them; the same review is made once, whoever asks."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from elekt_core.errors import CoreError
from elekt_core.record.coarse import MOVES
from elekt_core.record.record import SPECTATOR
from elekt_core.registry import game_names, is_playable
from players import queries as players
from web.errors import Conflict, GameUnavailable, NotAllowed

from .. import after_commit
from ..models import Match, Table
from ..play import queries as play
from ..play.redaction import seen_from
from ..play.shapes import MatchShown
from ..stopped import BESIDE_ENDS
from . import judge
from .models import Review

MAX_WAITING = 3
"""Reviews of one player that are not done yet."""
MAX_FAILURES = 3
MAX_AUTOMATIC = 20
"""Reviews in a span that begin by themselves, of tables that one player has opened."""
LATE = timedelta(minutes=1)
SPAN = timedelta(hours=24)
MAX_USED = 30 * 60 * 1000
"""Milliseconds of processor time in a span, for the reviews that one player has asked for."""
TASK = "matches.tasks.think"


def match_ended(row: Match) -> None:
    """Told when a match is over: what follows is a worker's, since it reads the whole match."""
    if Table.objects.filter(id=row.table_id, reviewed=True).exists():
        after_commit.send("matches.tasks.review_by_itself", str(row.id))


def is_possible(match: MatchShown) -> bool:
    """Whether it is known of any seat what it saw, and every decision is told."""
    return match.seen_by != SPECTATOR and match.detail == MOVES


def may_ask(match: MatchShown, player: UUID | None) -> bool:
    """Whether this is who played the match, or brought it here."""
    return match.my_seat is not None or (player is not None and match.known is not None and match.known.by == player)


def ask(*, match_id: UUID, by: UUID) -> Review:
    """The review of a match, there already or begun now; one that failed is tried again, up to ``MAX_FAILURES`` times.

    Raises NotFound; Conflict (not over, too little known, too many, too much); NotAllowed (not yours, hidden);
    GameUnavailable.
    """
    match = play.match(match_id=match_id, player=by)
    if not match.is_over:
        raise Conflict("match_not_over", match=str(match_id))
    if not is_possible(match):
        raise Conflict("seen_too_little_for_review", match=str(match_id))
    play.allowed(match, seen_from(match))
    if not may_ask(match, by):
        raise NotAllowed("review_by_players_only", match=str(match_id))
    if not is_playable(match.game):
        raise GameUnavailable(match.game)
    id_ = review_id(match_id, match.ruleset)
    found = Review.objects.filter(id=id_).first()
    if found is not None and found.status != Review.Status.FAILED:
        if found.automatic and found.status == Review.Status.WAITING:  # now somebody waits for it, and it is theirs
            _check_limits(by)
            Review.objects.filter(id=id_, automatic=True).update(automatic=False, asked_by=by)
        return found
    if found is not None and found.failures >= MAX_FAILURES:
        raise Conflict("review_fails", times=MAX_FAILURES)
    _check_limits(by)
    return _begin(id_, match_id, match.ruleset, match.version, by)


def review_by_itself(match_id: UUID) -> None:
    """Begin the review of a match that counts, where its table was opened so; called when it is over, maybe twice.

    It is left to those who played where the host of the table has had too many of them lately.
    """
    row = _due().filter(id=match_id).select_related("table").first()
    if row is None or not is_playable(row.game):
        return
    id_, host = review_id(match_id, row.ruleset), row.table.host
    own = Review.objects.filter(asked_by=host, asked_at__gt=timezone.now() - SPAN)
    if Review.objects.filter(id=id_).exists() or own.filter(automatic=True).count() >= MAX_AUTOMATIC or _used(own):
        return
    try:
        _begin(id_, match_id, row.ruleset, row.version, host, automatic=True)
    except Conflict:  # there is nothing to review, and nobody tries again by themselves
        Review.objects.get_or_create(
            id=id_,
            defaults=_row(match_id, row.ruleset, host)
            | {"automatic": True, "parts": 0, "status": Review.Status.FAILED},
        )


def due_by_itself(limit: int) -> list[UUID]:
    """Matches of late whose reviews should have begun: whoever should have begun them may have died."""
    late = timezone.now() - LATE
    rows = _due().filter(ended_at__gt=timezone.now() - SPAN, ended_at__lt=late, game__in=game_names())
    rows = rows.exclude(table__host__in=_full_hosts())
    made = Review.objects.filter(match=OuterRef("id"))
    return list(rows.exclude(Exists(made)).order_by("ended_at").values_list("id", flat=True)[:limit])


def _full_hosts() -> QuerySet[Review, UUID]:
    """Who has had too many of late for one to begin by itself."""
    lately = Review.objects.filter(asked_at__gt=timezone.now() - SPAN).values("asked_by")
    told = lately.annotate(automatics=Count("id", filter=Q(automatic=True)), spent=Sum("used"))
    return told.filter(Q(automatics__gte=MAX_AUTOMATIC) | Q(spent__gte=MAX_USED)).values_list("asked_by", flat=True)


def _due() -> QuerySet[Match]:
    counts = Q(table__rated=True) | Q(table__seat_rows__reserved__isnull=False)
    over = Match.objects.filter(counts, ended_at__isnull=False, table__reviewed=True)
    return over.exclude(termination__in=BESIDE_ENDS).distinct()


def review_id(match: UUID, ruleset: str) -> UUID:
    """It follows from the key of the review."""
    return uuid5(match, f"review {ruleset} {judge.version()} {judge.usual()} {judge.seed_of(match).hex()}")


def begin_anew(row: Review) -> None:
    """One that an earlier version of the judge has begun: its parts are not those that the present one makes."""
    id_ = review_id(row.match, row.ruleset)
    if not Review.objects.filter(id=id_).exists():
        version = Match.objects.values_list("version", flat=True).get(id=row.match)
        _begin(id_, row.match, row.ruleset, version, row.asked_by, automatic=row.automatic)
    Review.objects.filter(id=row.id).delete()


def _check_limits(by: UUID) -> None:
    own = Review.objects.filter(asked_by__in=players.profiles(by))
    if own.filter(status=Review.Status.WAITING, automatic=False).count() >= MAX_WAITING:
        raise Conflict("too_many_reviews", most=MAX_WAITING)
    if _used(own.filter(asked_at__gt=timezone.now() - SPAN, automatic=False)):
        raise Conflict("reviewed_enough", minutes=MAX_USED // 60_000)


def _used(reviews: QuerySet[Review]) -> bool:
    """Whether they have used all that they may."""
    return (reviews.aggregate(Sum("used"))["used__sum"] or 0) >= MAX_USED


def _row(match_id: UUID, ruleset: str, by: UUID) -> dict[str, Any]:
    return {
        "match": match_id,
        "ruleset": ruleset,
        "version": judge.version(),
        "budget": judge.usual(),
        "seed": judge.seed_of(match_id).hex(),
        "asked_by": by,
        "asked_at": timezone.now(),
    }


def _begin(id_: UUID, match_id: UUID, ruleset: str, version: int, by: UUID, *, automatic: bool = False) -> Review:
    try:
        parts = len(judge.judged(match_id, version, judge.usual(), str(by)).work)
    except CoreError as error:
        raise Conflict("nothing_to_review", why=error.code) from error
    with transaction.atomic():
        failed = Review.objects.filter(id=id_, status=Review.Status.FAILED).first()
        if failed is not None:
            failed.delete()
        row, _ = Review.objects.get_or_create(
            id=id_,
            defaults=_row(match_id, ruleset, by)
            | {
                "automatic": automatic,
                "parts": parts,
                "failures": failed.failures if failed else 0,
                "used": failed.used if failed else 0,
            },
        )
        transaction.on_commit(partial(after_commit.send, TASK), robust=True)
    return row
