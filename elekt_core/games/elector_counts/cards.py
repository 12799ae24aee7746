"""The card set (K2): ``cards.toml`` read, checked and numbered.

A card is its number in the order of the file, the same for all copies: copies are identical and have the same name, so
nobody can tell one from another. Zones hold a number once for each copy.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ...errors import BadCards
from ...record.chain import canonical

CARD_FILE: Final = Path(__file__).with_name("cards.toml")

ATTACKER, DEFENDER, SUPPORT, LOCATION, START, END = (
    "attacker",
    "defender",
    "support",
    "location",
    "starting_location",
    "end_card",
)
KINDS: Final = (ATTACKER, DEFENDER, SUPPORT, LOCATION, START, END)
KEYWORDS: Final = ("counter", "assassinate", "gain", "steal", "retreat", "ally")
"""In the order in which they are resolved (K15.1)."""

OPS: Final[Mapping[str, tuple[str, ...]]] = {
    "gain_shillings": ("amount",),
    "take_shillings": ("amount", "from"),
    "look_face_down": ("scope",),
    "discard_attacker": ("amount", "where"),
    "redraw_hand": (),
    "reserve_limit": ("amount",),
    "conflict_strength": ("amount",),
    "remove_fortification": ("amount",),
    "recover_from_discard": ("type", "amount"),
    "take_over_attack": (),
    "move_attack": (),
}
"""Effect of a support card -> its parameters."""

WORDS: Final[Mapping[str, tuple[Any, ...]]] = {
    "from": ("each_other", "two_others"),
    "scope": ("location",),
    "where": ("own_location",),
    "type": (ATTACKER, DEFENDER, SUPPORT, LOCATION),
}
ONE_ONLY: Final = ("discard_attacker", "remove_fortification", "recover_from_discard")
"""Effects whose amount is 1: one thing is chosen."""

PROVENANCE: Final = ("rulebook", "public", "completed", "original")
COMMON: Final = ("id", "name_en", "name_pl", "count", "provenance", "note", "aliases")
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    ATTACKER: ("strength", "keywords"),
    DEFENDER: ("strength", "keywords", "garrison"),
    SUPPORT: ("timing", "persists", "min_players", "effects"),
    LOCATION: ("shillings", "victory_points"),
    START: ("shillings", "victory_points", "order_value"),
    END: (),
}
"""Kind of card -> what it shows beside the common fields."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a support card does: ``op`` is one of OPS."""

    op: str
    amount: int = 1
    word: str = ""
    """The value of ``from`` or ``type``."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a card, and how many copies there are. Fields that its kind does not have are empty."""

    id: str
    kind: str
    name_en: str
    name_pl: str
    count: int
    provenance: str
    note: str = ""
    strength: int = 0
    garrison: bool = False
    counters: frozenset[int] = frozenset()
    assassinates: frozenset[int] = frozenset()
    gains: int = 0
    steals: int = 0
    retreats: bool = False
    ally: str = ""
    reaction: bool = False
    persists: bool = False
    min_players: int = 2
    effects: tuple[Effect, ...] = ()
    shillings: int = 0
    points: int = 0
    order_value: int = 0


@dataclass(frozen=True)
class CardSet:
    """All cards, and the values that the setup and the economy need (K4, K13, K14, K20)."""

    cards: tuple[Card, ...]
    groups: Mapping[str, tuple[str, str]]
    """Ally group -> its English and Polish name."""
    starting_shillings: int
    hand: Mapping[int, int]
    minus: int
    """How many cards fewer the right neighbour of the first player is dealt (K4.6)."""
    reinforcements: Mapping[int, int]
    below: int
    """Cards below the End of the Game (K4.7)."""
    removed_with_two: frozenset[int]
    pool: int
    buy_price: int
    sell_price: int
    sell_most: int
    to_pass: int
    reserve_limit: int
    sieges: int
    fortifications: int
    end_fortifications: int
    end_sieges: int
    end_combined: int
    pinned: str
    """SHA-256 (hex) of all that bears on play."""

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """The number of each card, by card id."""
        return {card.id: number for number, card in enumerate(self.cards)}

    def numbers(self, kind: str) -> tuple[int, ...]:
        return tuple(n for n, card in enumerate(self.cards) if card.kind == kind)

    def deck(self, seats: int) -> tuple[int, ...]:
        """The cards that are shuffled, in list order: 107, or 104 for two players (K4.2, K4.6)."""
        return self._decks[seats == 2]

    @cached_property
    def _decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For more than two players, and for two."""
        shuffled = [(n, card.count) for n, card in enumerate(self.cards) if card.kind not in (START, END)]
        every = tuple(n for n, count in shuffled for _ in range(count))
        return every, tuple(n for n in every if n not in self.removed_with_two)


@cache
def load_cards() -> CardSet:
    """The built-in set. Raises BadCards."""
    return read_cards(CARD_FILE.read_text(encoding="utf-8"))


def read_cards(text: str) -> CardSet:
    """The card set described by a text. Raises BadCards (``bad_cards``), naming the table and what is wrong there."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _bad("cards.toml", str(error)) from error
    tables = _tables(data)
    ids = {id_: n for n, (id_, _, _) in enumerate(tables)}
    if len(ids) != len(tables):
        twice = sorted({id_ for id_, _, _ in tables if [t[0] for t in tables].count(id_) > 1})
        raise _bad(", ".join(twice), "two cards have this id")
    groups = {name: (_get(group, f"ally_groups.{name}", "name_en", str), group["name_pl"])
              for name, group in _get(data, "", "ally_groups", dict).items()}  # fmt: skip
    cards = tuple(_card(id_, kind, table, ids, tables, groups) for id_, kind, table in tables)
    for kind, total in _get(data, "", "totals", dict).items():
        found = sum(card.count for card in cards if card.kind == kind)
        if kind not in KINDS or found != total:
            raise _bad(f"totals.{kind}", f"the file has {found} of {total}")
    return _whole(data, cards, ids, groups)


