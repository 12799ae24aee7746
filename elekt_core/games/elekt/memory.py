"""What a seat remembers of other hands: a Unit that went to a hand in its sight is there until it is seen to leave, and
so is a Basic Unit, of which everybody knows that the game begins with it there (E2.7).

Folded from the facts as the seat was told them, so it knows nothing else. It holds only what is certain: an exchange
between two hands that others cannot see makes all doubtful that was known of either, and so does a fact of an
expansion, which may do anything, for every hand. The pile of the Houses is no hand: its order counts, and is shuffled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ...contract import UNKNOWN, Event
from ...kit.remembering import NOTHING, Memory, doubtful, hands_with, held, without
from . import events as e
from .course import BASE
from .houses.solo import HOUSES
from .state import State


def remembered(memory: Memory, fact: Event, basics: Sequence[Sequence[int]]) -> Memory:
    """The memory after a fact, as the seat was told it. ``basics`` are the Basic Units of each seat."""
    if type(fact) is e.HandDealt:
        return _hand_dealt(memory, fact, basics[fact.seat])
    change = CHANGES.get(type(fact))
    if change is not None:
        return change(memory, fact)
    return memory if type(fact) in BASE.folds else NOTHING


def recalled(view: State, memory: Memory) -> State:
    """The view with what is remembered in the hands: a position to deal from, no view to play on."""
    seen = view.copy()
    seen.hands = hands_with(memory if view.solo is None else doubtful(memory, HOUSES), view.hands)
    return seen


def _hand_dealt(memory: Memory, fact: e.HandDealt, units: Sequence[int]) -> Memory:
    """All Basic Units of the seat, of which nobody else is told; where only some kinds are in play (E2.12), nothing."""
    return held(memory, fact.seat, units) if len(fact.units) == len(units) else memory


def _left(memory: Memory, fact: e.UnitAssigned | e.UnitPlaced | e.UnitDiscarded) -> Memory:
    return without(memory, (fact.unit,))


def _taken_up(memory: Memory, fact: e.UnitReturned | e.UnitTaken | e.UnitRecovered) -> Memory:
    return held(memory, fact.seat, (fact.unit,))


def _units_returned(memory: Memory, fact: e.UnitsReturned) -> Memory:
    return held(memory, fact.seat, fact.units)


def _hand_shown(memory: Memory, fact: e.HandShown) -> Memory:
    return memory if UNKNOWN in fact.units else held(memory, fact.owner, fact.units)


def _cards_exchanged(memory: Memory, fact: e.CardsExchanged) -> Memory:
    if fact.what != e.HAND_CARDS:
        return memory
    if fact.given == UNKNOWN:
        return doubtful(memory, fact.seat, fact.partner)
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
