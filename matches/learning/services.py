"""Starting a lesson. From then on it is a practice match like any other."""

from __future__ import annotations

from uuid import UUID

from elekt_core.lesson import Lesson
from elekt_core.registry import get_game
from web.errors import NotFound

from ..models import Table
from ..tables import services
from ..tables.commands import OpenTable
from ..tables.services import TableChanged


def begin(*, player: UUID, game: str, lesson: str, decision_id: UUID | None = None) -> TableChanged:
    """Start a new match of the lesson, the tutor on all seats but the learner's. Raises UnknownGame, NotFound."""
    held = lesson_of(game, lesson)
    setup = held.setup
    command = OpenTable(
        game=game,
        seats=setup.seats,
        ruleset=setup.ruleset,
        options=setup.options,
        access=Table.Access.PRACTICE,
        bots={seat: held.bot for seat in range(setup.seats) if seat != held.seat},
    )
    return services.open_table(command, by=player, decision_id=decision_id)


def lesson_of(game: str, lesson: str) -> Lesson:
    """Raises UnknownGame, NotFound."""
    found = next((held for held in get_game(game).lessons() if held.id == lesson), None)
    if found is None:
        raise NotFound("unknown_lesson", game=game, lesson=lesson)
    return found
