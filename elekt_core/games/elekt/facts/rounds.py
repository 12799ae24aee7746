"""What rounds, recruitment and assignment change (E5-E7), and the end of a round and of the game (E10, E11)."""

from __future__ import annotations

from typing import Final

from ....contract import UNKNOWN
from ....kit.knowledge import unknown
from .. import events as e
from ..houses.solo import HOUSES, PLAYER
from ..state import NOWHERE, State
from ..vocabulary import ASSIGNMENT, ELITE_DECK, NONE
from .moves import NO_TOKENS, Folds, all_but, enter, from_hand, heat_from_pool, leave, strip, to_hand, without

# --- rounds, recruitment, assignment (E5-E7) ------------------------------------------------------------------


def _round_started(s: State, event: e.RoundStarted) -> None:
    s.round = event.number
    s.assigned = [0] * s.seats
    s.passed = [0] * s.seats
    s.used_round = 0
    s.uses = 0
    s.skips = 0
    s.crowned = NONE


def _phase_started(s: State, event: e.PhaseStarted) -> None:
    s.phase = event.phase
    if s.solo is not None and event.phase == ASSIGNMENT:
        s.solo = s.solo._replace(memory=NONE)  # E21.18


def _units_drawn(s: State, event: e.UnitsDrawn) -> None:
    seat, units = event
    s.decks[ELITE_DECK] = s.decks[ELITE_DECK][: -len(units)]
    if s.solo is not None and seat == HOUSES:  # they choose nothing: it goes under their pile (E21.13)
        s.hands[seat] += unknown(units) if s.hidden >> seat & 1 else units
        return
    s.drawn += unknown(units) if s.hidden >> seat & 1 else units
    s.drawn_by = seat


def _undraw(s: State, unit: int) -> None:
    s.drawn = without(s.drawn, unit if unit in s.drawn else UNKNOWN)
    if not s.drawn:
        s.drawn_by = NONE


def _unit_kept(s: State, event: e.UnitKept) -> None:
    _undraw(s, event.unit)
    to_hand(s, event.seat, event.unit)


def _unit_discarded(s: State, event: e.UnitDiscarded) -> None:
    unit = event.unit
    if event.source == e.FROM_ZONE:
        leave(s, unit)
        strip(s, unit)
    elif event.source == e.FROM_HAND:
        from_hand(s, event.seat, unit)
    else:
        _undraw(s, unit)
    s.discard += (unit,)


def _unit_assigned(s: State, event: e.UnitAssigned) -> None:
    seat, unit, zone, _ = event
    hand = s.hands[seat]
    i = hand.index(UNKNOWN if s.hidden >> seat & 1 else unit)
    s.hands[seat] = hand[:i] + hand[i + 1 :]
    enter(s, unit, zone, seat)
    s.assigned[seat] += 1
    if s.solo is not None and seat == PLAYER:
        s.solo = s.solo._replace(memory=zone)


def _player_passed(s: State, event: e.PlayerPassed) -> None:
    s.passed[event.seat] = 1


def _seat_conceded(s: State, event: e.SeatConceded) -> None:
    s.conceded |= 1 << event.seat


# --- end of round, end of game (E10, E11) ---------------------------------------------------------------------


def _units_returned(s: State, event: e.UnitsReturned) -> None:
    seat, units = event
    bits, rows, where, tokens = 0, s.rows, s.where, s.tokens
    for unit in units:
        bits |= 1 << unit
        where[unit] = NOWHERE
        if tokens[4 * unit : 4 * unit + 4] != NO_TOKENS:
            strip(s, unit)
    for zone, place in enumerate(range(seat, len(rows), s.seats)):
        if rows[place]:
            rows[place] = all_but(rows[place], bits)
            s.active[zone] &= ~bits
    s.suppressed &= ~bits
    s.hands[seat] += unknown(units) if s.hidden >> seat & 1 else units


def _game_ended(s: State, event: e.GameEnded) -> None:
    s.ended = event
    s.asked, s.step, s.agenda = NONE, (), ()


def _herald_named(s: State, event: e.HeraldNamed) -> None:
    s.herald = event.herald


# --- what comes next ------------------------------------------------------------------------------------------


def _awaiting(s: State, event: e.Awaiting) -> None:
    s.asked, s.question, s.step, s.agenda = event


FOLDS: Final[Folds] = {
    e.RoundStarted: _round_started,
    e.PhaseStarted: _phase_started,
    e.UnitsDrawn: _units_drawn,
    e.UnitKept: _unit_kept,
    e.UnitDiscarded: _unit_discarded,
    e.UnitAssigned: _unit_assigned,
    e.PlayerPassed: _player_passed,
    e.SeatConceded: _seat_conceded,
    e.HeatGathered: heat_from_pool,
    e.UnitsReturned: _units_returned,
    e.GameEnded: _game_ended,
    e.HeraldNamed: _herald_named,
    e.Awaiting: _awaiting,
}
