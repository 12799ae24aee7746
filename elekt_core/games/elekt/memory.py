"""What a seat remembers of other hands: a Unit that went to a hand in its sight is there until it is seen to leave.

Folded from the facts as the seat was told them, so it knows nothing else. It holds only what is certain: an exchange
between two hands that others cannot see makes all doubtful that was known of either, and so does a fact of an
expansion, which may do anything, for every hand. The pile of the Houses is no hand: its order counts, and is shuffled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from ...contract import UNKNOWN, Event
from . import events as e
from .course import BASE
from .houses.solo import HOUSES
from .state import State

Memory = Mapping[int, int]
"""Unit -> the seat that holds it. It is never changed in place."""

NOTHING: Final[Memory] = MappingProxyType({})


def remembered(memory: Memory, fact: Event) -> Memory:
    """The memory after a fact, as the seat was told it."""
    change = CHANGES.get(type(fact))
    if change is not None:
        return change(memory, fact)
    return memory if type(fact) in BASE.folds else NOTHING


def recalled(view: State, memory: Memory) -> State:
    """The view with what is remembered in the hands: a position to deal from, no view to play on."""
    seen = view.copy()
    for seat, hand in enumerate(view.hands):
        units = [unit for unit, holder in memory.items() if holder == seat and unit not in hand]
        if not units or hand.count(UNKNOWN) < len(units) or (view.solo is not None and seat == HOUSES):
            continue
        held = iter(units)
        seen.hands[seat] = tuple([next(held, UNKNOWN) if unit == UNKNOWN else unit for unit in hand])
    return seen


def _held(memory: Memory, seat: int, units: Iterable[int]) -> Memory:
    return {**memory, **dict.fromkeys(units, seat)}


def _gone(memory: Memory, unit: int) -> Memory:
    return {one: seat for one, seat in memory.items() if one != unit} if unit in memory else memory


def _doubtful(memory: Memory, *seats: int) -> Memory:
    return {unit: seat for unit, seat in memory.items() if seat not in seats}


def _left(memory: Memory, fact: e.UnitAssigned | e.UnitPlaced | e.UnitDiscarded) -> Memory:
    return _gone(memory, fact.unit)


def _taken_up(memory: Memory, fact: e.UnitReturned | e.UnitTaken | e.UnitRecovered) -> Memory:
    return _held(memory, fact.seat, (fact.unit,))


def _units_returned(memory: Memory, fact: e.UnitsReturned) -> Memory:
    return _held(memory, fact.seat, fact.units)


def _hand_shown(memory: Memory, fact: e.HandShown) -> Memory:
    return memory if UNKNOWN in fact.units else _held(memory, fact.owner, fact.units)


def _cards_exchanged(memory: Memory, fact: e.CardsExchanged) -> Memory:
    if fact.what != e.HAND_CARDS:
        return memory
    if fact.given == UNKNOWN:
        return _doubtful(memory, fact.seat, fact.partner)
    return {**memory, fact.given: fact.partner, fact.taken: fact.seat}


def _position_set(memory: Memory, fact: e.PositionSet) -> Memory:
    return NOTHING


CHANGES: Final[Mapping[type, Callable[[Memory, Any], Memory]]] = {
    e.PositionSet: _position_set,
    e.UnitAssigned: _left,
    e.UnitPlaced: _left,
    e.UnitDiscarded: _left,
    e.UnitReturned: _taken_up,
    e.UnitTaken: _taken_up,
    e.UnitRecovered: _taken_up,
    e.UnitsReturned: _units_returned,
    e.HandShown: _hand_shown,
    e.CardsExchanged: _cards_exchanged,
}
"""Facts that bring a Unit to a hand or out of one. A Unit that is kept (``UnitKept``) nobody else has seen."""
