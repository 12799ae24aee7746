"""A position as people set it up by hand: its words (docs/scenarios.md) spread out in fields, and read from them again.

Nothing is judged here: whatever the position says stays in it, also what is wrong, until ``position`` has told what is
wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...contract import Json
from . import desk_form
from .cards import CardSet
from .desk_shapes import Desk, HousesDesk, Item, Offers, Place, SeatDesk, ZoneDesk
from .desk_words import GROUPS, HOUSES_LISTS, MOST, beyond, named, places, rest_of, solo_of, table_at, written
from .houses.setup import HOUSES_HEAT, PLAYERS_HEAT, REMOVED
from .houses.solo import HOUSES
from .tables import Tables
from .vocabulary import ATTRIBUTES, DIRECTIONS, PHASES, ZONES
from .words import terms_en, terms_pl

PLACES: Final = {
    "pl": {
        "hand": "ręka",
        "acquired": "zdobyte",
        "won": "zdobyte zakryte",
        "drawn": "dobrane zakryte",
        "discard": "stos odrzuconych",
        "elite_deck": "wierzch talii",
    },
    "en": {
        "hand": "hand",
        "acquired": "acquired",
        "won": "acquired face down",
        "drawn": "drawn face down",
        "discard": "discard pile",
        "elite_deck": "top of the deck",
    },
}
"""Where a card lies, for people; the Zones have names of their own."""

SIDES: Final = {"pl": ("gracz", "Rody"), "en": ("player", "Houses")}
"""Of a solo game; other players are called by their numbers."""


class PositionDesk:
    """The desk of ``contract.Desk``. Whatever a position holds, there is a form for it."""

    ignores: Final = ()

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


class _Painter:
    def __init__(self, cards: CardSet, seats: int, data: Json, language: str) -> None:
        self.cards = cards
        self.seats = seats
        self.solo = solo_of(seats)
        self.sides = max(seats, 2)
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
            seats=tuple(self._seat(seat) for seat in range(self.sides)),
            discard=self._pile("discard"),
            elite_deck=self._pile("elite_deck"),
            offers={"unit": self._units(), "prize": self._prizes(GROUPS), "privilege": self._prizes(GROUPS[-1:])},
            used_elsewhere=tuple(name for name in self.used if not self.lies.get(name, "").startswith("acquired")),
            beyond=json.dumps(rest_of(data, solo=self.solo), ensure_ascii=False),
            more=tuple((key, json.dumps(value, ensure_ascii=False)) for key, value in beyond(data, solo=self.solo)),
        )

    def _prizes(self, groups: Sequence[str]) -> Offers:
        return tuple((self.terms.KINDS[group], self._offers(self.cards.groups[group])) for group in groups)

    def _units(self) -> Offers:
        """Without those that a solo game leaves out (E21.10)."""
        out = REMOVED if self.solo else ()
        basics = [unit for seat in range(self.seats) for unit in self.cards.basics(seat)]
        elites = [unit for unit in self.cards.elites if self.cards.names[unit] not in out]
        elites.sort(key=lambda unit: self._label(self.cards.names[unit]))
        return (self.terms.KINDS["basic"], self._offers(basics)), (self.terms.KINDS["elite"], self._offers(elites))

    def _offers(self, cards: Sequence[int]) -> tuple[tuple[str, str, str], ...]:
        names = [self.cards.names[card] for card in cards]
        return tuple((name, self._label(name), self._where(name)) for name in names)

    def _where(self, name: str) -> str:
        """``Strefa Misji 1``: the place and its player's number, or the side of a solo game."""
        place, _, seat = self.lies.get(name, "").partition(".")
        language = "pl" if self.polish else "en"
        words: dict[str, str] = {**self.terms.ZONES, **PLACES[language]}
        if not seat:
            return words.get(place, "")
        number = int(seat)
        if self.solo and number < len(SIDES[language]):
            return f"{words[place]}, {SIDES[language][number]}"
        return f"{words[place]} {number + 1}"

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
        acquired = self._items(player.get("acquired"), f"{key}.acquired", seat)
        houses = self.solo and seat == HOUSES
        return SeatDesk(
            number=seat,
            heat=written(player.get("heat", "")),
            usual_heat=str(HOUSES_HEAT if houses else PLAYERS_HEAT) if self.solo else "",
            assigned=written(player.get("assigned", 0)),
            passed=player.get("passed") is True,
            conceded=player.get("conceded") is True,
            hand=Place(f"hand.{seat}", f"{key}.hand", "unit", self._hand(seat, player, f"{key}.hand")),
            acquired=Place(f"acquired.{seat}", f"{key}.acquired", "prize", acquired),
            houses=self._houses("hand" in player) if houses else None,
        )

    def _hand(self, seat: int, player: Mapping[str, Any], key: str) -> tuple[Item, ...]:
        """Where nothing is said, the own Basic Units that stand nowhere else, as a position is completed."""
        if "hand" in player or seat >= self.seats:
            return self._items(player.get("hand"), key, seat)
        own = [self.cards.names[unit] for unit in self.cards.basics(seat)]
        return self._items([name for name in own if name not in self.lies], key, seat)

    def _houses(self, pile_named: bool) -> HousesDesk:
        said = table_at(self.data, "houses")
        won, drawn = (
            Place(word, f"houses.{word}", "privilege", self._items(said.get(word), f"houses.{word}", HOUSES))
            for word in HOUSES_LISTS
        )
        return HousesDesk(
            pile_named=pile_named,
            seals=written(said.get("seals", 0)),
            counted=written(said.get("titles_without_card", 0)),
            last_zone=written(said.get("last_zone", "")),
            won=won,
            drawn=drawn,
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
                for seat in range(self.sides)
            ),
            resolving=tuple(
                (f"{word} {a}", a, self.terms.ATTRIBUTES[a], isinstance(to_come, list) and a in to_come)
                for a in ATTRIBUTES
            ),
        )
