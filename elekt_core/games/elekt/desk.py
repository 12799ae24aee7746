"""A position as people set it up by hand: its words (docs/scenarios.md) spread out in fields, and read from them again.

A *place* is a list of cards with a word of its own: ``missions.0`` (what seat 0 has in that Zone, from the left),
``hand.0``, ``acquired.0``, ``discard``, ``elite_deck``. Nothing is judged here: whatever the position says stays in
it, also what is wrong, until ``position`` has told what is wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...contract import Json
from . import desk_form, position_write
from .cards import CardSet
from .desk_words import GROUPS, MOST, ON_FORM, PLAYER_ON_FORM, beyond, named, places, rest_of, table_at, written
from .state import State
from .tables import Tables
from .vocabulary import ATTRIBUTES, DIRECTIONS, PHASES, ZONES
from .words import terms_en, terms_pl


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
    """``unit`` or ``prize``: what can be put there."""
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class SeatDesk:
    number: int
    heat: str
    assigned: str
    passed: bool
    conceded: bool
    hand: Place
    acquired: Place


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
    units: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]
    """Units to choose from, by kind: ``(name, label, where it lies now or "")``."""
    prizes: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]
    used_elsewhere: tuple[str, ...]
    """Cards whose ability was used, beside those in front of players."""
    beyond: str
    """What the position says beyond the form, as JSON."""
    more: tuple[tuple[str, str], ...]
    """The same for people: ``("zones.court.deck_size", "3")``."""

    @property
    def keys(self) -> frozenset[str]:
        """Every key of a position that has a place on the form, where what is wrong with it can be told."""
        rows = [row for zone in self.zones for row in zone.rows]
        places = [*rows, *(p for seat in self.seats for p in (seat.hand, seat.acquired)), self.discard, self.elite_deck]
        fields = [f"players.{seat.number}.{key}" for seat in self.seats for key in PLAYER_ON_FORM]
        prizes = [f"zones.{zone.word}.face_up" for zone in self.zones]
        return frozenset(
            (*ON_FORM, *fields, *prizes, *(p.key for p in places), *(item.key for p in places for item in p.items))
        )


PLACES = {
    "pl": {"hand": "ręka", "acquired": "zdobyte", "discard": "stos odrzuconych", "elite_deck": "wierzch talii"},
    "en": {"hand": "hand", "acquired": "acquired", "discard": "discard pile", "elite_deck": "top of the deck"},
}
"""Where a card lies, for people; the Zones have names of their own."""


class PositionDesk:
    """The desk of ``contract.Desk``. Whatever a position holds, there is a form for it."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._cards = tables.cards

    def empty(self, seats: int) -> Json:
        return desk_form.empty(self._cards, seats)

    def lay_out(self, seats: int, position: Json, language: str) -> Desk:
        return _Painter(self._cards, seats, position, language).desk()

    def read(self, seats: int, fields: Mapping[str, Sequence[str]]) -> Json:
        return desk_form.read(seats, fields)

    def change(self, position: Json, step: Sequence[str], picked: str) -> Json:
        return desk_form.change(self._cards, position, step, picked)

    def write(self, state: State) -> Json | None:
        return position_write.write(self._tables, state)


