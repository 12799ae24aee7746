"""What folds of several parts share: moving cards from place to place, and Heat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ....contract import UNKNOWN
from .. import events as e
from ..houses.solo import HOUSES
from ..state import NOWHERE, State

NO_TOKENS: Final = bytes(4)

Folds = dict[type, Callable[[State, Any], None]]
"""Class of a fact -> its fold."""


def court_order(seats: int, holder: int, direction: int) -> tuple[int, ...]:
    """E3.4: h, h+d, h+2d, ... modulo n."""
    return tuple([(holder + direction * i) % seats for i in range(seats)])


def to_hand(s: State, seat: int, unit: int) -> None:
    s.hands[seat] += (UNKNOWN if s.hidden >> seat & 1 else unit,)


def from_hand(s: State, seat: int, unit: int) -> None:
    s.hands[seat] = without(s.hands[seat], UNKNOWN if s.hidden >> seat & 1 else unit)


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def all_but(cards: tuple[int, ...], gone: int) -> tuple[int, ...]:
    """The cards without those in the mask ``gone``."""
    left: list[int] = []
    for card in cards:
        if not gone >> card & 1:
            left.append(card)
    return tuple(left)


def enter(s: State, unit: int, zone: int, seat: int) -> None:
    """At the right end of the owner's row (E7.11)."""
    place = zone * s.seats + seat
    s.rows[place] += (unit,)
    s.where[unit] = place
    s.active[zone] |= 1 << unit


def leave(s: State, unit: int) -> None:
    """Take a Unit out of its Zone; the others close up (E7.11), and a suppression ends (E15.13)."""
    place = s.where[unit]
    s.rows[place] = without(s.rows[place], unit)
    s.where[unit] = NOWHERE
    bit = 1 << unit
    s.active[place // s.seats] &= ~bit
    s.suppressed &= ~bit


def hold(s: State, card: int) -> None:
    """A Privilege comes in front of a player: it is in force in every Zone."""
    bit = 1 << card
    s.held |= bit
    s.active = [active | bit for active in s.active]


def release(s: State, card: int) -> None:
    bit = 1 << card
    if s.held & bit:
        s.held &= ~bit
        s.active = [active & ~bit for active in s.active]


def strip(s: State, unit: int) -> None:
    """E13.3: the tokens of a Unit that goes to a hand or to the pile go to the pool."""
    k = 4 * unit
    if s.tokens[k : k + 4] == NO_TOKENS:
        return
    for a in range(4):
        s.pool[a] += s.tokens[k + a]
    s.tokens[k : k + 4] = NO_TOKENS


def lay_before(s: State, seat: int, card: int) -> None:
    """An acquired card lies in front of the seat; a Privilege lies face down before the Houses, who do not use it
    (E21.35)."""
    if s.solo is not None and seat == HOUSES and s.held >> card & 1:
        release(s, card)
        s.solo = s.solo._replace(won=(*s.solo.won, card))
    else:
        s.acquired[seat] += (card,)


def heat_from_pool(s: State, event: e.HeatGained | e.HeatGathered | e.HeatDealt) -> None:
    s.heat[event.seat] += event.amount
    s.heat_pool -= event.amount


def told(s: State, event: Any) -> None:
    """A fact for readers only: it changes nothing on the table."""
