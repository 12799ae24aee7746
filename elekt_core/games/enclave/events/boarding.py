"""Boarding: how a mission is prepared, met and ended (Z13, Z14)."""

from __future__ import annotations

from typing import NamedTuple

from ....kit.fields import Card, Cards
from .fields import Partner


class SynchronDeclared(NamedTuple):
    """The player with whom the holder will jump, NONE for nobody (Z14.14)."""

    seat: int
    partner: Partner


class SynchronTaken(NamedTuple):
    seat: int


class SynchronReturned(NamedTuple):
    seat: int


class BoardingPassed(NamedTuple):
    seat: int


class PreparationTaken(NamedTuple):
    seat: int


class PreparationReturned(NamedTuple):
    seat: int


class BoardingStarted(NamedTuple):
    """Against a face-up mission, the top of the pile (``blind``) or a Tree card."""

    seat: int
    card: Card
    blind: bool
    participants: tuple[int, ...]


class ItemsTaken(NamedTuple):
    """Z14.1, step 2."""

    seat: int
    cards: Cards


class TrapsRevealed(NamedTuple):
    """Some of the traps, from the top of the pile (Z14.1, step 3)."""

    cards: Cards


class ProtectionUsed(NamedTuple):
    """The items taken along, and whether the preparation token is too (Z14.1, step 4)."""

    seat: int
    cards: Cards
    token: bool


class WoundsTaken(NamedTuple):
    """Z14.4, before the end of the track."""

    seat: int
    physical: int
    psychic: int


class BoardingSucceeded(NamedTuple):
    seats: tuple[int, ...]


class BoardingFailed(NamedTuple):
    seats: tuple[int, ...]


class BoardingEnded(NamedTuple):
    """Z14.1, step 7: everything goes where it belongs."""
