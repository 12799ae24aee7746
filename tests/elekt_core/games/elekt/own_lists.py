"""Card files of our own making for tests: a small TOML writer, and random files from the words of the vocabulary."""

from __future__ import annotations

import copy
import random
import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from elekt_core.games.elekt import vocabulary as voc
from elekt_core.games.elekt.card_lists.file import check_text
from elekt_core.games.elekt.cards import CARD_FILE

BUILT_IN = CARD_FILE.read_text(encoding="utf-8")
BASE: dict[str, Any] = tomllib.loads(BUILT_IN)


def toml(data: Mapping[str, Any]) -> str:
    """A document of the shape of a card file."""
    lines: list[str] = []
    for section, value in data.items():
        if isinstance(value, list):
            for entry in value:
                lines += ["", f"[[{section}]]"]
                lines += [f"{key} = {_value(inner)}" for key, inner in entry.items()]
        else:
            lines += ["", f"[{section}]", *(f"{key} = {_value(inner)}" for key, inner in value.items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f'"{key}" = {_value(inner)}' for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value)


def changed(group: str, card: str, **fields: Any) -> str:
    """The built-in file with some fields of one card written anew."""
    data = copy.deepcopy(BASE)
    next(entry for entry in data[group] if entry["id"] == card).update(fields)
    return toml(data)


def random_list(seed: int) -> str:
    """A file that passes every check, with another ability on each card that the dice choose."""
    draw = random.Random(f"list {seed}")
    data = copy.deepcopy(BASE)
    share = draw.choice([0.2, 0.6, 1.0])
    abilities = {group: [entry["ability"] for entry in data[group]] for group in voc.GROUPS}
    for group in voc.GROUPS:
        for entry in data[group]:
            if draw.random() < share:
                entry["ability"] = random_ability(group, draw)
    data["players"]["zone_limit"] = {str(seats): draw.randint(1, 6) for seats in (2, 3, 4)}
    data["players"]["assignments_per_round"] = draw.randint(1, 9)
    data["players"]["titles_to_win"] = {str(seats): draw.choice([3, 7, 20]) for seats in (2, 3, 4)}
    data["tokens"] = {attribute: draw.choice([0, 1, 6, 20]) for attribute in voc.ATTRIBUTES}
    data["heat"]["tokens"] = draw.choice([0, 4, 13, 99])
    while True:  # what makes no sense goes back to what it was
        text = toml(data)
        _, flaws = check_text(text)
        if not flaws:
            return text
        for flaw in flaws:
            section, number = flaw.flaw.path[:2]
            assert section in abilities, flaw.full("en")
            data[str(section)][number]["ability"] = abilities[str(section)][int(number)]


def random_ability(group: str, draw: random.Random) -> dict[str, Any]:
    """Any words together, so most say nothing: tried again until one passes for sure or the patience ends."""
    any_ability = partial(_any_ability, group, draw)
    return _passing(group, any_ability, tries=200) or any_ability()


def _any_ability(group: str, draw: random.Random) -> dict[str, Any]:
    trigger = draw.choice(voc.TRIGGERS)
    static = trigger == "static"
    kinds = voc.ABILITY_KINDS[group]
    kind = ("instant" if trigger == "on_assign_self" else "permanent") if group == "unit" else kinds[0]
    ops = sorted(voc.STATIC_OPS) if static else sorted(voc.OPS)
    ability: dict[str, Any] = {
        "kind": kind,
        "trigger": trigger,
        "effects": [_any_effect(draw.choice(ops), draw) for _ in range(draw.choice([1, 1, 1, 2, 2, 3]))],
    }
    if not static:
        ability["optional"] = draw.random() < 0.4
        if draw.random() < 0.3:
            ability["cost"] = draw.randint(0, 2)
        if draw.random() < 0.2:
            ability["frequency"] = draw.choice(voc.FREQUENCIES)
        if draw.random() < 0.1:
            ability["extra_cost"] = "remove_self"
    if trigger in ("on_assign", "on_annihilated") or draw.random() < 0.1:
        ability["who"] = draw.choice(voc.TRIGGER_WHO)
    if draw.random() < 0.1:
        ability["by"] = "opponent"
    if draw.random() < 0.4:
        ability["zone"] = draw.choice(voc.ABILITY_ZONES)
    if draw.random() < 0.2:
        ability["attributes"] = draw.sample(voc.ATTRIBUTES, draw.randint(1, 4))
    if draw.random() < 0.15:
        ability["filter"] = _any_filter(draw)
    if draw.random() < 0.15:
        ability["condition"] = draw.choice(
            [
                {"zone": draw.choice(voc.ZONES)},
                {"other_own_units": 1},
                {"other_units": "all", "type": draw.choice(voc.UNIT_TYPES), "min": draw.randint(0, 2)},
            ]
        )
    return ability


def _any_effect(op: str, draw: random.Random) -> dict[str, Any]:
    required, optional = voc.OPS[op]
    effect: dict[str, Any] = {"op": op}
    fields = sorted(required) + [field for field in sorted(optional) if draw.random() < 0.35]
    if op == "modify":
        fields = [field for field in fields if field not in ("set", "add")] + [draw.choice(["set", "add"])]
    for field in fields:
        effect[field] = _any_value(op, field, draw)
    return effect


def _any_value(op: str, field: str, draw: random.Random) -> Any:
    known = voc.OWN_WORDS.get((op, field)) or voc.WORDS_OF.get(field, ())
    if field == "filter":
        return _any_filter(draw)
    if field in voc.FLAGS:
        return draw.random() < 0.5
    if (op, field) in voc.LISTS:
        return draw.sample(known, draw.randint(1, len(known)))
    if known:
        return draw.choice(known)
    least, most = voc.RANGES.get(f"{op}.{field}") or voc.RANGES[field]
    return draw.randint(least, most)


def _any_filter(draw: random.Random) -> dict[str, Any]:
    word = draw.choice(voc.FILTER_WORDS)
    value = True if word == "token" else draw.randint(1, 2) if word == "min_cost" else draw.choice(voc.FILTERS[word])
    return {word: value}


LOOPS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("win_after", {"op": "confrontation", "mode": "extra", "attribute": word}) for word in voc.ATTRIBUTES),
    ("win_after", {"op": "confrontation", "mode": "extra", "attribute": "choose", "choices": ["cunning", "violence"]}),
    ("win_extend", {"op": "confrontation", "mode": "extra", "attribute": "occultism"}),
    ("on_swap_in", {"op": "swap", "a": "own", "b": "own_other_zone"}),
    ("on_swap_in", {"op": "swap", "a": "this", "b": "own_any_zone"}),
    ("on_annihilated", {"op": "annihilate", "target": "other", "savable": True}),
    ("on_saved", {"op": "annihilate", "target": "any_zone_unit", "savable": True}),
)
"""A trigger, and an effect that makes such an event again."""
FEED: tuple[dict[str, Any], ...] = (
    {"op": "annihilate", "target": "all", "savable": False},
    {"op": "annihilate", "target": "this", "savable": True},
    {"op": "move", "target": "any_zone_unit", "to": "this_zone"},
    {"op": "place", "target": "hand_unit", "to": "this_zone"},
    {"op": "return_to_hand", "target": "other", "to": "controller"},
    {"op": "attach", "attribute": "power", "target": "all"},
    {"op": "gain_heat", "player": "controller", "amount": 3},
    {"op": "take_heat", "player": "each_opponent", "amount": 1},
)
"""What else may come of a use."""


