"""Setup (Z5): from what was agreed to the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kit.choices import Choice
from . import agenda as a
from . import events as e
from .cards import BOARD, CARDS, DECKS, KNIFE_SQUARE, MISSION, OFFICE, PRINTED, TREE
from .events import NONE
from .play import Play, question, takes
from .state import State


def set_up(play: Play, created: e.GameCreated, agreed: Mapping[str, Any]) -> None:
    """Z5, the draws in this order: the five decks, the Tree cards, the turn order or the first bidder."""
    play.emit(created)
    seats = created.seats
    dealt = {card for seat in range(seats) for card in CARDS.starters[seat]}
    boxed = CARDS.not_with_two if seats == 2 else ()
    if boxed:
        play.emit(e.CardsBoxed(boxed))
    for seat in range(seats):
        play.emit(e.StartingItemsDealt(seat, CARDS.starters[seat]))
    for deck in range(len(DECKS)):
        play.shuffle(deck, [card for card in CARDS.groups[deck] if card not in dealt and card not in boxed])
    for deck in (OFFICE, KNIFE_SQUARE, MISSION):
        play.refill(deck)
    _lay_tree(play, agreed)
    if agreed["turn_order"] == "auction":
        play.push(a.Auction())
    else:
        by_lot = agreed["turn_order"] == "random"
        order = tuple(play.chance.permutation(play.state.draws, seats)) if by_lot else tuple(range(seats))
        play.emit(e.TurnOrderSet(order, by_lot))
        play.emit(e.MoneyDealt(tuple(BOARD.money_by_place[order.index(seat)] for seat in range(seats))))
        play.push(a.Turn(1))


def _lay_tree(play: Play, agreed: Mapping[str, Any]) -> None:
    """Z5.11."""
    chosen = BOARD.first_game if agreed["tree"] == "first_game" else [agreed[f"tree_{n}"] for n in range(1, 6)]
    if agreed["tree"] == "random":
        chosen = ["random"] * len(chosen)
    laid, draws = [], 0
    for level, name in enumerate(chosen, 1):
        of_level = [card for card in CARDS.groups[TREE] if PRINTED[card].level == level]
        if name == "random":
            laid.append(of_level[play.chance.pick(play.state.draws + draws, len(of_level))])
            draws += 1
        else:
            laid.append(CARDS.ids[name])
    play.emit(e.TreeCardsLaid(tuple(laid), draws))


@takes(a.Auction)
def _auction(play: Play, step: a.Auction) -> None:
    """Z5.4."""
    seats = play.state.seats
    play.emit(e.MoneyDealt((BOARD.money_auction,) * seats))
    bidder = play.chance.pick(play.state.draws, seats)
    play.emit(e.BidderDrawn(bidder))
    bidders = tuple((bidder + n) % seats for n in range(seats))
    play.push_in_order([*(a.Bid(seat) for seat in bidders), a.AuctionOver(bidders)])


@takes(a.Bid)
def _bid(play: Play, step: a.Bid) -> None:
    play.ask_in_view(step.seat, "bid", step)


def _bids(s: State, seat: int, step: a.Bid) -> list[Choice]:
    return [(amount,) for amount in range(BOARD.money_auction + 1) if amount == 0 or amount not in s.bids]


def _why_no_bid(s: State, seat: int, step: a.Bid, choice: Choice) -> str:
    return "bid_named" if choice[0] in s.bids else "bid_out_of_bounds"


def _make_bid(play: Play, seat: int, step: a.Bid, choice: Choice) -> None:
    play.emit(e.BidMade(seat, choice[0]))


question("bid", "Z5.4", _bids, _make_bid, _why_no_bid)


@takes(a.AuctionOver)
def _auction_over(play: Play, step: a.AuctionOver) -> None:
    """Z5.4.3: players who bid nothing come last, in the order of bidding."""
    bidders = step.bidders
    bids = play.state.bids
    order = tuple(sorted(bidders, key=lambda seat: -bids[seat]))
    for seat in order:
        if bids[seat] > 0:
            play.emit(e.MoneyPaid(seat, bids[seat]))
    assert NONE not in bids
    play.emit(e.TurnOrderSet(order, False))
    play.push(a.Turn(1))
