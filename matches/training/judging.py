"""What an answer is worth, and how it is explained: by the core's judges, from the exercise alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from elekt_core.contract import Decision, SeatNo
from elekt_core.errors import CoreError
from elekt_core.record.chain import canonical
from elekt_core.review.mining import unpacked
from elekt_core.review.scan import Bench
from elekt_core.review.solving import Compared, asked_of, bench_of, compared, line_of
from web.costly import CHECKING, Asker
from web.errors import BadRequest
from web.request import from_json

from . import boards
from .models import Exercise

MAX_STEPS = 8
"""Of a line of play so many decisions are told."""


@dataclass(frozen=True, slots=True)
class Judged:
    """``by_both``: both judges have looked at this choice when the exercise was made."""

    right: bool
    compared: Compared
    by_both: bool


def decision_of(exercise: Exercise, data: Mapping[str, Any]) -> Decision:
    """The choice as sent. Raises BadRequest where it is none of the options, UnknownGame."""
    game = boards.game_of(exercise)
    said = {name: value for name, value in data.items() if name != "seat"}
    try:
        found = game.decode_decision(SeatNo(exercise.seat), said)
        known = found in game.options(boards.view_of(exercise), SeatNo(exercise.seat))
    except (CoreError, LookupError, TypeError, ValueError):
        known = False
    if not known or data.get("seat", exercise.seat) != exercise.seat:
        raise BadRequest("no_such_answer", field="decision")
    return found


def judge(exercise: Exercise, decision: Decision, asker: str = "") -> Judged:
    """Raises Busy."""
    data = dict(boards.game_of(exercise).encode_decision(decision))
    if data == exercise.best:
        return Judged(True, Compared(0, 0), by_both=True)
    with CHECKING.place(asker):
        found = compared(bench(exercise), decision)
    for choice, loss, error in exercise.choices:
        if choice == data:
            return Judged(False, Compared(loss, error, found.terms), by_both=True)
    return Judged(found.is_as_good, found, by_both=False)


def line(exercise: Exercise, decision: Mapping[str, Any], asker: str = "") -> tuple[tuple[Decision, Any], ...]:
    """How it may go on after a choice: each decision with the position before it. ``()`` where this program deals
    other worlds than the one that made the exercise. Raises Busy."""
    return _line(exercise.id, canonical(dict(decision)).decode(), Asker(asker))


@lru_cache(256)
def _line(exercise_id: UUID, decision: str, asker: Asker) -> tuple[tuple[Decision, Any], ...]:
    exercise = Exercise.objects.get(id=exercise_id)
    option = boards.game_of(exercise).decode_decision(SeatNo(exercise.seat), from_json(decision))
    with CHECKING.place(asker.name):
        try:
            return tuple(line_of(bench(exercise), option)[:MAX_STEPS])
        except CoreError:
            return ()


def bench(exercise: Exercise) -> Bench:
    game, seat = boards.game_of(exercise), SeatNo(exercise.seat)
    question = asked_of(game, unpacked(game, exercise.facts), seat, exercise.number, exercise.best)
    return bench_of(question, bytes.fromhex(exercise.seed))
