"""What abilities change (E15): Heat, tokens, Units and the cards of players."""

from __future__ import annotations

from typing import Final

from .. import events as e
from ..state import State
from .moves import Folds, enter, from_hand, heat_from_pool, lay_before, leave, strip, to_hand, told, without


def _ability_used(s: State, event: e.AbilityUsed) -> None:
    bit = 1 << event.card
    s.used_round |= bit
    s.used_game |= bit
    s.uses += 1


def _ability_suppressed(s: State, event: e.AbilitySuppressed) -> None:
    bit = 1 << event.unit
    s.suppressed |= bit
    s.active[event.zone] &= ~bit


def _heat_to_pool(s: State, event: e.HeatPaid | e.HeatDiscarded) -> None:
    s.heat[event.seat] -= event.amount
    s.heat_pool += event.amount


def _heat_taken(s: State, event: e.HeatTaken) -> None:
    s.heat[event.victim] -= event.amount
    s.heat[event.seat] += event.amount


def _token_attached(s: State, event: e.TokenAttached) -> None:
    s.pool[event.attribute] -= 1
    s.tokens[4 * event.unit + event.attribute] += 1


def _token_detached(s: State, event: e.TokenDetached) -> None:
    s.tokens[4 * event.unit + event.attribute] -= 1
    s.pool[event.attribute] += 1


def token_moved(s: State, event: e.TokenMoved | e.TokenStolen) -> None:
    s.tokens[4 * event.other + event.attribute] -= 1
    s.tokens[4 * event.unit + event.attribute] += 1


def _units_swapped(s: State, event: e.UnitsSwapped) -> None:
    a, b = event.unit, event.other
    here, there = s.where[a], s.where[b]
    s.rows[here] = tuple(b if unit == a else unit for unit in s.rows[here])
    s.rows[there] = tuple(a if unit == b else unit for unit in s.rows[there])
    s.where[a], s.where[b] = there, here
    bits = 1 << a | 1 << b
    s.suppressed &= ~bits
    s.active[event.zone] = s.active[event.zone] & ~bits | 1 << b
    s.active[event.other_zone] = s.active[event.other_zone] & ~bits | 1 << a


def _unit_moved(s: State, event: e.UnitMoved) -> None:
    leave(s, event.unit)
    enter(s, event.unit, event.zone, event.seat)


def _unit_placed(s: State, event: e.UnitPlaced) -> None:
    from_hand(s, event.seat, event.unit)
    enter(s, event.unit, event.zone, event.seat)


def _unit_to_hand(s: State, event: e.UnitReturned | e.UnitTaken) -> None:
    leave(s, event.unit)
    strip(s, event.unit)
    to_hand(s, event.seat, event.unit)


def _unit_recovered(s: State, event: e.UnitRecovered) -> None:
    s.discard = without(s.discard, event.unit)
    to_hand(s, event.seat, event.unit)


def _cards_exchanged(s: State, event: e.CardsExchanged) -> None:
    what, seat, given, partner, taken = event
    if what == e.HAND_CARDS:
        s.draws += 1
        from_hand(s, seat, given)
        from_hand(s, partner, taken)
        to_hand(s, seat, taken)
        to_hand(s, partner, given)
    else:
        s.acquired[seat] = without(s.acquired[seat], given)
        s.acquired[partner] = without(s.acquired[partner], taken)
        lay_before(s, seat, taken)
        lay_before(s, partner, given)


FOLDS: Final[Folds] = {
    e.AbilityUsed: _ability_used,
    e.AbilityDeclined: told,
    e.AbilityLapsed: told,
    e.AbilitySuppressed: _ability_suppressed,
    e.HeatPaid: _heat_to_pool,
    e.HeatGained: heat_from_pool,
    e.HeatDiscarded: _heat_to_pool,
    e.HeatTaken: _heat_taken,
    e.TokenAttached: _token_attached,
    e.TokenDetached: _token_detached,
    e.TokenMoved: token_moved,
    e.UnitsSwapped: _units_swapped,
    e.UnitMoved: _unit_moved,
    e.UnitPlaced: _unit_placed,
    e.UnitReturned: _unit_to_hand,
    e.UnitTaken: _unit_to_hand,
    e.UnitRecovered: _unit_recovered,
    e.UnitAnnihilated: told,
    e.AnnihilationRedirected: told,
    e.UnitSaved: told,
    e.UnitStayed: told,
    e.CardsExchanged: _cards_exchanged,
    e.HandShown: told,
}