class _Painter:
    def __init__(self, cards: CardSet, seats: int, data: Json, language: str) -> None:
        self.cards = cards
        self.seats = seats
        self.data = data
        self.polish = language == "pl"
        self.terms = terms_pl if self.polish else terms_en
        self.lies: dict[str, str] = {}
        """Card -> the place where the position puts it."""
        for place, entries in places(data):
            seat = int(place.rpartition(".")[2]) if "." in place else 0
            for entry in entries:
                self.lies.setdefault(self._own(named(entry), seat), place)
        used = data.get("used")
        self.used = (
            tuple(dict.fromkeys(name for name in used if isinstance(name, str))) if isinstance(used, list) else ()
        )

    def desk(self) -> Desk:
        data, terms = self.data, self.terms
        sceptre = table_at(data, "sceptre")
        return Desk(
            round=written(data.get("round", 1)),
            phase=written(data.get("phase", "assignment")),
            phases=tuple((word, terms.PHASES[word]) for word in PHASES),
            begins=data.get("begins", data.get("phase", "assignment") != "assignment") is True,
            turn=written(data.get("turn", "")),
            crowned=written(data.get("crowned", "")),
            from_zone=written(data.get("from_zone", "")),
            listed="to_resolve" in data,
            holder=written(sceptre.get("holder", 0)),
            direction=written(sceptre.get("direction", "clockwise")),
            directions=tuple((word, terms.DIRECTIONS[word]) for word in DIRECTIONS),
            zones=tuple(self._zone(number, word) for number, word in enumerate(ZONES)),
            seats=tuple(self._seat(seat) for seat in range(self.seats)),
            discard=self._pile("discard"),
            elite_deck=self._pile("elite_deck"),
            units=self._units(),
            prizes=tuple((terms.KINDS[group], self._offers(self.cards.groups[group])) for group in GROUPS),
            used_elsewhere=tuple(name for name in self.used if not self.lies.get(name, "").startswith("acquired")),
            beyond=json.dumps(rest_of(data), ensure_ascii=False),
            more=tuple((key, json.dumps(value, ensure_ascii=False)) for key, value in beyond(data)),
        )

    def _units(self) -> tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]:
        basics = [unit for seat in range(self.seats) for unit in self.cards.basics(seat)]
        elites = sorted(self.cards.elites, key=lambda unit: self._label(self.cards.names[unit]))
        return (self.terms.KINDS["basic"], self._offers(basics)), (self.terms.KINDS["elite"], self._offers(elites))

    def _offers(self, cards: Sequence[int]) -> tuple[tuple[str, str, str], ...]:
        names = [self.cards.names[card] for card in cards]
        return tuple((name, self._label(name), self._where(name)) for name in names)

    def _where(self, name: str) -> str:
        """``Strefa Misji 1``: the place and its player's number."""
        place, _, seat = self.lies.get(name, "").partition(".")
        words = {**self.terms.ZONES, **PLACES["pl" if self.polish else "en"]}
        return f"{words[place]} {int(seat) + 1}" if seat else words.get(place, "")

    def _label(self, name: str) -> str:
        card = self.cards.ids.get(name)
        if card is None:
            return name
        printed = self.cards.printed[card]
        label = printed.name_pl if self.polish else printed.name_en
        return f"{label} {int(name.rpartition('.')[2]) + 1}" if printed.copies > 1 else label

    def _own(self, name: str, seat: int) -> str:
        """A Basic Unit without a number is the seat's own."""
        return f"{name}.{seat}" if name not in self.cards.ids and f"{name}.{seat}" in self.cards.ids else name

    def _pile(self, word: str) -> Place:
        return Place(word, word, "unit", self._items(self.data.get(word), word, 0))

    def _items(self, entries: Any, key: str, seat: int, *, zone: bool = False) -> tuple[Item, ...]:
        found = entries if isinstance(entries, list) else []
        return tuple(self._item(index, entry, f"{key}.{index}", seat, zone) for index, entry in enumerate(found[:MOST]))

    def _item(self, index: int, entry: Any, key: str, seat: int, zone: bool) -> Item:
        name = self._own(named(entry), seat) or json.dumps(entry, ensure_ascii=False)
        tokens: tuple[tuple[str, str, str], ...] = ()
        if zone:
            on = table_at(entry, "tokens")
            tokens = tuple((word, self.terms.ATTRIBUTES[word], written(on.get(word, 0))) for word in ATTRIBUTES)
        suppressed = isinstance(entry, Mapping) and entry.get("suppressed") is True
        return Item(index, name, self._label(name), key, tokens, suppressed, name in self.used)

    def _seat(self, seat: int) -> SeatDesk:
        players = self.data.get("players")
        said = players[seat] if isinstance(players, list) and seat < len(players) else {}
        player: Mapping[str, Any] = said if isinstance(said, Mapping) else {}
        key = f"players.{seat}"
        if "hand" in player:
            hand = self._items(player["hand"], f"{key}.hand", seat)
        else:  # the own Basic Units that stand nowhere else, as a position is completed
            own = [self.cards.names[unit] for unit in self.cards.basics(seat)]
            hand = self._items([name for name in own if name not in self.lies], f"{key}.hand", seat)
        acquired = self._items(player.get("acquired"), f"{key}.acquired", seat)
        return SeatDesk(
            number=seat,
            heat=written(player.get("heat", "")),
            assigned=written(player.get("assigned", 0)),
            passed=player.get("passed") is True,
            conceded=player.get("conceded") is True,
            hand=Place(f"hand.{seat}", f"{key}.hand", "unit", hand),
            acquired=Place(f"acquired.{seat}", f"{key}.acquired", "prize", acquired),
        )

    def _zone(self, number: int, word: str) -> ZoneDesk:
        zone = table_at(table_at(self.data, "zones"), word)
        rows = zone.get("rows")
        said = rows if isinstance(rows, list) else []
        key = f"zones.{word}.rows"
        to_come = table_at(self.data, "to_resolve").get(word)
        return ZoneDesk(
            word=word,
            name=self.terms.ZONES[word],
            face_up=written(zone.get("face_up", "")),
            cards=tuple((name, label) for name, label, _ in self._offers(self.cards.groups[GROUPS[number]])),
            rows=tuple(
                Place(
                    f"{word}.{seat}",
                    f"{key}.{seat}",
                    "unit",
                    self._items(said[seat] if seat < len(said) else [], f"{key}.{seat}", seat, zone=True),
                )
                for seat in range(self.seats)
            ),
            resolving=tuple(
                (f"{word} {a}", a, self.terms.ATTRIBUTES[a], isinstance(to_come, list) and a in to_come)
                for a in ATTRIBUTES
            ),
        )