def _tables(data: Mapping[str, Any]) -> list[tuple[str, str, Mapping[str, Any]]]:
    """(id, kind, table) of every card."""
    return [
        (_get(table, f"{kind}[{i}]", "id", str), kind, table)
        for kind in KINDS
        for i, table in enumerate(_get(data, "", kind, list))
    ]


def _card(
    id_: str,
    kind: str,
    table: Mapping[str, Any],
    ids: Mapping[str, int],
    tables: list[tuple[str, str, Mapping[str, Any]]],
    groups: Mapping[str, Any],
) -> Card:
    allowed = (*COMMON, *FIELDS[kind])
    for key in table:
        if key not in allowed:
            raise _bad(id_, f"unknown field {key}")
    values: dict[str, Any] = {
        "id": id_,
        "kind": kind,
        "name_en": _get(table, id_, "name_en", str),
        "name_pl": _get(table, id_, "name_pl", str),
        "count": _number(table, id_, "count", 1),
        "provenance": _one_of(table, id_, "provenance", PROVENANCE),
        "note": table.get("note", ""),
    }
    if kind in (LOCATION, START) and values["count"] != 1:
        raise _bad(id_, "there is one copy of each location")
    if kind in (ATTACKER, DEFENDER):
        values["strength"] = _number(table, id_, "strength", 0)
        values["garrison"] = kind == DEFENDER and _get(table, id_, "garrison", bool)
        other = DEFENDER if kind == ATTACKER else ATTACKER
        opposite = {n for n, (_, k, _) in enumerate(tables) if k == other}
        for entry in _get(table, id_, "keywords", list):
            values |= _keyword(id_, kind, entry, ids, opposite, groups)
    elif kind == SUPPORT:
        values |= _support(id_, table)
    elif kind in (LOCATION, START):
        values["shillings"] = _number(table, id_, "shillings", 0)
        values["points"] = _number(table, id_, "victory_points", 0)
        if kind == START:
            values["order_value"] = _number(table, id_, "order_value", 0)
    return Card(**values)


def _keyword(
    id_: str, kind: str, entry: Any, ids: Mapping[str, int], opposite: set[int], groups: Mapping[str, Any]
) -> dict[str, Any]:
    """K15: the field of Card that a keyword fills."""
    if not isinstance(entry, dict):
        raise _bad(id_, "a keyword is a table")
    word = _one_of(entry, id_, "kw", KEYWORDS)
    match word:
        case "counter" | "assassinate":
            named = _get(entry, id_, "cards", list)
            unknown = [name for name in named if ids.get(name) not in opposite]
            if unknown or not named:
                raise _bad(id_, f"{word} names no card of the other side: {unknown}")
            return {f"{word}s": frozenset(ids[name] for name in named)}
        case "gain":
            return {"gains": _number(entry, id_, "amount", 1)}
        case "steal" if kind == ATTACKER:
            return {"steals": _number(entry, id_, "amount", 1)}
        case "retreat":
            return {"retreats": True}
        case "ally" if kind == ATTACKER:
            return {"ally": _one_of(entry, id_, "group", tuple(groups))}
    raise _bad(id_, f"a defender has no {word}")


def _support(id_: str, table: Mapping[str, Any]) -> dict[str, Any]:
    """K11: reactions, and only they, add strength; cards that persist, and only they, change the reserve limit."""
    reaction = _one_of(table, id_, "timing", ("action", "reaction")) == "reaction"
    persists = _get(table, id_, "persists", bool)
    effects = tuple(_effect(id_, entry) for entry in _get(table, id_, "effects", list))
    if not effects:
        raise _bad(id_, "a support card has an effect")
    for effect in effects:
        if (effect.op == "conflict_strength") != reaction or (effect.op == "reserve_limit") != persists:
            raise _bad(id_, f"{effect.op} does not go with timing and persists")
    least = _number(table, id_, "min_players", 2)
    return {"reaction": reaction, "persists": persists, "effects": effects, "min_players": least}


