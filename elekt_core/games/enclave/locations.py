"""Phase III: the course of the action phase (Z9), Shepherd (Z10), Oracle (Z11) and the two markets (Z12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

from ...kit.choices import Choice
from . import agenda as a
from . import events as e
from .cards import BOARD, DECKS, LOCATIONS, PRINTED
from .play import Play, question, takes
from .state import State

SHEPHERD, ORACLE, OFFICE, KNIFE_SQUARE, ENCLAVE = range(len(LOCATIONS))
DECK_OF = {OFFICE: 0, KNIFE_SQUARE: 1}
"""The deck of a market."""


@takes(a.Actions)
def _actions(play: Play, step: a.Actions) -> None:
    """Z9.1; Synchron tokens that could not be used go back at the end (Z14.16)."""
    play.emit(e.PhaseStarted(2))
    by_token = sorted(range(len(LOCATIONS)), key=play.state.initiative.__getitem__)
    play.push_in_order([*(a.Location(location) for location in by_token), a.ActionsOver()])


@takes(a.Location)
def _location(play: Play, step: a.Location) -> None:
    location = step.location
    places = play.state.places[location]
    if not places:
        return
    play.emit(e.LocationStarted(location))
    if location == SHEPHERD:
        _shepherd(play, places)
    elif location == ORACLE:
        _oracle(play, places)
    elif location == ENCLAVE:
        play.push(a.Enclave(places))
    else:
        play.push(a.Market(location, 0, places, ()))


@takes(a.Back)
def _back(play: Play, step: a.Back) -> None:
    """Z9.3."""
    seat, place = step
    play.emit(e.MarkerReturned(seat, place))


@takes(a.ActionsOver)
def _actions_over(play: Play, step: a.ActionsOver) -> None:
    s = play.state
    for seat in s.order:
        if 0 < s.synchron[seat] < s.turn:
            play.emit(e.SynchronReturned(seat))


# --- Shepherd -----------------------------------------------------------------------------------------------


def _shepherd(play: Play, places: tuple[int, ...]) -> None:
    """Z10.2."""
    for seat, (knowledge, money) in zip(places, BOARD.shepherd, strict=False):
        play.gain_knowledge(seat, knowledge, e.SHEPHERD)
        play.gain_money(seat, money, e.SHEPHERD)
        play.emit(e.MarkerReturned(seat, SHEPHERD))


# --- Oracle -------------------------------------------------------------------------------------------------


def _oracle(play: Play, places: tuple[int, ...]) -> None:
    """Z11.2, Z11.4, Z11.9."""
    play.emit(e.NextOrderFixed(places + tuple(seat for seat in play.state.order if seat not in places)))
    play.push_in_order([one for seat in places for one in (a.Look(seat, BOARD.oracle), a.Back(seat, ORACLE))])


@takes(a.Look)
def _look(play: Play, step: a.Look) -> None:
    """Z11.5."""
    play.ask_in_view(step.seat, "oracle_look", step)


def _looks(s: State, seat: int, step: a.Look) -> Sequence[Choice]:
    """How many cards from each pile, at most ``amount`` in total (Z11.5, Z11.7)."""
    return _counts(step.amount, tuple([min(step.amount, len(pile)) for pile in s.piles]))


@cache
def _counts(total: int, most: tuple[int, ...]) -> Sequence[Choice]:
    """Every combination of numbers for the piles, each up to its ``most``, at most ``total`` together."""
    found: list[Choice] = [()]
    for limit in most:
        found = [(*counts, n) for counts in found for n in range(min(total - sum(counts), limit) + 1)]
    return tuple(found)


def _why_no_look(s: State, seat: int, step: a.Look, choice: Choice) -> str:
    return "look_too_many" if sum(choice) > step.amount else "pile_too_small"


def _take_a_look(play: Play, seat: int, step: a.Look, choice: Choice) -> None:
    if sum(choice):
        piles = play.state.piles
        cards = tuple(card for deck, count in enumerate(choice) for card in piles[deck][:count])
        play.emit(e.CardsLookedAt(seat, choice, cards))
        play.push_in_order([*(a.PutBack(seat, deck) for deck, count in enumerate(choice) if count), a.CheckPiles()])


question("oracle_look", "Z11.5", _looks, _take_a_look, _why_no_look)


@takes(a.PutBack)
def _put_back(play: Play, step: a.PutBack) -> None:
    play.ask_in_view(step.seat, "put_back", step)


def _ways_back(s: State, seat: int, step: a.PutBack) -> list[Choice]:
    """``(top, bottom)``, each from the upper card; the original order comes first (Z11.5)."""
    cards = s.looked[step.deck]
    orders = list(permutations(cards))
    return [(order[:n], order[n:]) for n in range(len(cards), -1, -1) for order in orders]


def _why_not_back(s: State, seat: int, step: a.PutBack, choice: Choice) -> str:
    return "put_back_all"


def _put_them_back(play: Play, seat: int, step: a.PutBack, choice: Choice) -> None:
    play.emit(e.CardsPutBack(seat, step.deck, *choice))


question("put_back", "Z11.5", _ways_back, _put_them_back, _why_not_back)


@takes(a.CheckPiles)
def _check_piles(play: Play, step: a.CheckPiles) -> None:
    """Z21.3."""
    play.check_piles()


# --- markets ------------------------------------------------------------------------------------------------


@takes(a.Market)
def _market(play: Play, step: a.Market) -> None:
    """Z12.3, Z12.4: the next of ``places``; ``again`` are those who have a second operation."""
    if step.places:
        play.ask_in_view(step.places[0], "market", step)
    elif step.again:
        play.push(a.Market(step.location, 1, step.again, ()))


def _operations(s: State, seat: int, step: a.Market) -> list[Choice]:
    row = s.rows[DECK_OF[step.location]]
    money = s.money[seat]
    buy = [("buy", card) for card in row if PRINTED[card].value <= money]
    return [(), *buy, *(("discard", card) for card in row)]


def _why_no_operation(s: State, seat: int, step: a.Market, choice: Choice) -> str:
    return "money_lacking" if choice[1] in s.rows[DECK_OF[step.location]] else "not_in_row"


def _operate(play: Play, seat: int, step: a.Market, choice: Choice) -> None:
    """Z12.5, Z12.6."""
    location, column, places, again = step
    deck, rest = DECK_OF[location], places[1:]
    if not choice:
        play.emit(e.MarketPassed(seat, deck))
    more = choice and column == 0
    if not more:
        play.emit(e.MarkerReturned(seat, location))
    play.push(a.Market(location, column, rest, (*again, seat) if more else again))
    if choice:
        what, card = choice
        play.push(a.Refill(deck))
        if what == "buy":
            buy(play, seat, card, e.ROW)
        else:
            play.emit(e.RowCardDiscarded(seat, card))


question("market", "Z12.2", _operations, _operate, _why_no_operation)


@takes(a.Refill)
def _refill(play: Play, step: a.Refill) -> None:
    play.refill(step.deck)


# --- buying and attaching (Z4) ------------------------------------------------------------------------------


def buy(play: Play, seat: int, card: int, source: int) -> None:
    """Z12.5, Z4.2."""
    printed = PRINTED[card]
    play.emit(e.CardBought(seat, card, printed.value, source))
    if printed.slot >= 0:
        play.push(a.Attach(seat))


@takes(a.Attach)
def _attach(play: Play, step: a.Attach) -> None:
    """Z4.2, Z4.3."""
    seat = step.seat
    s = play.state
    slot = PRINTED[s.pending].slot
    if len(s.attached[2 * seat + slot]) < BOARD.slots[slot]:
        play.emit(e.UpgradeAttached(seat, s.pending))
    else:
        play.ask_in_view(seat, "clear_slot", step)


def _occupied(s: State, seat: int, step: a.Attach) -> list[Choice]:
    return [(card,) for card in s.attached[2 * seat + PRINTED[s.pending].slot]]


def _clear_slot(play: Play, seat: int, step: a.Attach, choice: Choice) -> None:
    """Z4.6."""
    play.emit(e.UpgradeRemoved(seat, choice[0]))
    play.emit(e.UpgradeAttached(seat, play.state.pending))
    play.check_pile(PRINTED[choice[0]].deck)


def _why_not_cleared(s: State, seat: int, step: a.Attach, choice: Choice) -> str:
    attached = s.attached[2 * seat] + s.attached[2 * seat + 1]
    return "another_slot" if choice[0] in attached else "not_offered"


question("clear_slot", "Z4.3", _occupied, _clear_slot, _why_not_cleared)

assert DECKS[:2] == LOCATIONS[2:4], "markets and their decks have the same names"
