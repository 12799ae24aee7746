"""What abilities do (E15): to Heat, tokens, Units and the cards of players."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ....kit.fields import Card, Cards, known_to
from .fields import Attribute, Exchange, ExchangedCard, Position, Seat, Zone


class AbilityUsed(NamedTuple):
    """``card`` acts for ``seat`` in or about ``zone`` (NONE: no Zone is concerned)."""

    seat: Seat
    card: Card
    zone: Zone


class AbilityDeclined(NamedTuple):
    seat: Seat
    card: Card
    zone: Zone


class AbilityLapsed(NamedTuple):
    """The limit of abilities in a round is reached: this one is skipped. Only with a club's own cards
    (docs/card-files.md)."""

    seat: Seat
    card: Card
    zone: Zone


class AbilitySuppressed(NamedTuple):
    """The Unit's ability stopped working (E15.13)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class HeatPaid(NamedTuple):
    seat: Seat
    amount: int


class HeatGained(NamedTuple):
    seat: Seat
    amount: int


class HeatDiscarded(NamedTuple):
    seat: Seat
    amount: int


class HeatTaken(NamedTuple):
    """``seat`` took it from ``victim``."""

    seat: Seat
    victim: int
    amount: int


class TokenAttached(NamedTuple):
    """From the pool onto the Unit of ``seat``."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    attribute: Attribute


class TokenDetached(NamedTuple):
    """From the Unit of ``seat`` to the pool."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    attribute: Attribute


class TokenMoved(NamedTuple):
    """From ``other`` (of ``other_seat``) onto ``unit`` (of ``seat``)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    other_seat: int
    other: Card
    other_zone: Zone
    other_position: Position
    attribute: Attribute


class UnitsSwapped(NamedTuple):
    """``unit`` stood in ``zone``, ``other`` in ``other_zone``; each took exactly the other's place (E7.11)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    other: Card
    other_zone: Zone
    other_position: Position


class UnitMoved(NamedTuple):
    """From ``other_zone`` and ``other_position`` to ``zone`` and ``position``."""

    seat: Seat
    unit: Card
    other_zone: Zone
    other_position: Position
    zone: Zone
    position: Position


class UnitPlaced(NamedTuple):
    """From hand, not assigned (E18.10)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class UnitReturned(NamedTuple):
    """From the Zone to its owner's hand; its tokens went to the pool."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class UnitTaken(NamedTuple):
    """From the Zone to the hand of ``seat``, who owns it from now on (E14.9)."""

    seat: Seat
    unit: Card
    owner: int
    zone: Zone
    position: Position


class UnitRecovered(NamedTuple):
    """From the discard pile to the hand of ``seat`` (C1.57)."""

    seat: Seat
    unit: Card


class UnitAnnihilated(NamedTuple):
    """E14.5 step 2: its fate is still open. ``by`` caused it."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    by: Seat


class AnnihilationRedirected(NamedTuple):
    """``seat`` chose ``other`` in place of ``unit`` (E19.2); both are theirs."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    other: Card
    other_position: Position


class UnitSaved(NamedTuple):
    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class UnitStayed(NamedTuple):
    """The Unit was saved, and stays in its place with its tokens (E19.3)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position


class CardsExchanged(NamedTuple):
    """``seat`` gave ``given`` to ``partner`` and got ``taken``. ``what``: 0 acquired cards, 1 Units in hand
    (private to the two)."""

    what: Exchange
    seat: Seat
    given: ExchangedCard
    partner: int
    taken: ExchangedCard


class HandShown(NamedTuple):
    """``seat`` saw the hand of ``owner``. Private to the two."""

    seat: Seat
    owner: int
    units: Annotated[Cards, known_to("seat", "owner")]
