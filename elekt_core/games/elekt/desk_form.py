"""The form on which a position is set up by hand: read as it was sent, and changed by one step of the hand."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from ...contract import Json
from .cards import CardSet
from .desk_words import HOUSES, HOUSES_LISTS, MOST, PILES, SEAT_LISTS, beyond, named, places, solo_of, table_at
from .vocabulary import ATTRIBUTES, ZONES

Fields = Mapping[str, Sequence[str]]
"""A form as it was sent: each name with its values in order."""
INDEX = re.compile(r"[0-9]{1,3}")


def empty(cards: CardSet, seats: int) -> dict[str, Any]:
    """Nothing in the Zones, the Basic Units in hand, the first assignment of the first round about to be made."""
    hands = [[cards.names[unit] for unit in cards.basics(seat)] for seat in range(seats)]
    return {"phase": "assignment", "players": [{"hand": hand} for hand in hands]}


def read(seats: int, fields: Fields) -> dict[str, Any]:
    """The position that a form says; with one seat, the other side are the Elder Houses (E21)."""
    data, solo, sides = _beyond_of(fields), solo_of(seats), max(seats, 2)
    data["round"] = _number(_one(fields, "round", "1"))
    data["phase"] = _one(fields, "phase", "assignment")
    if "moment" in fields:
        data["begins"] = _one(fields, "moment") == "begins"
    for key in ("turn", "crowned"):
        if value := _one(fields, key):
            data[key] = _number(value)
    if value := _one(fields, "from_zone"):
        data["from_zone"] = value
    if _one(fields, "listed"):
        data["to_resolve"] = _to_resolve(fields)
    holder, direction = _number(_one(fields, "holder", "0")), _one(fields, "direction", "clockwise")
    data["sceptre"] = {"holder": holder, "direction": direction}
    data["zones"] = {zone: _zone(fields, zone, sides, table_at(data, "zones").get(zone)) for zone in ZONES}
    said = data["players"] if isinstance(data.get("players"), list) else []
    data["players"] = [
        _player(fields, side, said[side] if side < len(said) else None, "seat" if side < seats else HOUSES)
        for side in range(sides)
    ]
    if solo and HOUSES in fields:
        data[HOUSES] = _houses(fields, table_at(data, HOUSES))
    for pile in PILES:
        if names := _names(fields, pile):
            data[pile] = names
    if used := _names(fields, "used"):
        data["used"] = used
    return data


def change(cards: CardSet, data: Json, words: Sequence[str], picked: str) -> dict[str, Any]:
    """The position after one step of a hand: ``("add", place)`` puts the ``picked`` card there, wherever it lay;
    ``("take", place, index)`` takes a card off; ``("left", ...)`` and ``("right", ...)`` move it among its
    neighbours; ``("drop", key)`` forgets what a position says beyond the form. What is not understood changes nothing.
    """
    new: dict[str, Any] = deepcopy(dict(data))
    match words:
        case ["add", place] if picked in cards.ids:
            card = _taken(new, picked)
            target = _list(new, place)
            if target is not None:
                target.append(card if place.partition(".")[0] in ZONES else picked)
        case [("take" | "left" | "right") as step, place, index] if INDEX.fullmatch(index):
            _step(_list(new, place), step, int(index))
        case ["drop", key] if key in {**dict(beyond(new, solo=False)), **dict(beyond(new, solo=True))}:
            *path, last = key.split(".")
            table: Any = new
            for word in path:
                table = table[int(word)] if isinstance(table, list) else table[word]
            del table[last]
    return new


# --- reading a form -----------------------------------------------------------------------------------------


def _one(fields: Fields, name: str, default: str = "") -> str:
    values = fields.get(name)
    return values[-1].strip() if values else default


def _number(text: str) -> int | str:
    """A number where one was written; anything else stays what it is, so that it can be shown and told."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else text


def _names(fields: Fields, name: str) -> list[str]:
    return list(dict.fromkeys(value for value in fields.get(name, ())[: 3 * MOST] if value))


def _beyond_of(fields: Fields) -> dict[str, Any]:
    try:
        beyond = json.loads(_one(fields, "beyond", "{}"))
        json.dumps(beyond, ensure_ascii=False, allow_nan=False).encode()  # half a surrogate pair can never be shown
    except (ValueError, RecursionError):
        return {}
    return beyond if isinstance(beyond, dict) else {}


