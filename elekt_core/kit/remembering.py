"""What a seat remembers of other hands: which cards it knows to be where, though it no longer sees them.

A game folds it from the facts as the seat was told them (``Game.remembered``), and only what is certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, repeat
from types import MappingProxyType
from typing import Final

from ..contract import UNKNOWN
from .dealing import filled

Memory = Mapping[int, int]
"""Card -> the seat that holds it. It is never changed in place."""

NOTHING: Final[Memory] = MappingProxyType({})


def held(memory: Memory, seat: int, cards: Iterable[int]) -> Memory:
    """The memory with these cards in the hand of the seat."""
    return {**memory, **dict.fromkeys(cards, seat)}


def without(memory: Memory, cards: Iterable[int]) -> Memory:
    """The memory without these cards, wherever they were."""
    gone = {*cards}
    return {card: seat for card, seat in memory.items() if card not in gone}


def doubtful(memory: Memory, *seats: int) -> Memory:
    """The memory without what these seats held."""
    return {card: seat for card, seat in memory.items() if seat not in seats}


def hands_with(memory: Memory, hands: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The hands of a view, with what is remembered in the places of unknown cards; a hand without room for all of it
    stays as it is."""
    found = []
    for seat, hand in enumerate(hands):
        cards = [card for card, holder in memory.items() if holder == seat and card not in hand]
        has_room = len(cards) <= hand.count(UNKNOWN)
        found.append(filled(hand, chain(cards, repeat(UNKNOWN))) if has_room else hand)
    return found
