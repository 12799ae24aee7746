"""The solo game (E21): side 0 is the player, side 1 the Elder Houses."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ....contract import Viewer, sees
from ....kit.fields import Card, Cards, SecretCard, SecretCards, SeenAs
from ....kit.knowledge import unknown
from ..houses.solo import HOUSES
from .fields import Attribute, Position, Seat, Zone


def _houses_see(cards: tuple[int, ...], viewer: Viewer) -> tuple[int, ...]:
    return cards if sees(viewer, HOUSES) else unknown(cards)


class HousesPositionSet(NamedTuple):
    """What a position says of the Elder Houses beyond what every side has (E21), before ``PositionSet``.

    ``won`` are the Privileges that they acquired, ``drawn`` those that nobody has seen, both face down; ``counted`` is
    how many of their Titles have no card; ``zone`` the Zone that they remember, or NONE.
    """

    seals: int
    won: Cards
    drawn: SecretCards
    counted: int
    zone: Zone


class GambitPrepared(NamedTuple):
    """``level`` is easy, medium or hard; ``set_aside`` counts the tokens out of the game by attribute (E21.6),
    ``units`` are the Elite Units out of the game (E21.10)."""

    level: str
    set_aside: tuple[int, ...]
    units: Cards


class MastersDealt(NamedTuple):
    """The Privileges that the Houses use, face up (E21.3)."""

    cards: Cards


class HousesHandShuffled(NamedTuple):
    """The pile of the Houses, from the top (E21.14, E21.38). Only the number of cards is public."""

    units: Annotated[Cards, SeenAs(_houses_see)]


class HousesChose(NamedTuple):
    """Why the Houses did what they did: ``why`` is a word, ``rule`` the number; ``card`` and ``zone`` say what was
    chosen, if anything. It changes nothing on the table."""

    why: str
    rule: str
    card: Card
    zone: Zone


class HousesUnitsPassedOver(NamedTuple):
    """Units went from the top of the pile to its bottom because no Zone accepts them (E21.19)."""

    number: int


class HousesTurnLost(NamedTuple):
    """A turn without a Unit to assign counts as one of the 5 (E21.17, E21.19)."""

    rule: str


class SealGained(NamedTuple):
    """``card``'s instant ability changed nothing (E21.22); ``seals`` is how many there are now."""

    card: Card
    seals: int


class SealsConverted(NamedTuple):
    """``seals`` went to the pool, and the Houses gained a Title (E21.24). It is marked by ``card`` from the Privilege
    deck, which nobody sees, if one was left (``marked``)."""

    seals: int
    marked: bool
    card: SecretCard


class SealsLost(NamedTuple):
    """To the pool, at the player's pass (E21.26)."""

    seals: int


class TokenStolen(NamedTuple):
    """From ``other`` (of ``other_seat``) onto ``unit`` of the Houses (E21.28)."""

    seat: Seat
    unit: Card
    zone: Zone
    position: Position
    other_seat: int
    other: Card
    other_zone: Zone
    other_position: Position
    attribute: Attribute


class HousesPrivilegeDrawn(NamedTuple):
    """A card from the Privilege deck, face down, became a Title (E21.33, E21.35). Nobody sees the card."""

    card: SecretCard
