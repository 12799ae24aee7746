"""Who knows which card of a face-down pile: whoever has seen it, until the pile is shuffled (Z22.1).

``State.seen`` says who has put a card where it lies, and so knows it there. When another takes such cards to look at
them, the first one still knows that they are among these; once they are put back, that they lie at one of the places
where any of them was put, for the numbers are public and the order is not. That is ``State.recalled``: by deck,
``(seat, card, places)``, places counted from the top, HELD while the card may be among those that are looked at.
Both grow in the same way in a view, which has what its viewer recalls and nothing of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .state import Recalled, State

HELD: Final = -1


def drawn(s: State, deck: int, cards: Sequence[int]) -> None:
    """These cards have left the top of the pile in view of all; meanwhile nobody looks at cards of the pile (Z21.3)."""
    if s.recalled[deck]:
        count = len(cards)
        kept = [
            (seat, card, tuple([place - count for place in places if place >= count]))
            for seat, card, places in s.recalled[deck]
            if card not in cards
        ]
        _keep(s, deck, kept)


def held(s: State, deck: int, looker: int, cards: Sequence[int], known: Sequence[int], masks: Sequence[int]) -> None:
    """The seat has taken these cards, perhaps unknown ones, from the top to look at them.

    ``known`` are the cards as they were in the pile, ``masks`` the seats that knew them there.
    """
    count, kept = len(cards), []
    for seat, card, places in s.recalled[deck]:
        if seat != looker:
            moved = {HELD if place < count else place - count for place in places}
            kept.append((seat, card, tuple(sorted(moved))))
        elif card not in cards:
            kept.append((seat, card, tuple([place - count for place in places if place >= count])))
    own = 1 << looker
    for card, mask in zip(known, masks, strict=True):
        if mask & ~own:
            for seat in range(s.seats):
                if mask >> seat & 1 and seat != looker and s.knows(seat):
                    kept.append((seat, card, (HELD,)))
    if kept or s.recalled[deck]:
        _keep(s, deck, kept)


def bought(s: State, deck: int, card: int) -> None:
    """One of the cards being looked at was bought, in view of all."""
    s.recalled[deck] = tuple([one for one in s.recalled[deck] if one[1] != card])


def put_back(s: State, deck: int, top: int, bottom: int) -> None:
    """Of the cards being looked at, ``top`` now lie on top of the pile and ``bottom`` at its bottom."""
    if not s.recalled[deck]:
        return
    last = len(s.piles[deck])
    back = (*range(top), *range(last - bottom, last))
    kept = []
    for seat, card, places in s.recalled[deck]:
        moved = [place + top for place in places if place != HELD]
        kept.append((seat, card, tuple(sorted([*moved, *(back if HELD in places else ())]))))
    _keep(s, deck, kept)


def shuffled(s: State, deck: int) -> None:
    """Z21.4."""
    s.recalled[deck] = ()


def _keep(s: State, deck: int, recalled: list[Recalled]) -> None:
    s.recalled[deck] = _narrowed(recalled)
    fill_in(s, deck)


def _narrowed(recalled: list[Recalled]) -> tuple[Recalled, ...]:
    """A card that can lie at only one place leaves that place to no other card of the same seat."""
    while certain := {(seat, places[0]) for seat, _, places in recalled if len(places) == 1 and places[0] != HELD}:
        narrowed = [
            (seat, card, places if len(places) == 1 else tuple([p for p in places if (seat, p) not in certain]))
            for seat, card, places in recalled
        ]
        if narrowed == recalled:
            break
        recalled = narrowed
    return tuple(recalled)


def fill_in(s: State, deck: int) -> None:
    """A card that can lie at only one place is known there, also in a view."""
    for _, card, places in s.recalled[deck]:
        if len(places) == 1 and places[0] != HELD:
            pile, place = s.piles[deck], places[0]
            s.piles[deck] = (*pile[:place], card, *pile[place + 1 :])
