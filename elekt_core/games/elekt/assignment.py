"""The assignment phase (E7), and discarding from hand (E18.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from typing import Any

from ...kit.driver import Question
from . import agenda as a
from . import events as e
from .active import all_in_force, barred, bars, not_barred, zone_limit
from .play import QUESTIONS, STEPS, Play
from .reactions import on_assign, on_phase_start, on_turn_end
from .state import State
from .tables import Tables
from .vocabulary import ASSIGNMENT, NONE, RULES_RANK

ALL_ZONES = (0, 1, 2)


def _phase(play: Play, step: a.AssignmentPhase) -> None:
    play.emit(e.fact(e.PhaseStarted, (ASSIGNMENT,)))
    play.push(a.Turn(play.state.order[0], NONE))
    play.push_in_order(on_phase_start(play, "assignment_phase_start"))


def open_zones(t: Tables, s: State, seat: int) -> list[int]:
    """Zones where the seat is not at its limit (E7.4)."""
    limits, usual, found = t.limits, s.game.zone_limit, []
    for zone in ALL_ZONES:
        changed = limits[zone] & (s.active[zone] | t.wide)
        if len(s.rows[zone * s.seats + seat]) < (zone_limit(t, s, zone, seat) if changed else usual):
            found.append(zone)
    return found


def assign_forbidden(t: Tables, s: State, seat: int, unit: int, zone: int) -> int:
    """The card that forbids assigning this Unit to this Zone (C1.54), or NONE."""
    return barred(t, s, "assign", RULES_RANK, zone, unit, seat)


def assign_choices(t: Tables, s: State, seat: int, step: a.Turn | None = None) -> list[tuple[int, ...]]:
    """E7.1, E7.4, E7.8: pass, or assign any Unit in hand to any Zone with room that no card closes to it."""
    here, there, court = s.active
    if t.changes_assigning & (here | there | court):
        return _changed_choices(t, s, seat)
    rows, seats, limit = s.rows, s.seats, s.game.zone_limit
    full = len(rows[seat]) >= limit, len(rows[seats + seat]) >= limit, len(rows[2 * seats + seat]) >= limit
    ways = t.assigning[full]
    found: list[tuple[int, ...]] = [()]
    for unit in s.hands[seat]:
        found += ways[unit]
    return found


def _changed_choices(t: Tables, s: State, seat: int) -> list[tuple[int, ...]]:
    """The same choices if cards in force may change a limit or forbid a Unit."""
    zones = open_zones(t, s, seat)
    if not t.bans_assigning & all_in_force(s):
        return [(), *product(s.hands[seat], zones)]
    allowed = [(zone, allowed_units(t, s, seat, zone)) for zone in zones]
    found: list[tuple[int, ...]] = [()]
    for unit in s.hands[seat]:
        for zone, units in allowed:
            if unit in units:
                found.append((unit, zone))
    return found


def allowed_units(t: Tables, s: State, seat: int, zone: int) -> Sequence[int]:
    """The Units in hand that no card forbids assigning to the Zone (C1.54)."""
    hand = s.hands[seat]
    if not bars(t, s, "assign", zone):
        return hand
    return not_barred(t, s, "assign", RULES_RANK, zone, hand, seat)


def _turn(play: Play, step: a.Turn) -> None:
    """The next unfinished seat, from this one on, has a turn (E7.1-E7.3, E7.10); without a choice it must pass
    (E7.7)."""
    s = play.state
    begins, ended = step
    if ended != NONE and (ending := on_turn_end(play, ended)):
        play.push(a.Turn(begins, NONE))
        play.push_in_order(ending)
        return
    seat, passed, assigned, most = begins, s.passed, s.assigned, s.game.assignments
    for _ in s.order:
        if not passed[seat] and assigned[seat] < most:
            offered = assign_choices(play.tables, s, seat)
            if len(offered) > 1 or not must_pass(play.tables, s, seat, offered):
                play.ask(seat, "assign_or_pass", a.turn(seat, NONE), offered)
                return
            play.emit(e.fact(e.PlayerPassed, (seat, True)))
            if play.tables.reading.passing_ends_a_turn and (ending := on_turn_end(play, seat)):
                play.push(a.Turn(after(s, seat), NONE))
                play.push_in_order(ending)
                return
        seat = after(s, seat)
    play.agenda.append(a.ConfrontationPhase(NONE))


def must_pass(t: Tables, s: State, seat: int, offered: Sequence[tuple[int, ...]]) -> bool:
    """E7.7: whether everybody can see that there is nothing to assign. A player whose Units fit no Zone with room is
    asked all the same: an automatic pass would reveal the hand."""
    if len(offered) > 1:
        return False
    return not t.reading.hands_are_asked or not s.hands[seat] or not open_zones(t, s, seat)


def after(s: State, seat: int) -> int:
    """The next player in court order (E3.4)."""
    return (seat + s.direction) % s.seats


def _assign_or_pass(play: Play, seat: int, step: a.Turn, choice: tuple[Any, ...]) -> None:
    """E7.13: the Unit stands in the Zone (1); then Privileges (2), Units (3), the face-up card (4), the end of the
    turn (5)."""
    s = play.state
    if not choice:
        play.emit(e.fact(e.PlayerPassed, (seat, False)))
        play.push(a.Turn(after(s, seat), seat if play.tables.reading.passing_ends_a_turn else NONE))
        if s.solo is not None:
            play.push(a.HousesLose(seat))
        return
    unit, zone = choice
    play.emit(e.fact(e.UnitAssigned, (seat, unit, zone, len(s.rows[zone * s.seats + seat]) + 1)))
    play.agenda.append(a.turn(after(s, seat), seat))
    if reacting := on_assign(play, seat, unit, zone):
        play.agenda += reacting[::-1]


def _discard(play: Play, step: a.Discard) -> None:
    """Discard at most what is in hand (E17.2); nobody is asked if there is nothing to choose."""
    seat, count = step
    hand = play.state.hands[seat]
    if len(hand) <= count:
        _discard_units(play, seat, step, hand)
    else:
        play.ask(seat, "discard_from_hand", step)


def _discard_units(play: Play, seat: int, step: a.Discard, choice: tuple[int, ...]) -> None:
    for unit in choice:
        play.emit(e.UnitDiscarded(seat, unit, e.FROM_HAND, NONE, NONE))


def _discards(t: Tables, s: State, seat: int, step: a.Discard) -> list[tuple[int, ...]]:
    return list(permutations(s.hands[seat], step.number))


STEPS[a.AssignmentPhase] = _phase
STEPS[a.Turn] = _turn
STEPS[a.Discard] = _discard
QUESTIONS["assign_or_pass"] = Question("E7.1", assign_choices, _assign_or_pass)
QUESTIONS["discard_from_hand"] = Question("E18.1", _discards, _discard_units)
