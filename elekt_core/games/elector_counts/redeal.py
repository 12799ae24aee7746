"""Deals anew what a seat cannot see: units first, because it is known what they can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...chance import Chance
from ...contract import UNKNOWN
from ...kit.dealing import Table, shuffled
from .cards import ATTACKER, DEFENDER, CardSet
from .legal import band
from .state import State, Unit

TABLE: Final = Table(State)


def redeal(cards: CardSet, view: State, chance: Chance) -> State:
    """A full state whose view is ``view``. One draw of ``chance`` is used."""
    s = view.copy()
    pool = shuffled(TABLE.unseen(view, cards.deck(view.seats)), chance, 0)
    for location, site in s.sites.items():
        if any(unit.card == UNKNOWN for unit in (*site.attackers, *site.defenders)):
            s.sites[location] = site._replace(
                attackers=_filled(cards, site.attackers, ATTACKER, pool),
                defenders=_filled(cards, site.defenders, DEFENDER, pool),
            )
    s.hands = [_dealt(hand, pool) for hand in s.hands]
    s.reserves = [_dealt(held, pool) for held in s.reserves]
    s.deck = _dealt(s.deck, pool)
    s.hidden, s.offered = 0, None
    return s


def _filled(cards: CardSet, units: tuple[Unit, ...], kind: str, pool: list[int]) -> tuple[Unit, ...]:
    """Turn the units that nobody here knows into cards of their kind that may lie together (K9.2, K9.3, K10.2), as long
    as there are such cards left."""
    found: list[Unit] = []
    there = [unit.card for unit in units if unit.card != UNKNOWN]
    still = len(units) - len(there)
    for unit in units:
        if unit.card == UNKNOWN:
            possible = [i for i, card in enumerate(pool) if cards.cards[card].kind == kind]
            place = next((i for i in possible if _fits(cards, pool, i, there, still)), possible[0])
            unit = unit._replace(card=pool.pop(place))
            there.append(unit.card)
            still -= 1
        found.append(unit)
    return tuple(found)


def _fits(cards: CardSet, pool: Sequence[int], place: int, there: Sequence[int], still: int) -> bool:
    """Whether the card may lie with those ``there`` and, for attackers, leaves enough of its band for the others."""
    card = pool[place]
    printed = cards.cards[card]
    if printed.kind == ATTACKER:
        name = band(cards, card)
        if there:
            return all(band(cards, other) == name for other in there)
        alike = [other for other in pool if cards.cards[other].kind == ATTACKER and band(cards, other) == name]
        return len(alike) >= still
    return card not in there and not (printed.garrison and any(cards.cards[other].garrison for other in there))


def _dealt(held: tuple[int, ...], pool: list[int]) -> tuple[int, ...]:
    return tuple([pool.pop() if card == UNKNOWN else card for card in held])
