"""What a coach says about a match. It knows only what the learner's seat knows, and nothing is stored."""

from __future__ import annotations

from uuid import UUID

from elekt_core.lesson import Coaching, Lesson
from web import languages

from ..games import game_of
from ..play.redaction import redact_for
from ..play.shapes import MatchShown, Position
from ..play.timeline import timelines
from ..tables import queries as table_queries

LISTED = 6


def lesson_held(match: MatchShown) -> Lesson | None:
    """The lesson whose tutor sits at this practice match."""
    if not match.practice:
        return None
    bots = {seat.bot for seat in match.seats}
    return next((lesson for lesson in game_of(match).lessons() if lesson.bot in bots), None)


def begun(*, player: UUID, game: str, limit: int = LISTED) -> list[MatchShown]:
    """The player's latest unfinished lessons, among their latest practice matches."""
    latest = table_queries.practice_matches(player=player, game=game)
    return [match for match in latest if not match.is_over and lesson_held(match) is not None][:limit]


def coaching(position: Position) -> Coaching | None:
    """What the coach says at the head of a lesson to whoever looks from the learner's seat, else None."""
    lesson = lesson_held(position.match)
    if lesson is None or position.perspective != lesson.seat or not position.is_head:
        return None
    timeline = timelines.get(position.match.id, lambda: game_of(position.match))
    events = [redact_for(position.game, event, lesson.seat) for event in timeline.in_force(position.at)]
    return lesson.coach(position.game, events, position.view, position.options, languages.current())
