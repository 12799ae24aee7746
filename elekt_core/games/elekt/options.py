"""Every legal answer to the open question, in a stable order (E24.2). ``refusals`` says why any other is not legal."""

from __future__ import annotations

from collections.abc import Sequence

from ...kit.choices import Choice
from .houses.solo import HOUSES
from .state import HERALD_OPEN, State
from .tables import Tables


def herald_choices(s: State) -> list[Choice]:
    """E11.7: one of the losers, or nobody."""
    assert s.ended is not None
    return [(), *((seat,) for seat in range(s.seats) if seat != s.ended.winner)]


def herald_open(s: State) -> bool:
    """The winner may still name a Herald (E11.7); the Houses name none."""
    if s.ended is None or s.herald != HERALD_OPEN:
        return False
    return s.solo is None or s.ended.winner != HOUSES


def choices(t: Tables, s: State) -> Sequence[Choice]:
    """The choices of the open question, worked out once."""
    if s.question:
        if s.offered is None:
            s.offered = t.course.questions[s.question].choices(t, s, s.asked, s.step)
        return s.offered
    return herald_choices(s) if herald_open(s) else []
