"""What each fact changes. Nothing here judges: a state with unknown cards in it is folded the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from ...contract import UNKNOWN
from . import events as e
from . import memory
from .cards import BOARD, CARDS, LOCATIONS, MISSION, PRINTED, TREE
from .state import NOT_CHOSEN, State, levels

Cards = tuple[int, ...]
ENCLAVE: Final = LOCATIONS.index("enclave")


def without(cards: Cards, card: int) -> Cards:
    """One less; where the cards are not known, an unknown one."""
    at = cards.index(card) if card in cards else cards.index(UNKNOWN)
    return cards[:at] + cards[at + 1 :]


def into_hand(s: State, seat: int, cards: Iterable[int]) -> None:
    s.hands[seat] += tuple(card if s.knows(seat) else UNKNOWN for card in cards)


def discard(s: State, cards: Iterable[int]) -> None:
    """Z21.1: each to the discard pile of its deck."""
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
    """The seat knows the order; others no more than that these cards are the ones (Z22.1)."""
    mask = (1 << seat,)
    s.piles[deck] = top + s.piles[deck] + bottom
    s.seen[deck] = mask * len(top) + s.seen[deck] + mask * len(bottom)
    memory.put_back(s, deck, len(top), len(bottom))


def _take(s: State, deck: int, count: int) -> None:
    s.piles[deck], s.seen[deck] = s.piles[deck][count:], s.seen[deck][count:]


# --- setup --------------------------------------------------------------------------------------------------


def _created(s: State, event: e.GameCreated) -> None:
    s.created = event
    s.sit(event.seats)
    s.order = s.next_order = tuple(range(event.seats))
    s.limits = [BOARD.start_limit[event.seats]] * len(s.limits)


def _position_set(s: State, event: e.PositionSet) -> None:
    """And what follows from attached cards (Z4.4)."""
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


def _shuffled(s: State, event: e.PileShuffled) -> None:
    s.piles[event.deck] = event.cards
    s.seen[event.deck] = (0,) * len(event.cards)
    memory.shuffled(s, event.deck)
    s.discards[event.deck] = ()
    s.draws += 1


def _refilled(s: State, event: e.RowRefilled) -> None:
    draw(s, event.deck, (event.card,))
    s.rows[event.deck] += (event.card,)


def _bidder(s: State, event: e.BidderDrawn) -> None:
    s.draws += 1


def _bid(s: State, event: e.BidMade) -> None:
    s.bids[event.seat] = event.amount


def _order_set(s: State, event: e.TurnOrderSet) -> None:
    s.order = s.next_order = event.order
    s.draws += event.by_lot


def _money_dealt(s: State, event: e.MoneyDealt) -> None:
    s.money = [have + got for have, got in zip(s.money, event.amounts, strict=True)]


# --- the turn -----------------------------------------------------------------------------------------------


def _turn(s: State, event: e.TurnStarted) -> None:
    s.turn = event.number
    s.played = [0] * s.seats
    s.initiative = [0] * len(s.initiative)


def _phase(s: State, event: e.PhaseStarted) -> None:
    s.phase = event.phase


def _token_placed(s: State, event: e.InitiativeTokenPlaced) -> None:
    s.initiative[event.location] = event.number


def _committed(s: State, event: e.ActionCommitted) -> None:
    s.committed[event.seat] = event.action


def _revealed(s: State, event: e.ActionsRevealed) -> None:
    for seat, action in enumerate(event.actions):
        if action != e.NONE:
            s.played[seat] |= 1 << action
    s.committed = [NOT_CHOSEN] * s.seats


def _marker(s: State, event: e.MarkerPlaced) -> None:
    s.places[event.place] += (event.seat,)


def _marker_back(s: State, event: e.MarkerReturned) -> None:
    """Who wanted to jump with that player has done so, or never will (Z14.15)."""
    s.places[event.place] = tuple(seat for seat in s.places[event.place] if seat != event.seat)
    if event.place == ENCLAVE:
        s.partner = [e.NONE if partner == event.seat else partner for partner in s.partner]


def _nothing(s: State, event: Any) -> None:
    """A fact for readers."""


def _next_order(s: State, event: e.NextOrderFixed) -> None:
    s.next_order = event.order


# --- cards ----------------------------------------------------------------------------------------------------


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


def _row_discarded(s: State, event: e.RowCardDiscarded | e.RowRotated) -> None:
    deck = PRINTED[event.card].deck
    s.rows[deck] = without(s.rows[deck], event.card)
    discard(s, (event.card,))


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


# --- boarding -------------------------------------------------------------------------------------------------


def _synchron_declared(s: State, event: e.SynchronDeclared) -> None:
    s.partner[event.seat] = event.partner


def _synchron_taken(s: State, event: e.SynchronTaken) -> None:
    s.synchron[event.seat] = s.turn


def _synchron_returned(s: State, event: e.SynchronReturned) -> None:
    s.synchron[event.seat] = 0


def _preparation_taken(s: State, event: e.PreparationTaken) -> None:
    s.preparation[event.seat] = s.turn


def _preparation_returned(s: State, event: e.PreparationReturned) -> None:
    s.preparation[event.seat] = 0


def _boarding(s: State, event: e.BoardingStarted) -> None:
    s.mission, s.blind, s.participants = event.card, event.blind, event.participants
    if event.blind:
        draw(s, MISSION, (event.card,))
    elif PRINTED[event.card].deck == MISSION:
        s.rows[MISSION] = without(s.rows[MISSION], event.card)


def _items_taken(s: State, event: e.ItemsTaken) -> None:
    for card in event.cards:
        s.hands[event.seat] = without(s.hands[event.seat], card)
    s.along[event.seat] = event.cards


def _traps(s: State, event: e.TrapsRevealed) -> None:
    s.revealed = 1
    s.traps += event.cards
    if event.cards:
        draw(s, PRINTED[event.cards[0]].deck, event.cards)


def _protection(s: State, event: e.ProtectionUsed) -> None:
    s.used[event.seat] = event.cards
    if event.token:
        s.preparation[event.seat], s.shielded[event.seat] = 0, 1


def _wounds(s: State, event: e.WoundsTaken) -> None:
    for kind, wounds in enumerate((event.physical, event.psychic)):
        at = 2 * event.seat + kind
        s.condition[at] = max(BOARD.lowest, s.condition[at] - wounds)


def _boarding_ended(s: State, event: e.BoardingEnded) -> None:
    """Z14.1, step 7; Z21.7."""
    if PRINTED[s.mission].deck != TREE:
        discard(s, (s.mission,))
    discard(s, s.traps)
    for seat in s.participants:
        used = s.used[seat]
        discard(s, used)
        into_hand(s, seat, (card for card in s.along[seat] if card not in used))
        s.along[seat], s.used[seat], s.shielded[seat] = (), (), 0
    s.mission, s.blind, s.participants, s.traps, s.revealed = e.NONE, False, (), (), 0


# --- gains ----------------------------------------------------------------------------------------------------


def _knowledge(s: State, event: e.KnowledgeGained) -> None:
    s.knowledge[event.seat] += event.amount


def _money(s: State, event: e.MoneyGained) -> None:
    s.money[event.seat] += event.amount


def _money_paid(s: State, event: e.MoneyPaid) -> None:
    s.money[event.seat] -= event.amount


def _knowledge_paid(s: State, event: e.KnowledgePaid) -> None:
    s.knowledge[event.seat] -= event.amount


def _token_kept(s: State, event: e.TreeTokenKept) -> None:
    s.tree_tokens[event.seat] += 1


def _token_returned(s: State, event: e.TreeTokenReturned) -> None:
    s.tree_tokens[event.seat] -= 1
    s.tyllo[event.seat] = 1


def _prize_drawn(s: State, event: e.PrizeDrawn) -> None:
    draw(s, PRINTED[event.card].deck, (event.card,))
    s.pending = event.card


def _prize_sold(s: State, event: e.PrizeSold) -> None:
    s.pending = e.NONE
    discard(s, (event.card,))
    s.money[event.seat] += event.amount


def _prize_kept(s: State, event: e.PrizeKept) -> None:
    """Z15.8; an upgrade waits until it is attached."""
    kind = PRINTED[event.card].kind
    if PRINTED[event.card].slot >= 0:
        return
    s.pending = e.NONE
    if kind == "knowledge":
        discard(s, (event.card,))
    else:
        into_hand(s, event.seat, (event.card,))


# --- the Tree -------------------------------------------------------------------------------------------------


def _exchanged(s: State, event: e.KnowledgeExchanged) -> None:
    s.knowledge[event.seat] -= event.amount
    s.score[event.seat] += event.amount
    s.limits[event.level - 1] -= event.amount


def _marker_taken(s: State, event: e.TreeMarkerTaken) -> None:
    s.owners[event.level - 1] = event.seat


def _stolen(s: State, event: e.CardStolen) -> None:
    s.draws += 1
    s.hands[event.victim] = without(s.hands[event.victim], event.card)
    into_hand(s, event.seat, (event.card,))


def _restored(s: State, event: e.ConditionsRestored) -> None:
    for at in (2 * event.seat, 2 * event.seat + 1):
        s.condition[at] = s.maximum[at]


def _extra(s: State, event: e.ExtraActionGained) -> None:
    s.extra[event.seat] = s.turn


def _removal(s: State, event: e.CriticalRemovalTaken) -> None:
    s.removal[event.seat] = 1


# --- the end --------------------------------------------------------------------------------------------------


def _order_changed(s: State, event: e.TurnOrderChanged) -> None:
    s.order = s.next_order = event.order


def _bonus(s: State, event: e.BonusPointsAwarded) -> None:
    s.bonus = [have + got for have, got in zip(s.bonus, event.points, strict=True)]


def _conceded(s: State, event: e.SeatConceded) -> None:
    s.conceded |= 1 << event.seat


def _ended(s: State, event: e.GameEnded) -> None:
    s.ended = event
    s.question, s.waiting, s.step, s.agenda = "", (), (), ()


def _awaiting(s: State, event: e.Awaiting) -> None:
    s.waiting, s.question, s.step, s.agenda = event


FOLDS: Final[dict[type, Callable[[State, Any], None]]] = {
    e.GameCreated: _created,
    e.PositionSet: _position_set,
    e.CardsBoxed: _boxed,
    e.TreeCardsLaid: _tree_laid,
    e.StartingItemsDealt: _items_dealt,
    e.PileShuffled: _shuffled,
    e.RowRefilled: _refilled,
    e.BidderDrawn: _bidder,
    e.BidMade: _bid,
    e.TurnOrderSet: _order_set,
    e.MoneyDealt: _money_dealt,
    e.TurnStarted: _turn,
    e.PhaseStarted: _phase,
    e.InitiativeTokenPlaced: _token_placed,
    e.ActionCommitted: _committed,
    e.ActionsRevealed: _revealed,
    e.MarkerPlaced: _marker,
    e.MarkerReturned: _marker_back,
    e.LocationStarted: _nothing,
    e.NextOrderFixed: _next_order,
    e.CardsLookedAt: _looked,
    e.CardsPutBack: _put_back,
    e.CardsOffered: _offered,
    e.CardsReturned: _returned,
    e.CardBought: _bought,
    e.RowCardDiscarded: _row_discarded,
    e.MarketPassed: _nothing,
    e.UpgradeRemoved: _removed,
    e.UpgradeAttached: _attached,
    e.Healed: _healed,
    e.ItemDiscarded: _item_discarded,
    e.SynchronDeclared: _synchron_declared,
    e.SynchronTaken: _synchron_taken,
    e.SynchronReturned: _synchron_returned,
    e.BoardingPassed: _nothing,
    e.PreparationTaken: _preparation_taken,
    e.PreparationReturned: _preparation_returned,
    e.BoardingStarted: _boarding,
    e.ItemsTaken: _items_taken,
    e.TrapsRevealed: _traps,
    e.ProtectionUsed: _protection,
    e.WoundsTaken: _wounds,
    e.BoardingSucceeded: _nothing,
    e.BoardingFailed: _nothing,
    e.BoardingEnded: _boarding_ended,
    e.KnowledgeGained: _knowledge,
    e.MoneyGained: _money,
    e.MoneyPaid: _money_paid,
    e.KnowledgePaid: _knowledge_paid,
    e.TreeTokenKept: _token_kept,
    e.TreeTokenDeclined: _nothing,
    e.TreeTokenReturned: _token_returned,
    e.PrizeDrawn: _prize_drawn,
    e.PrizeSold: _prize_sold,
    e.PrizeKept: _prize_kept,
    e.KnowledgeExchanged: _exchanged,
    e.TreeMarkerTaken: _marker_taken,
    e.TreeCardUsed: _nothing,
    e.CardStolen: _stolen,
    e.ConditionsRestored: _restored,
    e.ExtraActionGained: _extra,
    e.CriticalRemovalTaken: _removal,
    e.RowRotated: _row_discarded,
    e.TurnOrderChanged: _order_changed,
    e.BonusPointsAwarded: _bonus,
    e.SeatConceded: _conceded,
    e.GameEnded: _ended,
    e.Awaiting: _awaiting,
}
"""By class; a test says that none is missing."""
