"""What a seat or a spectator may know (K22): a state with unknown cards in it, and each fact as they learn it."""

from __future__ import annotations

from typing import Any

from ...contract import UNKNOWN, Viewer
from . import events as e
from .state import DOWN, State, Unit, unknown

EVERYONE = 0b1111
"""Mask of all seats there can be."""


def view(state: State, viewer: Viewer) -> State:
    """The state as the viewer may know it; None is a spectator (K22.1)."""
    s = state.copy()
    s.offered = None
    s.hidden = EVERYONE if viewer is None else EVERYONE & ~(1 << viewer)
    s.hands = [hand if seat == viewer else unknown(hand) for seat, hand in enumerate(s.hands)]
    s.reserves = [cards if seat == viewer else unknown(cards) for seat, cards in enumerate(s.reserves)]
    s.deck = unknown(s.deck)
    s.past = ()
    for location, site in s.sites.items():
        if site.attackers or site.defenders:
            s.sites[location] = site._replace(
                attackers=_seen(site.attackers, viewer), defenders=_seen(site.defenders, viewer)
            )
    return s


def _seen(units: tuple[Unit, ...], viewer: Viewer) -> tuple[Unit, ...]:
    return tuple(
        [
            unit._replace(card=UNKNOWN)
            if unit.face == DOWN and (viewer is None or not unit.known >> viewer & 1)
            else unit
            for unit in units
        ]
    )


def redact(event: Any, viewer: Viewer) -> Any:
    """The fact as the viewer may know it: the same kind and shape, UNKNOWN for what is hidden."""
    match event:
        case e.DeckShuffled() | e.DeckReshuffled():
            return event._replace(cards=unknown(event.cards))
        case e.CardsPassed(seat=seat, to=to) if viewer not in (seat, to):
            return event._replace(cards=unknown(event.cards))
        case (
            e.HandDealt(seat=seat)
            | e.CardsDrawn(seat=seat)
            | e.DefendersPlaced(seat=seat)
            | e.AttackersPlaced(seat=seat)
            | e.FaceDownSeen(seat=seat)
            | e.AttackTakenOver(seat=seat)
        ) if viewer != seat:
            return event._replace(cards=unknown(event.cards))
        case e.CardReserved(seat=seat) | e.CardTakenBack(seat=seat) if viewer != seat:
            return event._replace(card=UNKNOWN)
        case _:
            return event
