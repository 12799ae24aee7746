"""Cards as data: the card file is read, checked word by word, and numbered.

Every physical card has a small integer id: Units first, then Missions, Influences and Privileges, in the order of
the file, copies of one card side by side. Its name is the card's word, with ``.0``, ``.1`` ... where there are
copies.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...chain import canonical
from ...errors import CoreError
from . import vocabulary as voc
from .check import Place

CARD_FILE = Path(__file__).with_name("cards.toml")


@dataclass(frozen=True, slots=True)
class Effect:
    """One primitive (C1.D): ``op`` and its parameters as written in the file."""

    op: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability as written (C1.A): when it acts, what it costs, what it does."""

    kind: str
    trigger: str
    effects: tuple[Effect, ...]
    cost: int = 0
    optional: bool = False
    frequency: str = "unlimited"
    who: str = ""
    by: str = ""
    zone: str = "this"
    extra_cost: str = ""
    attributes: tuple[int, ...] = ()
    filter: Mapping[str, Any] | None = None
    condition: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Title:
    """One ribbon (E1.11)."""

    en: str
    pl: str


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a card. ``group`` is unit, mission, influence or privilege; Units alone have kind, type,
    symbols."""

    id: str
    group: str
    name_en: str
    name_pl: str
    provenance: str
    completed: tuple[str, ...]
    ability: Ability
    copies: int = 1
    kind: str = ""
    type: str = ""
    symbols: tuple[int, int, int, int] = (0, 0, 0, 0)
    titles: tuple[Title, ...] = ()


@dataclass(frozen=True)
class CardSet:
    """All cards of a game and the numbers that go with them. ``names[id]`` and ``printed[id]`` describe physical
    card ``id``."""

    ruleset: str
    cards: tuple[Card, ...]
    tokens: tuple[int, int, int, int]
    heat_tokens: int
    heat_limit: int
    heat_starting: int
    titles_to_win: Mapping[int, int]
    zone_limit: Mapping[int, int]
    assignments: int
    privileges_per_game: int
    version: str
    """A hash of all that bears on play."""
    text: str = ""
    """The file itself where the list is a club's own, ``""`` for the built-in one."""

    @cached_property
    def pinned(self) -> str:
        """What a record names its cards by: the hash of the whole file for an own list, so that names and texts are
        pinned with it; for the built-in one the ``version``."""
        return sha256(self.text.encode()).hexdigest() if self.text else self.version

    @cached_property
    def printed(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards for _ in range(card.copies))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(
            f"{card.id}.{copy}" if card.copies > 1 else card.id for card in self.cards for copy in range(card.copies)
        )

    @cached_property
    def ids(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def groups(self) -> dict[str, range]:
        """The ids of each group: ``groups["mission"]``."""
        found = {}
        start = 0
        for group in voc.GROUPS:
            size = sum(card.copies for card in self.cards if card.group == group)
            found[group] = range(start, start + size)
            start += size
        return found

    @cached_property
    def elites(self) -> tuple[int, ...]:
        """The Elite deck before it is shuffled (E2.8)."""
        return tuple(unit for unit in self.groups["unit"] if self.printed[unit].kind == "elite")

    def basics(self, seat: int) -> tuple[int, ...]:
        """The starting hand of a seat: one of each Basic kind (E2.7)."""
        units = self.groups["unit"]
        return tuple(u for u in units if self.printed[u].kind == "basic" and self.names[u].endswith(f".{seat}"))


def load_cards(path: Path = CARD_FILE) -> CardSet:
    """Read a card file. Raises CoreError ``bad_cards`` that names file, card and field."""
    top = Place(path.name)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CoreError("bad_cards", where=path.name, problem=str(error)) from error
    return read_cards(data, top)


def parse_cards(text: str, name: str = "cards.toml") -> CardSet:
    """The card set of an own list. Raises CoreError ``bad_cards``."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CoreError("bad_cards", where=name, problem=str(error)) from error
    return replace(read_cards(data, Place(name)), text=text)


def read_cards(data: Mapping[str, Any], top: Place) -> CardSet:
    """The card set that a parsed card file describes."""
    cards: list[Card] = []
    for group in voc.GROUPS:
        for number, entry in enumerate(top.tables(data, group)):
            cards.append(_card(group, entry, top / f"{group} {entry.get('id', number)!s}"))
    doubled = {card.id for card in cards if sum(other.id == card.id for other in cards) > 1}
    if doubled:
        raise (top / sorted(doubled)[0]).error("two cards have this id")
    heat, players = top.table(data, "heat"), top.table(data, "players")
    tokens = _symbols(top.table(data, "tokens"), top / "tokens")
    return CardSet(
        ruleset=(top / "meta").word(top.table(data, "meta"), "ruleset"),
        cards=tuple(cards),
        tokens=tokens,
        heat_tokens=(top / "heat").number(heat, "tokens"),
        heat_limit=(top / "heat").number(heat, "limit"),
        heat_starting=(top / "heat").number(heat, "starting"),
        titles_to_win=_by_seats(players, "titles_to_win", top / "players"),
        zone_limit=_by_seats(players, "zone_limit", top / "players"),
        assignments=(top / "players").number(players, "assignments_per_round"),
        privileges_per_game=(top / "counts").number(top.table(data, "counts"), "privileges_per_game"),
        version=_version(cards, tokens, heat, players),
    )


def _version(cards: Sequence[Card], *numbers: Any) -> str:
    """A hash of all that bears on play (not of texts), so that a record names exactly the cards it was played with."""
    bearing = [
        [
            c.id,
            c.group,
            c.copies,
            c.kind,
            c.type,
            list(c.symbols),
            len(c.titles),
            c.name_pl if c.group == "unit" else "",
            _plain(c.ability),
        ]
        for c in cards
    ]
    return sha256(canonical([bearing, *numbers])).hexdigest()


def _plain(ability: Ability) -> list[Any]:
    a = ability
    effects = [[effect.op, dict(effect.params)] for effect in a.effects]
    head = [a.kind, a.trigger, a.cost, a.optional, a.frequency, a.who, a.by, a.zone, a.extra_cost, list(a.attributes)]
    return [*head, a.filter, a.condition, effects]


def _by_seats(table: Mapping[str, Any], field: str, place: Place) -> dict[int, int]:
    numbers = place.table(table, field)
    return {int(seats): (place / field).number(numbers, seats) for seats in numbers}


def _symbols(table: Mapping[str, Any], place: Place) -> tuple[int, int, int, int]:
    place.only(table, voc.ATTRIBUTES)
    o, c, v, p = (place.number(table, attribute, 0) for attribute in voc.ATTRIBUTES)
    return o, c, v, p


def _card(group: str, entry: Mapping[str, Any], place: Place) -> Card:
    unit = group == "unit"
    place.only(entry, voc.CARD_FIELDS[group])
    return Card(
        id=place.identifier(entry, "id"),
        group=group,
        name_en=place.word(entry, "name_en"),
        name_pl=place.word(entry, "name_pl"),
        provenance=place.word(entry, "provenance", ("rulebook", "public", "completed", "original")),
        completed=tuple(place.words(entry, "completed")),
        ability=_ability(group, place.table(entry, "ability"), place / "ability"),
        copies=place.number(entry, "copies", 1, least=1),
        kind=place.word(entry, "kind", voc.UNIT_KINDS) if unit else "",
        type=place.word(entry, "type", voc.UNIT_TYPES) if unit else "",
        symbols=_symbols(place.table(entry, "symbols"), place / "symbols") if unit else (0, 0, 0, 0),
        titles=tuple(
            Title((place / "titles").word(t, "en"), (place / "titles").word(t, "pl"))
            for t in place.tables(entry, "titles")
        ),
    )


def _ability(group: str, entry: Mapping[str, Any], place: Place) -> Ability:
    place.only(entry, voc.ABILITY_FIELDS)
    trigger = place.word(entry, "trigger", voc.TRIGGERS)
    effects = tuple(_effect(e, place / f"effects[{i}]") for i, e in enumerate(place.tables(entry, "effects")))
    if not effects:
        raise (place / "effects").error("an ability needs at least one effect")
    if trigger == "static" and (bad := next((e.op for e in effects if e.op not in voc.STATIC_OPS), "")):
        raise (place / "effects").error(f"{bad!r} cannot work all the time (trigger static)")
    for word in ("filter", "condition"):
        _subtable(entry, word, place)
    return Ability(
        kind=place.word(entry, "kind", voc.ABILITY_KINDS[group]),
        trigger=trigger,
        effects=effects,
        cost=place.number(entry, "cost", 0),
        optional=place.flag(entry, "optional"),
        frequency=place.word(entry, "frequency", voc.FREQUENCIES, "unlimited"),
        who=place.word(entry, "who", voc.TRIGGER_WHO, ""),
        by=place.word(entry, "by", voc.BY, ""),
        zone=place.word(entry, "zone", voc.ABILITY_ZONES, "this"),
        extra_cost=place.word(entry, "extra_cost", voc.EXTRA_COSTS, ""),
        attributes=tuple(place.index(word, voc.ATTRIBUTES, "attributes") for word in place.words(entry, "attributes")),
        filter=entry.get("filter"),
        condition=entry.get("condition"),
    )


def _effect(entry: Mapping[str, Any], place: Place) -> Effect:
    op = place.word(entry, "op", tuple(voc.OPS))
    required, optional = voc.OPS[op]
    place.only(entry, {"op", *required, *optional})
    for field in sorted(required):
        if field not in entry:
            raise place.error(f"{op!r} needs {field!r}")
    for field, words in voc.WORDS_OF.items():
        if field in entry:
            place.word(entry, field, words)
    for field in ("count", "amount", "set", "add", "minimum"):
        if field in entry:
            place.number(entry, field, least=-99)
    if op == "modify" and ("set" in entry) == ("add" in entry):
        raise place.error("'modify' needs either 'set' or 'add'")
    if op in ("count_as", "move_token", "protect") and "from" in entry:
        words = {"count_as": voc.ATTRIBUTES, "move_token": voc.UNIT_SELECTORS, "protect": voc.ACTIONS}[op]
        for word in place.words(entry, "from") if op == "protect" else (place.word(entry, "from"),):
            place.index(word, words, "from")
    if "attribute" in entry:
        place.word(entry, "attribute", (*voc.ATTRIBUTES, "any", "choose"))
    _subtable(entry, "filter", place)
    return Effect(op, {field: value for field, value in entry.items() if field != "op"})


def _subtable(entry: Mapping[str, Any], word: str, place: Place) -> None:
    """Check a filter (C1.29) or a condition (C1.30)."""
    if word not in entry:
        return
    table, inner = place.table(entry, word), place / word
    inner.only(table, voc.FILTER_WORDS if word == "filter" else voc.CONDITION_WORDS)
    allowed = {
        "type": voc.UNIT_TYPES,
        "kind": voc.UNIT_KINDS,
        "symbol": voc.ATTRIBUTES,
        "ability": ("instant", "permanent"),
        "zone": voc.ZONES,
        "other_units": ("all",),
    }
    for field, words in allowed.items():
        if field in table:
            inner.word(table, field, words)
    for field in ("min_cost", "other_own_units", "min"):
        inner.number(table, field, 0)
