"""The Sceptre's first holder, the start of a round, and the recruitment phase (E3.5, E5, E6)."""

from __future__ import annotations

from typing import Any

from . import agenda as a
from . import events as e
from .decisions import KEEP, REDRAW
from .events import Step
from .play import ANSWERS, DEFAULTS, STEPS, Play
from .reactions import on_recruit
from .state import State
from .tables import Tables
from .vocabulary import DIRECTIONS, NONE, RECRUITMENT

DRAWN_UNITS = 2
"""E6.1."""


def _direction(play: Play, step: Step) -> None:
    play.ask(step[1], "set_direction", step)


def _set_direction(play: Play, step: Step, choice: tuple[Any, ...]) -> None:
    play.emit(e.fact(e.SceptreSet, (step[1], DIRECTIONS[choice[0]])))


def _start_round(play: Play, step: Step) -> None:
    play.emit(e.fact(e.RoundStarted, (play.state.round + 1,)))
    play.emit(e.fact(e.PhaseStarted, (RECRUITMENT,)))
    play.push((a.RECRUIT, NONE, 0))


def recruit(play: Play, step: Step) -> None:
    """E6.2, E6.3: one player after another, in court order."""
    index = step[2]
    order = play.state.order
    if index == len(order):
        play.push((a.ASSIGN, NONE))
        return
    play.agenda += ((a.RECRUIT, NONE, index + 1), (a.DRAW, order[index], DRAWN_UNITS))
    play.push_in_order(on_recruit(play, order[index]))


def _draw(play: Play, step: Step) -> None:
    """E6.1; with an empty deck and pile nothing happens (E6.8)."""
    _, seat, count = step
    if play.draw_units(seat, count):
        play.ask(seat, "recruit", (a.CHOOSE_KEPT, seat))


def recruit_choices(t: Tables, s: State) -> list[tuple[Any, ...]]:
    return _RECRUITING[min(len(s.drawn), len(KEEP))]


_RECRUITING = [[*((word,) for word in KEEP[:drawn]), (REDRAW,)] for drawn in range(len(KEEP) + 1)]


def _kept(play: Play, step: Step, choice: tuple[Any, ...]) -> None:
    """E6.1 (a) or (b); in (b) the cards are discarded first, in the order drawn (E6.7)."""
    seat, state = step[1], play.state
    drawn = state.drawn
    if choice[0] == REDRAW:
        for unit in drawn:
            play.emit(e.fact(e.UnitDiscarded, (seat, unit, e.FROM_DRAWN, NONE, NONE)))
        play.draw_units(seat, 1)
        kept = state.drawn[0]
        play.emit(e.fact(e.UnitKept, (seat, kept)))
        return
    kept = drawn[KEEP.index(choice[0])]
    play.emit(e.fact(e.UnitKept, (seat, kept)))
    for unit in drawn:
        if unit != kept:
            play.emit(e.fact(e.UnitDiscarded, (seat, unit, e.FROM_DRAWN, NONE, NONE)))


STEPS[a.DIRECTION] = _direction
STEPS[a.START_ROUND] = _start_round
STEPS[a.RECRUIT] = recruit
STEPS[a.DRAW] = _draw
ANSWERS["set_direction"] = _set_direction
ANSWERS["recruit"] = _kept
DEFAULTS["set_direction"] = lambda t, s: ("clockwise",)
DEFAULTS["recruit"] = lambda t, s: (KEEP[0],)
