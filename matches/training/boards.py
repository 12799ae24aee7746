"""An exercise as its seat sees it: the question, and the position that the table's partials show.

Nothing here knows what is best. Seats are called by their roles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from elekt_core.contract import Game, SeatNo
from elekt_core.registry import get_game
from elekt_core.review.mining import unpacked
from web import languages

from ..names import agreed
from ..play import queries as play
from ..play.choices import choices_at
from ..play.shapes import Choices, MatchShown, Position, SeatShown
from .models import Exercise

KEPT = 128
TOLD = 12
"""So many sentences about what came before."""


def game_of(exercise: Exercise) -> Game[Any]:
    """Raises UnknownGame."""
    return get_game(exercise.game)


def view_of(exercise: Exercise) -> Any:
    """What the seat knew; shared, so it is not to be changed. Raises UnknownGame."""
    return _view(exercise.id, exercise.game, exercise.seat, exercise.facts)


@lru_cache(KEPT)
def _view(_id: UUID, name: str, seat: int, facts: str) -> Any:
    game = get_game(name)
    view = game.view(game.initial(), SeatNo(seat))
    for fact in unpacked(game, facts):
        game.evolve(view, fact)
    return view


def role_names(exercise: Exercise) -> tuple[str, ...]:
    """The seat to move, and its rivals in the order in which they sit after it."""
    names = [""] * exercise.seats
    for place in range(exercise.seats):
        names[(exercise.seat + place) % exercise.seats] = _role(place, exercise.seats)
    return tuple(names)


def _role(place: int, seats: int) -> str:
    if not place:
        return _("Mover")
    return _("Rival") if seats == 2 else _("Rival %(n)s") % {"n": place}


def question_of(exercise: Exercise) -> str:
    """What its seat is asked, in words. Raises UnknownGame."""
    game, view = game_of(exercise), view_of(exercise)
    words = game.words(languages.current(), role_names(exercise))
    return next((words.question(one, view) for one in game.awaiting(view) if one.seat == exercise.seat), "")


def position_of(exercise: Exercise) -> Position:
    """The position with its question, for whoever solves it. Raises UnknownGame."""
    game = game_of(exercise)
    at = exercise.source_at
    shown = _match(exercise, at)
    found = play.position_seen(shown, game, view_of(exercise), SeatNo(exercise.seat), at, is_end=True)
    # The match has gone on from there: nothing can be planned or conceded here.
    return replace(found, match=replace(shown, version=at + 1))


def choices_of(position: Position, path: Sequence[str]) -> Choices:
    """Raises NotFound for a path that leads nowhere. Nothing is chosen by itself here."""
    return replace(choices_at(position, path), by_itself="")


def told_before(exercise: Exercise) -> tuple[str, ...]:
    """The last sentences of the log as the seat could read it."""
    game = game_of(exercise)
    words = game.words(languages.current(), role_names(exercise))
    facts = unpacked(game, exercise.facts)
    view, said = game.view(game.initial(), SeatNo(exercise.seat)), list[str]()
    for place, fact in enumerate(facts):
        game.evolve(view, fact)
        if len(facts) - place <= 4 * TOLD and (text := words.event(fact, view)):
            said.append(text)
    return tuple(said[-TOLD:])


def _match(exercise: Exercise, at: int) -> MatchShown:
    names = role_names(exercise)
    return MatchShown(
        cards="",
        agreed=agreed(exercise.game, exercise.ruleset, {}),
        id=exercise.id,
        table=exercise.id,
        game=exercise.game,
        ruleset=exercise.ruleset,
        version=at,
        batches=exercise.number,
        started_at=exercise.added_at,
        last_at=exercise.added_at,
        ended_at=None,
        seats=tuple(
            SeatShown(number, exercise.id, "", names[number], mine=number == exercise.seat)
            for number in range(exercise.seats)
        ),
        automata=play.automata_shown(agreed(exercise.game, exercise.ruleset, {}), ()),
        awaited=(exercise.seat,),
        winner=None,
        termination="",
    )
