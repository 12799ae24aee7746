"""The Sceptre's first holder, the start of a round, and the recruitment phase (E3.5, E5, E6)."""

from __future__ import annotations

from typing import Any

from ...kit.driver import Question
from . import agenda as a
from . import events as e
from .decisions import KEEP, REDRAW
from .play import QUESTIONS, STEPS, Play
from .reactions import on_recruit
from .state import State
from .tables import Tables
from .vocabulary import DIRECTIONS, NONE, RECRUITMENT

DRAWN_UNITS = 2
"""E6.1."""


def _direction(play: Play, step: a.SetDirection) -> None:
    play.ask(step.seat, "set_direction", step)


def _set_direction(play: Play, seat: int, step: a.SetDirection, choice: tuple[Any, ...]) -> None:
    play.emit(e.fact(e.SceptreSet, (seat, DIRECTIONS[choice[0]])))


def _start_round(play: Play, step: a.StartRound) -> None:
    play.emit(e.fact(e.RoundStarted, (play.state.round + 1,)))
    play.emit(e.fact(e.PhaseStarted, (RECRUITMENT,)))
    play.push(a.Recruit(NONE, 0))


def recruit(play: Play, step: a.Recruit) -> None:
    """E6.2, E6.3: one player after another, in court order."""
    index = step.index_
    order = play.state.order
    if index == len(order):
        play.push(a.AssignmentPhase(NONE))
        return
    play.agenda += (a.recruit(NONE, index + 1), a.draw(order[index], DRAWN_UNITS))
    play.push_in_order(on_recruit(play, order[index]))


def _draw(play: Play, step: a.Draw) -> None:
    """E6.1; with an empty deck and pile nothing happens (E6.8)."""
    seat, count = step
    if play.draw_units(seat, count):
        play.ask(seat, "recruit", a.choose_kept(seat))


def recruit_choices(t: Tables, s: State, seat: int, step: a.ChooseKept) -> list[tuple[Any, ...]]:
    return _RECRUITING[min(len(s.drawn), len(KEEP))]


_RECRUITING = [[*((word,) for word in KEEP[:drawn]), (REDRAW,)] for drawn in range(len(KEEP) + 1)]


def _kept(play: Play, seat: int, step: a.ChooseKept, choice: tuple[Any, ...]) -> None:
    """E6.1 (a) or (b); in (b) the cards are discarded first, in the order drawn (E6.7)."""
    state = play.state
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


def _directions(t: Tables, s: State, seat: int, step: a.SetDirection) -> list[tuple[Any, ...]]:
    return [(word,) for word in DIRECTIONS]


STEPS[a.SetDirection] = _direction
STEPS[a.StartRound] = _start_round
STEPS[a.Recruit] = recruit
STEPS[a.Draw] = _draw
QUESTIONS["set_direction"] = Question("E3.5", _directions, _set_direction)
QUESTIONS["recruit"] = Question("E6.1", recruit_choices, _kept)
