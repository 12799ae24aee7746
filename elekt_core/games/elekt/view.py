"""What a seat or a spectator may know (E4): a state with unknown cards in it, and each fact as they learn it.

Hidden are the hands of others, the cards that another seat has drawn and not yet chosen from, every deck, and the
Privileges set aside; in a solo game also the Privileges that the Houses have drawn, from everybody.
"""

from __future__ import annotations

from typing import Any

from ...contract import UNKNOWN, Viewer
from . import agenda as a
from . import events as e
from .events import Step
from .houses.solo import HOUSES
from .state import State, unknown

EVERYONE = 0b1111
"""Mask of all seats there can be."""

SECRET_TARGETS = ("hand", "give")
"""Targets that may name a card in a hidden hand."""


def view(state: State, viewer: Viewer) -> State:
    """The state as the viewer may know it; None is a spectator."""
    s = state.copy()
    s.hidden = EVERYONE if viewer is None else EVERYONE & ~(1 << viewer)
    s.hands = [hand if seat == viewer else unknown(hand) for seat, hand in enumerate(s.hands)]
    s.decks = [unknown(deck) for deck in s.decks]
    s.aside = unknown(s.aside)
    if s.drawn_by != viewer:
        s.drawn = unknown(s.drawn)
    if s.solo is not None:
        s.solo = s.solo._replace(drawn=unknown(s.solo.drawn))
    s.step = _step(s.step, viewer)
    s.agenda = tuple(_step(step, viewer) for step in s.agenda)
    return s


def redact(event: Any, viewer: Viewer) -> Any:
    """The fact as the viewer may know it: the same kind and shape, UNKNOWN for what is hidden."""
    match event:
        case e.UnitKept(seat=seat) if seat != viewer:
            return event._replace(unit=UNKNOWN)
        case e.UnitsDrawn(seat=seat) | e.HandDealt(seat=seat) if seat != viewer:
            return event._replace(units=unknown(event.units))
        case e.HandShown(seat=seat, owner=owner) if viewer not in (seat, owner):
            return event._replace(units=unknown(event.units))
        case e.CardsExchanged(what=e.HAND_CARDS, seat=seat, partner=partner) if viewer not in (seat, partner):
            return event._replace(given=UNKNOWN, taken=UNKNOWN)
        case e.DeckShuffled():
            return event._replace(cards=unknown(event.cards), aside=unknown(event.aside))
        case e.HousesHandShuffled() if viewer != HOUSES:
            return event._replace(units=unknown(event.units))
        case e.HousesPrivilegeDrawn() | e.SealsConverted():
            return event._replace(card=UNKNOWN)
        case e.DeckReshuffled():
            return event._replace(cards=unknown(event.cards))
        case e.HousesPositionSet():
            return event._replace(drawn=unknown(event.drawn))
        case e.PositionSet():
            return event._replace(
                hands=tuple([hand if seat == viewer else unknown(hand) for seat, hand in enumerate(event.hands)]),
                decks=tuple([unknown(deck) for deck in event.decks]),
                aside=unknown(event.aside),
            )
        case e.Awaiting():
            return event._replace(
                step=_step(event.step, viewer), agenda=tuple(_step(step, viewer) for step in event.agenda)
            )
        case _:
            return event


def _step(step: Step, viewer: Viewer) -> Step:
    """A waiting effect may already hold the card that its player chose from hand."""
    if not step or step[0] != a.DO or step[1] == viewer:
        return step
    *head, targets = step
    return (*head, tuple((word, UNKNOWN if word in SECRET_TARGETS else value) for word, value in targets))
