"""What a seat or a spectator may know (Z22): a state with unknown cards in it, and each fact as they learn it."""

from __future__ import annotations

from typing import Any

from ...contract import UNKNOWN, Viewer
from . import events as e
from .memory import fill_in
from .state import NOT_CHOSEN, State

EVERYONE = 0b1111


def unknown(cards: tuple[int, ...]) -> tuple[int, ...]:
    return (UNKNOWN,) * len(cards)


def view(state: State, viewer: Viewer) -> State:
    """The state as the viewer may know it; None is a spectator."""
    s = state.copy()
    own = 0 if viewer is None else 1 << viewer
    s.hidden = EVERYONE & ~own
    s.hands = [hand if seat == viewer else unknown(hand) for seat, hand in enumerate(s.hands)]
    s.piles = [_known(pile, seen, own) for pile, seen in zip(s.piles, s.seen, strict=True)]
    s.recalled = [tuple([one for one in recalled if one[0] == viewer]) for recalled in s.recalled]
    for deck, recalled in enumerate(s.recalled):
        if recalled:
            fill_in(s, deck)
    s.committed = [
        choice if seat == viewer or choice == NOT_CHOSEN else UNKNOWN for seat, choice in enumerate(s.committed)
    ]
    if s.looker != viewer:
        s.looked = [unknown(cards) for cards in s.looked]
        if s.offer_from == e.PILE:
            s.offer = unknown(s.offer)
    return s


def _known(pile: tuple[int, ...], seen: tuple[int, ...], own: int) -> tuple[int, ...]:
    return tuple([card if mask & own else UNKNOWN for card, mask in zip(pile, seen, strict=True)])


def redact(event: Any, viewer: Viewer) -> Any:
    """The fact as the viewer may know it: the same kind and shape, UNKNOWN for what is hidden."""
    match event:
        case e.PileShuffled():
            return event._replace(cards=unknown(event.cards))
        case e.PositionSet(hands=hands, piles=piles):
            known = tuple([hand if seat == viewer else unknown(hand) for seat, hand in enumerate(hands)])
            return event._replace(hands=known, piles=tuple(map(unknown, piles)))
        case e.StartingItemsDealt(seat=seat) | e.CardsLookedAt(seat=seat) if seat != viewer:
            return event._replace(cards=unknown(event.cards))
        case e.CardsOffered(seat=seat, source=e.PILE) | e.CardsReturned(seat=seat, source=e.PILE) if seat != viewer:
            return event._replace(cards=unknown(event.cards))
        case e.CardsPutBack(seat=seat) if seat != viewer:
            return event._replace(top=unknown(event.top), bottom=unknown(event.bottom))
        case e.ActionCommitted(seat=seat) if seat != viewer:
            return event._replace(action=UNKNOWN)
        case e.CardStolen(seat=seat, victim=victim) if viewer not in (seat, victim):
            return event._replace(card=UNKNOWN)
        case _:
            return event
