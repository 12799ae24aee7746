"""A match's review, for whoever may see everything of the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from web.encoding import UNSHOWN, component
from web.errors import NotFound
from web.request import from_json

from ..play import queries as play
from ..play.redaction import seen_from
from ..play.shapes import MatchShown
from .models import Review
from .services import MAX_FAILURES, is_possible, review_id


@component("Review")
@dataclass(frozen=True, slots=True)
class ReviewShown:
    """How far a review is, and once it is done what it says."""

    status: Annotated[
        str,
        "`none`: nobody has asked for it; `waiting`, `done`, `failed`; `impossible`: only what spectators saw is "
        "known, or not every decision.",
    ]
    done: int
    parts: int
    report: Annotated[Mapping[str, Any] | None, "docs/review.md"]
    given_up: Annotated[bool, UNSHOWN] = False
    """It has failed so often that nobody can ask for it any more."""

    @property
    def can_be_asked_for(self) -> bool:
        return self.status in ("none", Review.Status.FAILED) and not self.given_up

    @property
    def percent(self) -> int:
        return 100 * self.done // self.parts if self.parts else 0


NONE = ReviewShown("none", 0, 0, None)
IMPOSSIBLE = ReviewShown("impossible", 0, 0, None)
"""Of a game of which only what spectators saw is known, or not every decision: choices are judged by what each seat
could know."""


def review_of(match: MatchShown) -> ReviewShown:
    """Raises NotAllowed where anything that is known of the match is hidden from who asks, as before its end."""
    if not is_possible(match):
        return IMPOSSIBLE
    play.allowed(match, seen_from(match))
    row = Review.objects.filter(id=review_id(match.id, match.ruleset)).first()
    if row is None:
        return NONE
    given_up = row.status == Review.Status.FAILED and row.failures >= MAX_FAILURES
    return ReviewShown(row.status, row.done, row.parts, from_json(row.report) if row.report else None, given_up)


def told_to(match: MatchShown) -> bool:
    """Whether the match is over and whoever asks may see all that is known of it."""
    return match.is_over and seen_from(match) in play.perspectives(match)


def text_of(*, match_id: UUID, player: UUID | None) -> str:
    """The finished review as it is stored. Raises NotFound, NotAllowed."""
    match = play.match(match_id=match_id, player=player)
    play.allowed(match, seen_from(match))
    row = Review.objects.filter(id=review_id(match.id, match.ruleset), status=Review.Status.DONE).first()
    if row is None:
        raise NotFound("no_review", match=str(match_id))
    return row.report