def nasty_list(seed: int, *, checked: bool = True) -> str:
    """A file of cards that feed each other: nearly all of them react, wherever they are, as often as they can.

    It passes every check; or not, if nothing was ``checked``.
    """
    draw = random.Random(f"nasty {seed}")
    data = copy.deepcopy(BASE)
    loops, more = draw.sample(LOOPS, draw.randint(1, 3)), draw.sample(FEED, draw.randint(0, 2))
    for group in voc.GROUPS:
        for entry in data[group]:
            feeding = partial(_feeding, group, loops, more, draw)
            made = _passing(group, feeding, tries=60) if checked else feeding()
            if made is not None:
                entry["ability"] = made
    data["heat"]["tokens"] = 99
    data["players"]["zone_limit"] = {"2": 6, "3": 4, "4": 3}
    data["players"]["titles_to_win"] = {"2": 20, "3": 20, "4": 20}
    return toml(data)


def _feeding(
    group: str, loops: list[tuple[str, dict[str, Any]]], more: list[dict[str, Any]], draw: random.Random
) -> dict[str, Any]:
    trigger, effect = draw.choice(loops)
    length = draw.choice([0, 0, 1, 2, voc.MAX_EFFECTS - 1])
    effects = [effect, *(copy.deepcopy(draw.choice([effect, *more])) for _ in range(length))]
    kind = "permanent" if group == "unit" else voc.ABILITY_KINDS[group][0]
    ability = {"kind": kind, "trigger": trigger, "optional": draw.random() < 0.2, "effects": effects}
    ability |= {"who": draw.choice(voc.TRIGGER_WHO)} if draw.random() < 0.7 else {}
    return ability | {"zone": draw.choice(["any", "this"])}


def _passing(group: str, make: Callable[[], dict[str, Any]], tries: int) -> dict[str, Any] | None:
    """The first ability that passes the checks, None if the patience ends."""
    from elekt_core.games.elekt.card_lists.sense import problems
    from elekt_core.games.elekt.card_reader import ability as read
    from elekt_core.scenarios.flaws import Reader

    for _ in range(tries):
        made = make()
        reader = Reader(made)
        found = read(group, reader)
        if not reader.flaws and not list(problems(group, found)):
            return made
    return None
