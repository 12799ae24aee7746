"""The three decisions that turned a match: what its end tells of its review."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from uuid import UUID

from ..play.shapes import MatchShown
from . import queries, services
from .marks import MARK_SIGNS, in_words, mark_name, percent, points

Chances = Mapping[int, tuple[Sequence[int], Sequence[int]]]
"""Of all seats, before and after an event."""
MAX_TOLD = 3
LEAST_SWING = 500
"""In the report's unit: as little as an inaccuracy costs. Less is mostly noise of the curve."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision: marked, with its loss in points, or with the spectators' chances of its seat, in percent, before and
    after it."""

    at: int
    seat: int
    player: str
    choice: str
    mark: str = ""
    sign: str = ""
    name: str = ""
    lost: str = ""
    before: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True)
class Turned:
    """``points`` come in the order of the match."""

    status: str
    points: tuple[TurningPoint, ...] = ()
    may_ask: bool = False

    @property
    def is_marked(self) -> bool:
        return bool(self.points) and all(one.mark for one in self.points)

    @property
    def has_marks(self) -> bool:
        return any(one.mark for one in self.points)


def shown(match: MatchShown, player: UUID | None) -> Turned | None:
    """None before the end, where there can be no review, and for whoever does not see all that is known."""
    if not services.is_possible(match) or not queries.told_to(match):
        return None
    review = queries.review_of(match)
    if review.report is not None:
        return Turned(review.status, tuple(_told(match, review.report)))
    return Turned(review.status, may_ask=review.can_be_asked_for and services.may_ask(match, player))


def _told(match: MatchShown, report: Mapping[str, Any]) -> Iterator[TurningPoint]:
    around = _around(report)
    greatest = _greatest(report["decisions"], around)
    for one, text in in_words(match, sorted(greatest, key=lambda one: int(one["at"]))):
        mark = one["mark"] or ""
        before, after = _chances(one, around)
        yield TurningPoint(
            at=one["at"],
            seat=one["seat"],
            player=match.names[one["seat"]],
            choice=text(one["played"]),
            mark=mark,
            sign=MARK_SIGNS.get(mark, ""),
            name=mark_name(mark) if mark else "",
            lost=points(one["loss"]) if mark else "",
            before=percent(before),
            after=percent(after),
        )


def _around(report: Mapping[str, Any]) -> Chances:
    curve = report.get("curves", {}).get("table", ())
    return {at: (before, after) for (at, before), (_, after) in pairwise(curve)}


def _chances(one: Mapping[str, Any], around: Chances) -> tuple[int, int]:
    """Those of who decided, before and after; 0 where the curve does not tell them."""
    if one["at"] not in around:
        return 0, 0
    before, after = around[one["at"]]
    return before[one["seat"]], after[one["seat"]]


def _greatest(decisions: Sequence[Mapping[str, Any]], around: Chances) -> Sequence[Mapping[str, Any]]:
    """The largest marked losses; where they are fewer, the largest swings of the chances of who decided as well."""

    def swing(one: Mapping[str, Any]) -> int:
        before, after = _chances(one, around)
        return abs(after - before)

    marked = [one for one in decisions if one["mark"]]
    swings = [one for one in decisions if not (one["mark"] or one["only"]) and swing(one) >= LEAST_SWING]
    marked.sort(key=lambda one: -one["loss"])
    swings.sort(key=lambda one: -swing(one))
    return [*marked, *swings][:MAX_TOLD]
