"""The calculator as a form: one result of two to four players. It uses GET, so a result can be sent as a link."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from web.error_words import explain
from web.errors import Refused

from ..calculator import MODES, Answer, calculate
from ..outcome import MAX_SEATED

FIELDS = ("name", "rating", "games", "k", "place")
MAX_TEXT = 100
_OF_PLAYER = re.compile(r"players\[(\d+)\]\.(\w+)")


@dataclass(frozen=True, slots=True)
class Filled:
    """A row of the form: the contents of its fields, by name."""

    n: int
    values: Mapping[str, str]

    @property
    def label(self) -> str:
        return str(self.n)


@dataclass(frozen=True, slots=True)
class Calculation:
    """``answer`` is set if all was well; ``refused`` says what was wrong, ``field`` in which field."""

    mode: str
    modes: tuple[str, ...]
    only_winner: bool
    rows: list[Filled]
    answer: Answer | None = None
    refused: str = ""
    field: str = ""
    lines: tuple[Answer, ...] = ()


def calculation(asked: Mapping[str, str]) -> Calculation:
    """From an address: ``mode``, ``only_winner``, ``name_1``, ``rating_1``... An empty form calculates nothing."""
    mode = asked.get("mode", "club")
    only_winner = bool(asked.get("only_winner"))
    rows = [
        Filled(n, {name: asked.get(f"{name}_{n}", "").strip()[:MAX_TEXT] for name in FIELDS})
        for n in range(1, MAX_SEATED + 1)
    ]
    form = (mode, tuple(MODES), only_winner, rows)
    filled = [row for row in rows if any(row.values.values())]
    if not filled:
        return Calculation(*form)
    try:
        answer = calculate(mode, _data(filled, only_winner))
    except Refused as refused:
        name = _field(refused, filled)
        return Calculation(*form, refused=_sentence(refused, filled), field=name)
    return Calculation(*form, answer=answer, lines=tuple(_line(one) for one in answer["players"]))


def _data(rows: list[Filled], only_winner: bool) -> dict[str, Any]:
    """As the calculator expects it; what is not a number stays a text, and is refused there."""
    people: list[dict[str, Any]] = [
        {"name": row.values["name"], **{key: _number(row.values[key]) for key in FIELDS[1:4] if row.values[key]}}
        for row in rows
    ]
    names = [row.values["name"] for row in rows]
    places = [_number(row.values["place"]) for row in rows]
    if only_winner:
        winner = next((name for name, place in zip(names, places, strict=True) if place == 1), "")
        return {"players": people, "results": [{"players": names, "winner": winner}]}
    return {"players": people, "results": [{"players": names, "places": places}]}


def _number(text: str) -> int | float | str:
    try:
        return int(text) if re.fullmatch(r"-?\d{1,9}", text, re.ASCII) else float(text.replace(",", "."))
    except ValueError:
        return text


def _line(one: Answer) -> Answer:
    """A player's answer, with the K of their only game added."""
    return one | {"k": one.get("k") or (one["games"][0]["k"] if one.get("games") else None)}


def _field(refused: Refused, rows: list[Filled]) -> str:
    """The form's field that a refusal is about, ``""`` if it is about more than one."""
    found = _OF_PLAYER.fullmatch(str(refused.data.get("field", "")))
    return f"{found[2]}_{rows[int(found[1])].n}" if found else ""


def _sentence(refused: Refused, rows: list[Filled]) -> str:
    """The sentence, with the field called by its label on the form."""
    found = _OF_PLAYER.fullmatch(str(refused.data.get("field", "")))
    if not found:
        return explain(refused).sentence
    called = _("%(field)s (player %(n)s)") % {"field": title(found[2]), "n": rows[int(found[1])].n}
    return explain(Refused(refused.key, **{**refused.data, "field": called})).sentence


def title(name: str) -> str:
    return {
        "name": _("Name"),
        "rating": _("Rating"),
        "games": _("Games played"),
        "k": _("K"),
        "place": _("Place"),
    }.get(name, name)
