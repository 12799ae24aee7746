"""The three decisions that turned a match: what its end tells of its review."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from uuid import UUID

from elekt_core.contract import SeatNo
from elekt_core.registry import get_game
from web import languages

from ..play import queries as play
from ..play.redaction import seen_from
from ..play.shapes import MatchShown
from . import queries, services
from .marks import MARK_SIGNS, mark_name, percent, points

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
    if not match.is_over or not services.is_possible(match) or seen_from(match) not in play.perspectives(match):
        return None
    review = queries.review_of(match)
    if review.report is not None:
        return Turned(review.status, tuple(_told(match, review.report)))
    return Turned(review.status, may_ask=review.can_be_asked_for and services.may_ask(match, player))


def _told(match: MatchShown, report: Mapping[str, Any]) -> Iterator[TurningPoint]:
    game, timeline = get_game(match.game), play.timeline_of(match)
    said = game.words(languages.current(), match.names)
    for one, before, after in sorted(_greatest(report), key=lambda found: int(found[0]["at"])):
        decision = game.decode_decision(SeatNo(one["seat"]), one["played"])
        mark = one["mark"] or ""
        yield TurningPoint(
            at=one["at"],
            seat=one["seat"],
            player=match.names[one["seat"]],
            choice=said.decision(decision, timeline.state(one["at"])),
            mark=mark,
            sign=MARK_SIGNS.get(mark, ""),
            name=mark_name(mark) if mark else "",
            lost=points(one["loss"]) if mark else "",
            before=percent(before),
            after=percent(after),
        )


def _greatest(report: Mapping[str, Any]) -> Sequence[tuple[Mapping[str, Any], int, int]]:
    """The largest marked losses; where they are fewer, the largest swings of the chances of who decided as well."""
    curve = report.get("curves", {}).get("table", ())
    around = {one[0]: (one[1], then[1]) for one, then in pairwise(curve)}
    marked, swings = [], []
    for one in report["decisions"]:
        seat = one["seat"]
        before, after = (chances[seat] for chances in around.get(one["at"], ([0] * (seat + 1),) * 2))
        if one["mark"]:
            marked.append((one, before, after))
        elif not one["only"] and abs(after - before) >= LEAST_SWING:
            swings.append((one, before, after))
    marked.sort(key=lambda found: -found[0]["loss"])
    swings.sort(key=lambda found: -abs(found[2] - found[1]))
    return [*marked, *swings][:MAX_TOLD]
