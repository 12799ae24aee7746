"""What setup changes (Z5), or a position in its place."""

from __future__ import annotations

from typing import Final

from .. import events as e
from ..cards import BOARD, CARDS, TREE
from ..state import State, levels
from .moves import Folds, into_hand


def _created(s: State, event: e.GameCreated) -> None:
    s.created = event
    s.sit(event.seats)
    s.order = s.next_order = tuple(range(event.seats))
    s.limits = [BOARD.start_limit[event.seats]] * len(s.limits)


def _position_set(s: State, event: e.PositionSet) -> None:
    """Lay out the position, with what follows from attached cards (Z4.4)."""
    s.turn, s.phase, s.order, s.next_order = event.turn, event.phase, event.order, event.next_order
    s.initiative, s.places = list(event.initiative), list(event.places)
    s.rows, s.piles, s.discards, s.box = list(event.rows), list(event.piles), list(event.discards), event.box
    s.seen = [(0,) * len(pile) for pile in event.piles]
    s.tree_cards, s.limits, s.owners = event.laid, list(event.limits), list(event.owners)
    s.hands, s.attached = list(event.hands), list(event.attached)
    s.condition, s.score, s.knowledge = list(event.condition), list(event.score), list(event.knowledge)
    s.money, s.tree_tokens, s.preparation = list(event.money), list(event.tree_tokens), list(event.preparation)
    s.synchron, s.extra, s.removal = list(event.synchron), list(event.extra), list(event.removal)
    s.tyllo, s.played, s.conceded = list(event.tyllo), list(event.played), event.conceded
    for seat in range(s.seats):
        at = 2 * seat
        s.maximum[at], s.maximum[at + 1], s.sesame[seat], s.sarcophagus[seat] = levels(
            s.attached[at] + s.attached[at + 1]
        )


def _boxed(s: State, event: e.CardsBoxed) -> None:
    s.box += event.cards


def _tree_laid(s: State, event: e.TreeCardsLaid) -> None:
    s.tree_cards = event.cards
    s.box += tuple(card for card in CARDS.groups[TREE] if card not in event.cards)
    s.draws += event.draws


def _items_dealt(s: State, event: e.StartingItemsDealt) -> None:
    into_hand(s, event.seat, event.cards)


def _bidder(s: State, event: e.BidderDrawn) -> None:
    s.draws += 1


def _bid(s: State, event: e.BidMade) -> None:
    s.bids[event.seat] = event.amount


def _order_set(s: State, event: e.TurnOrderSet) -> None:
    s.order = s.next_order = event.order
    s.draws += event.by_lot


def _money_dealt(s: State, event: e.MoneyDealt) -> None:
    s.money = [have + got for have, got in zip(s.money, event.amounts, strict=True)]


FOLDS: Final[Folds] = {
    e.GameCreated: _created,
    e.PositionSet: _position_set,
    e.CardsBoxed: _boxed,
    e.TreeCardsLaid: _tree_laid,
    e.StartingItemsDealt: _items_dealt,
    e.BidderDrawn: _bidder,
    e.BidMade: _bid,
    e.TurnOrderSet: _order_set,
    e.MoneyDealt: _money_dealt,
}
