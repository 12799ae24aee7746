"""What changes where cards go: piles and rows, what is bought, upgrades and items."""

from __future__ import annotations

from typing import Final

from .. import events as e
from .. import memory
from ..cards import BOARD, PRINTED
from ..state import State, levels
from .moves import Folds, discard, draw, hold, into_hand, lay_back, told, without

# --- piles and rows (Z19, Z21) --------------------------------------------------------------------------------


def _shuffled(s: State, event: e.PileShuffled) -> None:
    s.piles[event.deck] = event.cards
    s.seen[event.deck] = (0,) * len(event.cards)
    memory.shuffled(s, event.deck)
    s.discards[event.deck] = ()
    s.draws += 1


def _refilled(s: State, event: e.RowRefilled) -> None:
    draw(s, event.deck, (event.card,))
    s.rows[event.deck] += (event.card,)


def _row_discarded(s: State, event: e.RowCardDiscarded | e.RowRotated) -> None:
    deck = PRINTED[event.card].deck
    s.rows[deck] = without(s.rows[deck], event.card)
    discard(s, (event.card,))


# --- looking and buying (Z11, Z18) ----------------------------------------------------------------------------


def _looked(s: State, event: e.CardsLookedAt) -> None:
    s.looker, start = event.seat, 0
    for deck, count in enumerate(event.counts):
        s.looked[deck] = event.cards[start : start + count]
        if count:
            hold(s, deck, event.seat, s.looked[deck])
            start += count


def _put_back(s: State, event: e.CardsPutBack) -> None:
    lay_back(s, event.deck, event.seat, event.top, event.bottom)
    s.looked[event.deck] = ()


def _offered(s: State, event: e.CardsOffered) -> None:
    s.looker, s.offer, s.offer_from = event.seat, event.cards, event.source
    if event.source == e.PILE:
        hold(s, event.deck, event.seat, event.cards)
    else:
        s.discards[event.deck] = s.discards[event.deck][: -len(event.cards)]


def _returned(s: State, event: e.CardsReturned) -> None:
    if event.source == e.PILE:
        lay_back(s, event.deck, event.seat, event.cards, ())
    else:
        s.discards[event.deck] += event.cards[::-1]
    s.offer = ()


def _bought(s: State, event: e.CardBought) -> None:
    s.money[event.seat] -= event.cost
    if event.source == e.ROW:
        deck = PRINTED[event.card].deck
        s.rows[deck] = without(s.rows[deck], event.card)
    else:
        s.offer = without(s.offer, event.card)
        memory.bought(s, PRINTED[event.card].deck, event.card)
    if PRINTED[event.card].slot < 0:
        into_hand(s, event.seat, (event.card,))
    else:
        s.pending = event.card


# --- upgrades and items (Z4, Z16) -----------------------------------------------------------------------------


def _levels_moved(s: State, seat: int) -> None:
    """Z4.4, Z4.5, Z3.3."""
    *maximum, sesame, sarcophagus = levels(s.attached[2 * seat] + s.attached[2 * seat + 1])
    for kind, new in enumerate(maximum):
        at = 2 * seat + kind
        moved = s.condition[at] + new - s.maximum[at]
        s.maximum[at], s.condition[at] = new, max(BOARD.lowest, min(moved, new))
    s.sesame[seat], s.sarcophagus[seat] = sesame, sarcophagus


def _attached(s: State, event: e.UpgradeAttached) -> None:
    s.attached[2 * event.seat + PRINTED[event.card].slot] += (event.card,)
    s.pending = e.NONE
    _levels_moved(s, event.seat)


def _removed(s: State, event: e.UpgradeRemoved) -> None:
    at = 2 * event.seat + PRINTED[event.card].slot
    s.attached[at] = without(s.attached[at], event.card)
    discard(s, (event.card,))
    _levels_moved(s, event.seat)


def _healed(s: State, event: e.Healed) -> None:
    s.hands[event.seat] = without(s.hands[event.seat], event.card)
    discard(s, (event.card,))
    s.condition[2 * event.seat] += event.physical
    s.condition[2 * event.seat + 1] += event.psychic


def _item_discarded(s: State, event: e.ItemDiscarded) -> None:
    s.hands[event.seat] = without(s.hands[event.seat], event.card)
    discard(s, (event.card,))


FOLDS: Final[Folds] = {
    e.PileShuffled: _shuffled,
    e.RowRefilled: _refilled,
    e.RowCardDiscarded: _row_discarded,
    e.RowRotated: _row_discarded,
    e.CardsLookedAt: _looked,
    e.CardsPutBack: _put_back,
    e.CardsOffered: _offered,
    e.CardsReturned: _returned,
    e.CardBought: _bought,
    e.MarketPassed: told,
    e.UpgradeRemoved: _removed,
    e.UpgradeAttached: _attached,
    e.Healed: _healed,
    e.ItemDiscarded: _item_discarded,
}
