"""Deals anew what a seat cannot see: a position that its view allows, for simulated play from there.

Unseen cards are put in order before they are drawn, so the outcome depends on the view and the draws alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...chance import Chance
from ...contract import UNKNOWN
from ...kit.dealing import Table, filled, shuffled
from . import events as e
from .agenda import Offer
from .cards import ACTIONS, CARDS, DECKS, ITEMS, PRINTED
from .memory import HELD
from .state import State

TABLE: Final = Table(State)
IN_DECKS: Final = [card for deck in range(len(DECKS)) for card in CARDS.groups[deck]]


def redeal(view: State, chance: Chance, draw: int = 0) -> State:
    """A full state whose view is ``view``; in it, nobody else remembers cards of a pile.

    Uses 3 draws of chance from ``draw`` on, and 1 for each seat.
    """
    s = view.copy()
    s.hidden = 0
    piles = shuffled(TABLE.unseen(view, IN_DECKS), chance, draw)
    _lay_recalled(s, piles, chance, draw + 1)
    decks: list[list[int]] = [[] for _ in DECKS]
    for card in piles:
        decks[PRINTED[card].deck].append(card)
    hands = _for_hands(s, decks)
    dealt = iter(shuffled(hands, chance, draw + 2))
    s.hands = [filled(hand, dealt) for hand in s.hands]
    held = set(hands)
    for deck, of_deck in enumerate(decks):
        own = iter([card for card in of_deck if card not in held])
        s.piles[deck] = filled(s.piles[deck], own)
        s.looked[deck] = filled(s.looked[deck], own)
        if deck == _offered(s):
            s.offer = filled(s.offer, own)
    s.committed = [
        _sealed(s.played[seat], chance.permutation(draw + 3 + seat, len(ACTIONS))) if choice == UNKNOWN else choice
        for seat, choice in enumerate(s.committed)
    ]
    return s


def _sealed(played: int, order: Sequence[int]) -> int:
    """The first action that the seat has not played yet."""
    return next(action for action in order if not played >> action & 1)


def _offered(s: State) -> int:
    """The deck of the cards on offer from a pile, else NONE (``step`` of the question, or what follows it)."""
    if UNKNOWN not in s.offer:
        return e.NONE
    return next(step.deck for step in (s.step, *reversed(s.agenda)) if isinstance(step, Offer))


def _lay_recalled(s: State, unseen: list[int], chance: Chance, draw: int) -> None:
    """Lay each card that the viewer remembers at one of its possible places, so that it is no longer unseen."""
    for deck, recalled in enumerate(s.recalled):
        open_: dict[int, tuple[int, ...]] = {}
        for _, card, places in recalled:  # several seats may remember it, each at places of its own
            if card in unseen:
                free = [place for place in places if place == HELD or s.piles[deck][place] == UNKNOWN]
                open_[card] = tuple([place for place in free if place in open_.get(card, free)])
        laid = _fitting(s, deck, sorted(open_.items(), key=lambda one: len(one[1])), chance.permutation(draw, 64))
        for card, place in laid.items():
            unseen.remove(card)
            if place != HELD:
                pile = s.piles[deck]
                s.piles[deck] = (*pile[:place], card, *pile[place + 1 :])
            elif UNKNOWN in s.looked[deck]:
                s.looked[deck] = _first_unknown(s.looked[deck], card)
            else:
                s.offer = _first_unknown(s.offer, card)


def _first_unknown(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = cards.index(UNKNOWN)
    return (*cards[:at], card, *cards[at + 1 :])


def _fitting(s: State, deck: int, open_: list[tuple[int, tuple[int, ...]]], order: Sequence[int]) -> dict[int, int]:
    """A place for each card, no two at the same one; the latest choices are undone first if the rest does not fit."""
    held = [*s.looked[deck], *(s.offer if deck == _offered(s) else ())].count(UNKNOWN)

    def fit(at: int, taken: tuple[int, ...]) -> dict[int, int] | None:
        if at == len(open_):
            return {}
        card, places = open_[at]
        for place in sorted(places, key=lambda one: order[(one + 7 * at) % len(order)]):
            free = taken.count(HELD) < held if place == HELD else place not in taken
            if free and (rest := fit(at + 1, (*taken, place))) is not None:
                return {card: place, **rest}
        return None

    found = fit(0, ())
    assert found is not None, "what is recalled fits the true position"
    return found


def _for_hands(s: State, decks: Sequence[Sequence[int]]) -> list[int]:
    """Items for the unknown cards in the hands: so many from each deck that the rest fills its pile."""
    found: list[int] = []
    offered = _offered(s)
    for deck, of_deck in enumerate(decks):
        places = (*s.piles[deck], *s.looked[deck], *(s.offer if deck == offered else ()))
        items = [card for card in of_deck if PRINTED[card].kind in ITEMS]
        found += items[: len(of_deck) - places.count(UNKNOWN)]
    return sorted(found)
