"""The end of a round: Sceptre, Heat, return, reveal (E10), and the end by the Privilege deck (E11.2)."""

from __future__ import annotations

from typing import Any

from ...kit.driver import Question
from . import agenda as a
from . import events as e
from .active import number
from .play import QUESTIONS, STEPS, Play
from .reactions import on_gathering
from .state import State
from .tables import Tables
from .vocabulary import COURT, DIRECTIONS, NONE, ROUND_END


def _phase(play: Play, step: a.EndPhase) -> None:
    play.emit(e.fact(e.PhaseStarted, (ROUND_END,)))
    play.push(a.RoundOver(NONE), a.Gather(NONE, 0), a.Sceptre(play.state.crowned))


def _sceptre(play: Play, step: a.Sceptre) -> None:
    """E10.2; nobody is asked if nobody acquired the Privilege."""
    if step.seat != NONE:
        play.ask(step.seat, "give_sceptre", step)


def sceptre_choices(t: Tables, s: State, seat: int, step: a.Sceptre) -> list[tuple[Any, ...]]:
    """E10.6: both the holder and the direction are named, even to leave both as they are."""
    if s.solo is not None:  # E21.8: the direction has no meaning
        return [(to, unchanged(s)) for to in range(s.seats)]
    return [(to, word) for to in range(s.seats) for word in DIRECTIONS]


def _give_sceptre(play: Play, seat: int, step: a.Sceptre, choice: tuple[Any, ...]) -> None:
    play.emit(e.fact(e.SceptreSet, (choice[0], DIRECTIONS[choice[1]])))


def _gather(play: Play, step: a.Gather) -> None:
    """E10.3, in the new court order. Abilities that change the number come before, all others after."""
    index, t, s = step.index_, play.tables, play.state
    if index == s.seats:
        return
    seat = s.order[index]
    play.agenda.append(a.gather(NONE, index + 1))
    reacting = on_gathering(play, seat)
    count = number(t, s, "heat_gather", s.in_court(seat), COURT, seat)
    if not reacting:
        play.gather_heat(seat, count)
        return
    before = [r for r in reacting if any(op.name == "modify" for op in t.abilities[r.card].ops)]
    play.push_in_order([r for r in reacting if r not in before])
    play.push(a.Gathered(seat, count))
    play.push_in_order(before)


def _gathered(play: Play, step: a.Gathered) -> None:
    """Never above the limit (E12.2), never below 0 (C4.6.15)."""
    play.gather_heat(step.seat, step.number)


def _round_over(play: Play, step: a.RoundOver) -> None:
    """E10.4; then the end if the last Privilege is gone (E11.2, E11.4), else E10.5 and the next round."""
    s = play.state
    for seat in s.order:
        if units := s.rows[seat] + s.rows[s.seats + seat] + s.rows[2 * s.seats + seat]:
            play.emit(e.fact(e.UnitsReturned, (seat, units)))
    if not s.decks[COURT] and s.face_up[COURT] == NONE:
        play.end(e.BY_PRIVILEGE_DECK)
    if s.round >= play.tables.most_rounds:
        play.end(e.BY_ROUNDS)
    for zone in range(3):
        if s.decks[zone] and s.face_up[zone] == NONE:
            play.emit(e.fact(e.CardRevealed, (zone, s.decks[zone][-1])))
    play.push(a.StartRound(NONE))


def unchanged(s: State) -> str:
    """The word for the current direction of play."""
    return next(word for word, direction in DIRECTIONS.items() if direction == s.direction)


def _kept_sceptre(t: Tables, s: State, seat: int, step: a.Sceptre) -> tuple[Any, ...]:
    return (seat, unchanged(s))


STEPS[a.EndPhase] = _phase
STEPS[a.Sceptre] = _sceptre
STEPS[a.Gather] = _gather
STEPS[a.Gathered] = _gathered
STEPS[a.RoundOver] = _round_over
QUESTIONS["give_sceptre"] = Question("E10.2", sceptre_choices, _give_sceptre, _kept_sceptre)
