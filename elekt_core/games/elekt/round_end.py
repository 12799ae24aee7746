"""The end of a round: Sceptre, Heat, return, reveal (E10), and the end by the Privilege deck (E11.2)."""

from __future__ import annotations

from typing import Any

from . import agenda as a
from . import events as e
from .active import number
from .events import Step
from .play import ANSWERS, DEFAULTS, STEPS, Play
from .reactions import on_gathering
from .state import State
from .tables import Tables
from .vocabulary import COURT, DIRECTIONS, NONE, ROUND_END


def _phase(play: Play, step: Step) -> None:
    play.emit(e.fact(e.PhaseStarted, (ROUND_END,)))
    play.push((a.ROUND_OVER, NONE), (a.GATHER, NONE, 0), (a.SCEPTRE, play.state.crowned))


def _sceptre(play: Play, step: Step) -> None:
    """E10.2; nobody is asked if nobody acquired the Privilege."""
    if step[1] != NONE:
        play.ask(step[1], "give_sceptre", step)


def sceptre_choices(t: Tables, s: State) -> list[tuple[Any, ...]]:
    """E10.6: both are named, also to leave both as they are."""
    if s.solo is not None:  # E21.8: the direction has no meaning
        return [(seat, unchanged(s)) for seat in range(s.seats)]
    return [(seat, word) for seat in range(s.seats) for word in DIRECTIONS]


def _give_sceptre(play: Play, step: Step, choice: tuple[Any, ...]) -> None:
    play.emit(e.fact(e.SceptreSet, (choice[0], DIRECTIONS[choice[1]])))


def _gather(play: Play, step: Step) -> None:
    """E10.3, in the new court order. What changes the number comes before, all else after."""
    index, t, s = step[2], play.tables, play.state
    if index == s.seats:
        return
    seat = s.order[index]
    play.agenda.append((a.GATHER, NONE, index + 1))
    reacting = on_gathering(play, seat)
    count = number(t, s, "heat_gather", s.in_court(seat), COURT, seat)
    if not reacting:
        _gathered(play, (a.GATHERED, seat, count))
        return
    before = [r for r in reacting if any(op.name == "modify" for op in t.abilities[r[2]].ops)]
    play.push_in_order([r for r in reacting if r not in before])
    play.push((a.GATHERED, seat, count))
    play.push_in_order(before)


def _gathered(play: Play, step: Step) -> None:
    """Never above the limit (E12.2), never below 0 (C4.6.15)."""
    play.gather_heat(step[1], step[2])


def _round_over(play: Play, step: Step) -> None:
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
    play.push((a.START_ROUND, NONE))


def unchanged(s: State) -> str:
    """The direction of play as it is."""
    return next(word for word, direction in DIRECTIONS.items() if direction == s.direction)


STEPS[a.END_PHASE] = _phase
STEPS[a.SCEPTRE] = _sceptre
STEPS[a.GATHER] = _gather
STEPS[a.GATHERED] = _gathered
STEPS[a.ROUND_OVER] = _round_over
ANSWERS["give_sceptre"] = _give_sceptre
DEFAULTS["give_sceptre"] = lambda t, s: (s.asked, unchanged(s))
