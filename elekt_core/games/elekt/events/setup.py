"""Setup (E2), or a position in its place."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ....kit.fields import KNOWN_TO_EACH, Card, Cards, Own, OwnCards, SecretCards
from .fields import Deck, Decks, Direction, Phase, Seat, Zone


class GameCreated(NamedTuple):
    """E24.5. ``card_set`` is the version of the card set; ``commitment`` the hash of the secret seed."""

    ruleset: str
    edition: int
    seats: int
    card_set: str
    tokens: tuple[int, ...]
    heat_tokens: int
    heat_limit: int
    heat_starting: int
    titles_to_win: int
    zone_limit: int
    assignments: int
    commitment: str


class BasicSetChosen(NamedTuple):
    """The four kinds of Basic Units in play, in the order of the card list, drawn ``by_lot`` or agreed (E2.12).

    Only where the list has more than four.
    """

    kinds: tuple[str, ...]
    by_lot: bool


class DeckShuffled(NamedTuple):
    """``cards`` from the top; ``aside`` leave the game unseen (Privileges, E2.4). Only the numbers are public."""

    deck: Deck
    cards: SecretCards
    aside: SecretCards


class DeckReshuffled(NamedTuple):
    """The discard pile became the Elite deck (E6.4); ``cards`` from the top, hidden from all."""

    cards: SecretCards


class HeatDealt(NamedTuple):
    seat: Seat
    amount: int


class HandDealt(NamedTuple):
    """The starting hand (E2.7). Private."""

    seat: Seat
    units: OwnCards


class FirstPlayerDrawn(NamedTuple):
    """E3.5: ``units[seat]`` was drawn by that seat; ``holder`` has the first name."""

    units: Cards
    holder: Seat


class SceptreSet(NamedTuple):
    """``direction``: 1 clockwise, -1 counter-clockwise (E3.4)."""

    holder: Seat
    direction: Direction


class CardRevealed(NamedTuple):
    zone: Zone
    card: Card


class PositionSet(NamedTuple):
    """The whole table as laid out for a match that starts from a position instead of the setup.

    Decks from the top; ``discard``, ``hands``, ``rows`` (``rows[zone * seats + seat]``), ``acquired`` as in the state.
    ``held`` are the Privileges in force; ``tokens_on`` has ``(unit, occultism, cunning, violence, power)`` for each
    Unit with tokens; ``passed`` is 1 for a seat that has; ``used`` are the cards used this round, ``used_game`` in
    this game; ``skips`` confrontations ``(zone, attribute)`` that do not take place this round; ``conceded`` the seats
    that gave up. Hands, decks and ``aside`` are hidden as they are in the state.
    """

    round: int
    phase: Phase
    holder: Seat
    direction: Direction
    heat: tuple[int, ...]
    heat_pool: int
    pool: Annotated[tuple[int, ...], Own("pool")]
    face_up: Annotated[tuple[int, ...], Own("face_up")]
    decks: Decks
    aside: SecretCards
    removed: Cards
    discard: Cards
    hands: Annotated[tuple[Cards, ...], KNOWN_TO_EACH]
    rows: Annotated[tuple[tuple[int, ...], ...], Own("rows")]
    tokens_on: Annotated[tuple[tuple[int, ...], ...], Own("tokens_on")]
    suppressed: Cards
    acquired: tuple[Cards, ...]
    held: Cards
    titles: tuple[int, ...]
    assigned: tuple[int, ...]
    passed: Annotated[tuple[int, ...], Own("passed")]
    used: Cards
    used_game: Cards
    skips: Annotated[tuple[tuple[int, int], ...], Own("skips")]
    crowned: Seat
    conceded: tuple[int, ...]
