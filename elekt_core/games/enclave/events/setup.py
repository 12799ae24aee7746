"""Setup (Z5), or a position in its place."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ....kit.fields import HIDDEN, KNOWN_TO_EACH, Cards, OwnCards
from .fields import Phase


class GameCreated(NamedTuple):
    ruleset: str
    seats: int
    card_set: str
    commitment: str


class PositionSet(NamedTuple):
    """A match that starts from a position: the fields of ``State``; ``laid`` are the Tree cards."""

    turn: int
    phase: Phase
    order: tuple[int, ...]
    next_order: tuple[int, ...]
    initiative: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]
    rows: tuple[Cards, ...]
    piles: Annotated[tuple[Cards, ...], HIDDEN]
    discards: tuple[Cards, ...]
    box: Cards
    laid: Cards
    limits: tuple[int, ...]
    owners: tuple[int, ...]
    hands: Annotated[tuple[Cards, ...], KNOWN_TO_EACH]
    attached: tuple[Cards, ...]
    condition: tuple[int, ...]
    score: tuple[int, ...]
    knowledge: tuple[int, ...]
    money: tuple[int, ...]
    tree_tokens: tuple[int, ...]
    preparation: tuple[int, ...]
    synchron: tuple[int, ...]
    extra: tuple[int, ...]
    removal: tuple[int, ...]
    tyllo: tuple[int, ...]
    played: tuple[int, ...]
    conceded: int


class CardsBoxed(NamedTuple):
    """Out of the game, in view of all (Z5.8)."""

    cards: Cards


class TreeCardsLaid(NamedTuple):
    """One for each level from 1; the others are out of the game (Z5.11). ``draws`` is how many draws it took."""

    cards: Cards
    draws: int


class StartingItemsDealt(NamedTuple):
    """Z5.6."""

    seat: int
    cards: OwnCards


class BidderDrawn(NamedTuple):
    """The first bidder (Z5.4)."""

    seat: int


class BidMade(NamedTuple):
    seat: int
    amount: int


class TurnOrderSet(NamedTuple):
    """The first turn order, drawn ``by_lot`` or not (Z5.3, Z5.4.3)."""

    order: tuple[int, ...]
    by_lot: bool


class MoneyDealt(NamedTuple):
    """By seat."""

    amounts: tuple[int, ...]
