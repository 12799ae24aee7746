"""Confrontations (E8, E9), the cards that they win, and Titles."""

from __future__ import annotations

from typing import NamedTuple

from ....kit.fields import Card
from .fields import Attribute, Seat, Way, Zone


class ConfrontationSkipped(NamedTuple):
    """Because of a card, this confrontation does not take place this round (C4.6.13)."""

    zone: Zone
    attribute: Attribute


class ConfrontationStarted(NamedTuple):
    """``participants`` in court order (E8.3)."""

    zone: Zone
    attribute: Attribute
    participants: tuple[int, ...]


class ConfrontationScored(NamedTuple):
    """``counts[seat]``, NONE for those who do not take part."""

    zone: Zone
    attribute: Attribute
    counts: tuple[Seat, ...]


class ConfrontationVoid(NamedTuple):
    """Not resolved (E8.8), or nobody is there (E9.18)."""

    zone: Zone
    attribute: Attribute


class ConfrontationTied(NamedTuple):
    """No ability named a winner. A tie in Power goes on to court position (E9.16)."""

    zone: Zone
    attribute: Attribute
    tied: tuple[int, ...]


class ConfrontationWon(NamedTuple):
    """``how``: 0 the highest count, 1 an ability decided the tie, 2 court position decided it."""

    zone: Zone
    attribute: Attribute
    seat: Seat
    how: Way


class EffectDeclined(NamedTuple):
    zone: Zone
    attribute: Attribute
    seat: Seat


class CardAcquired(NamedTuple):
    seat: Seat
    card: Card
    zone: Zone


class CardRemoved(NamedTuple):
    """Out of the game: from the board of ``zone``, or from in front of ``seat``; the other one is NONE."""

    card: Card
    zone: Zone
    seat: Seat


class TitlesChanged(NamedTuple):
    """``titles[seat]`` after the change (E11.6)."""

    titles: tuple[int, ...]
