"""What the form of a position shows (``desk``): plain values for templates, whatever the position says.

A *place* is a list of cards with a word of its own: ``missions.0`` (what side 0 has in that Zone, from the left),
``hand.0``, ``acquired.0``, ``discard``, ``elite_deck``, and in a solo game ``won`` and ``drawn``. The player of a solo
game is side 0, the Elder Houses are side 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .desk_words import HOUSES_ON_FORM, ON_FORM, PLAYER_ON_FORM

Offers = tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]
"""Cards to choose from, by group: ``(name, label, where it lies now or "")``."""


@dataclass(frozen=True, slots=True)
class Item:
    """A card that lies in a place. ``label`` is its name for people, or what the position says instead of one."""

    index: int
    name: str
    label: str
    key: str
    """Where the position says it, as flaws name it."""
    tokens: tuple[tuple[str, str, str], ...] = ()
    """``(attribute, its name, how many as it was written)``; empty where no tokens can lie."""
    suppressed: bool = False
    used: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    word: str
    key: str
    kind: str
    """``unit``, ``prize`` or ``privilege``: what can be put there (``Desk.offers``)."""
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class HousesDesk:
    """What only the Elder Houses have (E21)."""

    pile_named: bool
    """Their pile (``hand``) is named; otherwise it is what they lack of 6 Units, by chance."""
    seals: str
    counted: str
    last_zone: str
    won: Place
    drawn: Place


@dataclass(frozen=True, slots=True)
class SeatDesk:
    """A side: a player, or the Houses."""

    number: int
    heat: str
    usual_heat: str
    """What the side has where the position says nothing; ``""``: what is agreed (``heat_starting``)."""
    assigned: str
    passed: bool
    conceded: bool
    hand: Place
    acquired: Place
    houses: HousesDesk | None = None


@dataclass(frozen=True, slots=True)
class ZoneDesk:
    word: str
    name: str
    face_up: str
    cards: tuple[tuple[str, str], ...]
    """What can be its face-up card: ``(name, label)``."""
    rows: tuple[Place, ...]
    resolving: tuple[tuple[str, str, str, bool], ...]
    """Its confrontations: ``(value of the field, attribute, its name, still to come)``."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The fields of a position. A number stands as it was written: it may be none."""

    round: str
    phase: str
    phases: tuple[tuple[str, str], ...]
    begins: bool
    turn: str
    crowned: str
    from_zone: str
    listed: bool
    """The position lists the confrontations that are still to come."""
    holder: str
    direction: str
    directions: tuple[tuple[str, str], ...]
    zones: tuple[ZoneDesk, ...]
    seats: tuple[SeatDesk, ...]
    discard: Place
    elite_deck: Place
    offers: Mapping[str, Offers]
    """Cards to choose from, by ``Place.kind``."""
    used_elsewhere: tuple[str, ...]
    """Cards whose ability was used, beside those in front of players."""
    beyond: str
    """What the position says beyond the form, as JSON."""
    more: tuple[tuple[str, str], ...]
    """The same for people: ``("zones.court.deck_size", "3")``."""

    @property
    def places(self) -> Iterator[Place]:
        """All of them."""
        for zone in self.zones:
            yield from zone.rows
        for seat in self.seats:
            yield from (seat.hand, seat.acquired)
            if seat.houses is not None:
                yield from (seat.houses.won, seat.houses.drawn)
        yield from (self.discard, self.elite_deck)

    @property
    def keys(self) -> frozenset[str]:
        """Every key of a position that has a place on the form, where what is wrong with it can be told."""
        places = [*self.places]
        fields = [f"players.{seat.number}.{key}" for seat in self.seats for key in PLAYER_ON_FORM]
        prizes = [f"zones.{zone.word}.face_up" for zone in self.zones]
        houses = [f"houses.{key}" for key in HOUSES_ON_FORM] if any(seat.houses for seat in self.seats) else []
        cards = [item.key for place in places for item in place.items]
        return frozenset((*ON_FORM, *fields, *prizes, *houses, *(place.key for place in places), *cards))
