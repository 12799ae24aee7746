"""The clocks of a match that begins, in its first batch."""

from __future__ import annotations

from typing import Any

from elekt_core.contract import Game
from elekt_core.record.clocks import Clocks

from ..tables.events import TableFold
from . import service_time
from .asked import people_asked
from .controls import control_of
from .course import Course
from .hours import time_off_of


def begin(table: TableFold, game: Game[Any], state: Any) -> Course:
    """The clocks at the start of a match; none without a time control."""
    control = control_of(table.time)
    if control is None:
        return Course(Clocks())
    course = Course(Clocks(), time_off=time_off_of(control, [place.player for place in table.places]))
    course.set(control.set_for(len(table.places)))
    bots = sum(1 << number for number, place in enumerate(table.places) if place.bot)
    course.settle(service_time.serve(), people_asked(game, state, bots))
    return course
