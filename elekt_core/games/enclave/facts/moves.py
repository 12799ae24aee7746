"""What folds of several parts share: moving cards between hands and piles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ....contract import UNKNOWN
from .. import memory
from ..cards import PRINTED
from ..state import State

Cards = tuple[int, ...]
Folds = dict[type, Callable[[State, Any], None]]
"""Class of a fact -> its fold."""


def without(cards: Cards, card: int) -> Cards:
    """The cards without this one, or without an unknown one if the cards are not known."""
    at = cards.index(card) if card in cards else cards.index(UNKNOWN)
    return cards[:at] + cards[at + 1 :]


def into_hand(s: State, seat: int, cards: Iterable[int]) -> None:
    s.hands[seat] += tuple(card if s.knows(seat) else UNKNOWN for card in cards)


def discard(s: State, cards: Iterable[int]) -> None:
    """Z21.1: put each card on the discard pile of its deck."""
    for card in cards:
        s.discards[PRINTED[card].deck] += (card,)


def draw(s: State, deck: int, cards: Cards) -> None:
    """From the top of the pile, in view of all."""
    _take(s, deck, len(cards))
    memory.drawn(s, deck, cards)


def hold(s: State, deck: int, seat: int, cards: Cards) -> None:
    """From the top of the pile, for the seat to look at."""
    count = len(cards)
    known, masks = s.piles[deck][:count], s.seen[deck][:count]
    _take(s, deck, count)
    if (s.recalled[deck] or any(masks)) and not s.first_rules:
        memory.held(s, deck, seat, cards, known, masks)


def lay_back(s: State, deck: int, seat: int, top: Cards, bottom: Cards) -> None:
    """The seat knows the order; others know only which cards these are (Z22.1)."""
    mask = (1 << seat,)
    s.piles[deck] = top + s.piles[deck] + bottom
    s.seen[deck] = mask * len(top) + s.seen[deck] + mask * len(bottom)
    memory.put_back(s, deck, len(top), len(bottom))


def _take(s: State, deck: int, count: int) -> None:
    s.piles[deck], s.seen[deck] = s.piles[deck][count:], s.seen[deck][count:]


def told(s: State, event: Any) -> None:
    """A fact for readers only: it changes nothing."""
