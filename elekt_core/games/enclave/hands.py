"""What a seat remembers of other hands: all that was bought, won or taken along in its sight.

Hands are closed, and yet everybody could follow them (Z22.2): each begins with the same four items (Z5.6), and what
comes or goes is public, but for a card that is stolen, which only two have seen (Z18.2). Folded from the facts as the
seat was told them, so it knows nothing else; it holds only what is certain. (Of face-down piles: ``memory``.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Final

from ...contract import UNKNOWN, Event
from ...kit.remembering import NOTHING, Memory, doubtful, hands_with, held, without
from . import events as e
from .cards import CARDS, PRINTED
from .state import State


def remembered(memory: Memory, fact: Event) -> Memory:
    """The memory after a fact, as the seat was told it."""
    change = CHANGES.get(type(fact))
    return memory if change is None else change(memory, fact)


def recalled(view: State, memory: Memory) -> State:
    """The view with what is remembered in the hands: a position to deal from, no view to play on."""
    seen = view.copy()
    seen.hands = hands_with(without(memory, chain(*view.along)), view.hands)
    return seen


def _dealt(memory: Memory, fact: e.StartingItemsDealt) -> Memory:
    return held(memory, fact.seat, CARDS.starters[fact.seat])


def _gained(memory: Memory, fact: e.CardBought | e.PrizeKept) -> Memory:
    """Upgrades are attached (Z11.3), knowledge is scored (Z15.8)."""
    card = PRINTED[fact.card]
    return memory if card.slot >= 0 or card.kind == "knowledge" else held(memory, fact.seat, (fact.card,))


def _taken_along(memory: Memory, fact: e.ItemsTaken) -> Memory:
    return held(memory, fact.seat, fact.cards)


def _used(memory: Memory, fact: e.ProtectionUsed) -> Memory:
    return without(memory, fact.cards)


def _gone(memory: Memory, fact: e.Healed | e.ItemDiscarded) -> Memory:
    return without(memory, (fact.card,))


def _stolen(memory: Memory, fact: e.CardStolen) -> Memory:
    if fact.card != UNKNOWN:
        return held(memory, fact.seat, (fact.card,))
    return doubtful(memory, fact.victim)


def _position_set(memory: Memory, fact: e.PositionSet) -> Memory:
    return NOTHING


CHANGES: Final[Mapping[type, Callable[[Memory, Any], Memory]]] = {
    e.PositionSet: _position_set,
    e.StartingItemsDealt: _dealt,
    e.CardBought: _gained,
    e.PrizeKept: _gained,
    e.ItemsTaken: _taken_along,
    e.ProtectionUsed: _used,
    e.Healed: _gone,
    e.ItemDiscarded: _gone,
    e.CardStolen: _stolen,
}
"""Facts that bring a card to a hand or out of one."""