def _effect(id_: str, entry: Any) -> Effect:
    op = _one_of(entry if isinstance(entry, dict) else {}, id_, "op", tuple(OPS))
    for key in entry:
        if key != "op" and key not in OPS[op]:
            raise _bad(id_, f"{op} has no {key}")
    amount = _number(entry, id_, "amount", 1) if "amount" in OPS[op] else 1
    if op in ONE_ONLY and amount != 1:
        raise _bad(id_, f"the amount of {op} is 1")
    words = [_one_of(entry, id_, key, WORDS[key]) for key in OPS[op] if key in WORDS]
    return Effect(op, amount, words[0] if words and op in ("take_shillings", "recover_from_discard") else "")


def _whole(
    data: Mapping[str, Any], cards: tuple[Card, ...], ids: Mapping[str, int], groups: Mapping[str, tuple[str, str]]
) -> CardSet:
    setup, economy = _get(data, "", "setup", dict), _get(data, "", "economy", dict)
    tokens, end = _get(data, "", "tokens", dict), _get(data, "", "game_end", dict)
    removed = _get(setup, "setup", "removed_with_two", list)
    for name in removed:
        if name not in ids:
            raise _bad("setup.removed_with_two", f"no card {name}")
    numbers = {
        "starting_shillings": _number(setup, "setup", "starting_shillings", 0),
        "minus": _number(setup, "setup", "hand_right_of_first_minus", 0),
        "below": _number(setup, "setup", "cards_below_end_card", 0),
        "pool": _number(economy, "economy", "shillings_in_pool", 0),
        "buy_price": _number(economy, "economy", "buy_price", 1),
        "sell_price": _number(economy, "economy", "sell_price", 0),
        "sell_most": _number(economy, "economy", "sell_max_per_action", 1),
        "to_pass": _number(economy, "economy", "cards_to_pass", 0),
        "reserve_limit": _number(economy, "economy", "reserve_limit", 0),
        "sieges": _number(tokens, "tokens", "siege_per_player", 1),
        "fortifications": _number(tokens, "tokens", "fortification_per_player", 1),
        "end_fortifications": _number(end, "game_end", "fortifications", 1),
        "end_sieges": _number(end, "game_end", "sieges", 1),
        "end_combined": _number(end, "game_end", "combined", 1),
    }
    by_seats = {name: _by_seats(setup, name) for name in ("hand", "reinforcements")}
    bearing = [_bearing(card, cards) for card in cards]
    pinned = sha256(canonical([bearing, numbers, [[*v.items()] for v in by_seats.values()], removed])).hexdigest()
    return CardSet(
        cards=cards,
        groups=groups,
        hand=by_seats["hand"],
        reinforcements=by_seats["reinforcements"],
        removed_with_two=frozenset(ids[name] for name in removed),
        pinned=pinned,
        **numbers,
    )


def _bearing(c: Card, cards: tuple[Card, ...]) -> list[Any]:
    """The data of a card that affect play (not its names)."""
    targets = [sorted(cards[n].id for n in named) for named in (c.counters, c.assassinates)]
    numbers = [c.strength, c.garrison, c.gains, c.steals, c.retreats, c.shillings, c.points, c.order_value]
    effects = [[e.op, e.amount, e.word] for e in c.effects]
    return [c.id, c.kind, c.count, numbers, targets, c.ally, c.reaction, c.persists, c.min_players, effects]


def _by_seats(table: Mapping[str, Any], key: str) -> dict[int, int]:
    found = _get(table, "setup", key, dict)
    return {seats: _number(found, f"setup.{key}", str(seats), 1) for seats in (2, 3, 4)}


def _get(table: Mapping[str, Any], where: str, key: str, kind: Callable[..., Any]) -> Any:
    value = table.get(key)
    if type(value) is not kind:
        raise _bad(where or key, f"{key} is missing, or of another type")
    return value


def _number(table: Mapping[str, Any], where: str, key: str, least: int) -> int:
    value: int = _get(table, where, key, int)
    if value < least:
        raise _bad(where, f"{key} is below {least}")
    return value


def _one_of(table: Mapping[str, Any], where: str, key: str, known: tuple[str, ...]) -> str:
    value: str = _get(table, where, key, str)
    if value not in known:
        raise _bad(where, f"{key} is {value}, not one of {', '.join(known)}")
    return value


def _bad(where: str, problem: str) -> BadCards:
    return BadCards("bad_cards", where=where, problem=problem)
