"""Cards on their way: piles and rows, what is bought, upgrades and items."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ....kit.fields import HIDDEN, Card, Cards, OwnCards
from .fields import Deck, Origin, PileCards

# --- piles and rows (Z19, Z21) --------------------------------------------------------------------------------


class PileShuffled(NamedTuple):
    """The whole pile shuffled anew, from the top (Z5.10, Z21.2): what was left of it and its discard pile."""

    deck: Deck
    cards: Annotated[Cards, HIDDEN]


class RowRefilled(NamedTuple):
    """The top card of the pile comes to the right end of the row."""

    deck: Deck
    card: Card


class RowCardDiscarded(NamedTuple):
    seat: int
    card: Card


class RowRotated(NamedTuple):
    """The leftmost card of a row is discarded (Z19.2)."""

    deck: Deck
    card: Card


# --- looking and buying (Z11, Z18) ----------------------------------------------------------------------------


class CardsLookedAt(NamedTuple):
    """``counts`` by deck, ``cards`` deck by deck, each from the top (Z11.5)."""

    seat: int
    counts: tuple[int, ...]
    cards: OwnCards


class CardsPutBack(NamedTuple):
    """``top`` and ``bottom`` from the upper to the lower card (Z11.5)."""

    seat: int
    deck: Deck
    top: OwnCards
    bottom: OwnCards


class CardsOffered(NamedTuple):
    """The top cards of a pile or a discard pile, from the top (Z18.3)."""

    seat: int
    deck: Deck
    source: Origin
    cards: PileCards


class CardsReturned(NamedTuple):
    """The cards that were not bought, put back on top, from the top (Z18.3)."""

    seat: int
    deck: Deck
    source: Origin
    cards: PileCards


class CardBought(NamedTuple):
    seat: int
    card: Card
    cost: int
    source: Origin


class MarketPassed(NamedTuple):
    seat: int
    deck: Deck


# --- upgrades and items (Z4, Z16) -----------------------------------------------------------------------------


class UpgradeRemoved(NamedTuple):
    seat: int
    card: Card


class UpgradeAttached(NamedTuple):
    seat: int
    card: Card


class Healed(NamedTuple):
    """The item, and by how much the levels rose (Z16.4)."""

    seat: int
    card: Card
    physical: int
    psychic: int


class ItemDiscarded(NamedTuple):
    """Z18.15.1."""

    seat: int
    card: Card