def _zone(fields: Fields, zone: str, seats: int, kept: Any) -> dict[str, Any]:
    found: dict[str, Any] = dict(kept) if isinstance(kept, Mapping) else {}
    if face_up := _one(fields, f"face_up.{zone}"):
        found["face_up"] = face_up
    found["rows"] = [[_unit(fields, name) for name in _names(fields, f"{zone}.{seat}")] for seat in range(seats)]
    return found


def _unit(fields: Fields, name: str) -> Any:
    written = {attribute: _number(_one(fields, f"tokens.{name}.{attribute}", "0") or "0") for attribute in ATTRIBUTES}
    tokens = {attribute: count for attribute, count in written.items() if count != 0}
    suppressed = name in fields.get("suppressed", ())
    if not tokens and not suppressed:
        return name
    return {"unit": name} | ({"tokens": tokens} if tokens else {}) | ({"suppressed": True} if suppressed else {})


def _player(fields: Fields, seat: int, kept: Any, shown: str) -> dict[str, Any]:
    """``shown`` is the field in which the form names the sides that it showed, players apart from the Houses."""
    found: dict[str, Any] = dict(kept) if isinstance(kept, Mapping) else {}
    if f"{seat}" not in fields.get(shown, ()):
        return found  # the form did not show this side yet
    if f"{seat}" not in fields.get("pile_by_chance", ()):
        found["hand"] = _names(fields, f"hand.{seat}")
    for key in ("heat", "assigned"):
        if value := _one(fields, f"{key}.{seat}"):
            found[key] = _number(value)
    if acquired := _names(fields, f"acquired.{seat}"):
        found["acquired"] = acquired
    for key in ("passed", "conceded"):
        if f"{seat}" in fields.get(key, ()):
            found[key] = True
    return found


def _houses(fields: Fields, kept: Mapping[str, Any]) -> dict[str, Any]:
    """What only the Elder Houses have."""
    found: dict[str, Any] = dict(kept)
    for key in ("seals", "titles_without_card"):
        if (value := _number(_one(fields, key, "0") or "0")) != 0:
            found[key] = value
    for key in HOUSES_LISTS:
        if names := _names(fields, key):
            found[key] = names
    if value := _one(fields, "last_zone"):
        found["last_zone"] = value
    return found


def _to_resolve(fields: Fields) -> dict[str, list[str]]:
    """Zones with nothing left to resolve are past; they are not named."""
    chosen = set(fields.get("resolve", ()))
    found = {zone: [word for word in ATTRIBUTES if f"{zone} {word}" in chosen] for zone in ZONES}
    return {zone: words for zone, words in found.items() if words}


# --- changing -----------------------------------------------------------------------------------------------


def _list(data: dict[str, Any], place: str) -> list[Any] | None:
    """The list of a place, made if need be; None for no such place."""
    word, _, number = place.partition(".")
    if word in PILES and not number:
        return _made(data, word)
    if word in HOUSES_LISTS and not number:
        return _made(_child(data, HOUSES), word)
    if not INDEX.fullmatch(number) or int(number) >= MOST:
        return None
    seat = int(number)
    if word in ZONES:
        row: list[Any] = _at(_made(_child(_child(data, "zones"), word), "rows"), seat, list)
        return row
    if word in SEAT_LISTS:
        player: dict[str, Any] = _at(_made(data, "players"), seat, dict)
        return _made(player, word)
    return None


def _made(table: dict[str, Any], key: str) -> list[Any]:
    if not isinstance(table.get(key), list):
        table[key] = []
    found: list[Any] = table[key]
    return found


def _child(table: dict[str, Any], key: str) -> dict[str, Any]:
    if not isinstance(table.get(key), dict):
        table[key] = {}
    found: dict[str, Any] = table[key]
    return found


def _at(entries: list[Any], index: int, kind: type) -> Any:
    while len(entries) <= index:
        entries.append(kind())
    if not isinstance(entries[index], kind):
        entries[index] = kind()
    return entries[index]


def _taken(data: dict[str, Any], name: str) -> Any:
    """The card, off the place where it lay, with what lies on it."""
    card: Any = name
    for _, entries in places(data):
        for entry in [entry for entry in entries if named(entry) == name]:
            entries.remove(entry)
            card = entry
    zones = data.get("zones")
    for zone in zones.values() if isinstance(zones, dict) else ():
        if isinstance(zone, dict) and zone.get("face_up") == name:
            del zone["face_up"]
    return card


def _step(entries: list[Any] | None, step: str, index: int) -> None:
    if entries is None or index >= len(entries):
        return
    entry = entries.pop(index)
    if step == "left":
        entries.insert(max(index - 1, 0), entry)
    elif step == "right":
        entries.insert(index + 1, entry)
