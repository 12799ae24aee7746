"""Positions as scenario files (docs/scenarios.md): written from what was set up, and read from pasted text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from elekt_core.kit.toml_lines import BadToml, Toml
from elekt_core.messages import sentence
from elekt_core.registry import get_game
from elekt_core.scenarios.flaws import Reader
from elekt_core.scenarios.scenario import TOP_KEYS
from web import languages

from ..tables.commands import POSITION
from . import analysis
from .shapes import Analysis, Board, FlawShown

BARE = re.compile(r"[A-Za-z0-9_-]+")
INDEX = re.compile(r"[0-9]{1,9}")
MAX_TEXT = 60_000


@dataclass(frozen=True, slots=True)
class TextRead:
    """What a text says, or its flaws, each with its line; with flaws there is no board."""

    board: Board | None
    flaws: tuple[FlawShown, ...] = ()


# --- reading ------------------------------------------------------------------------------------------------


def read(text: str, before: Board, asker: str) -> TextRead:
    """The position in a scenario's text, with the cards of the board ``before``. Its steps are ignored."""
    language = languages.current()
    if len(text) > MAX_TEXT:
        told = _("The text is longer than %(most)s characters.") % {"most": MAX_TEXT}
        return TextRead(None, (FlawShown("", "too_long", "", told),))
    try:
        toml = Toml(text.removeprefix("\ufeff"))
    except BadToml as error:
        said = sentence(error.code, error.data, language)
        return TextRead(None, (FlawShown("", error.code, "", f"{said}.", error.data.get("line")),))
    top = Reader(toml.data)
    board = _board(top, before)
    flaws = list(top.flaws)
    if not flaws:
        found = analysis.analyse(board, asker)
        slips = [flaw for flaw in found.flaws if not flaw.rule]
        if not slips:
            return TextRead(board)
        return TextRead(None, _in_order(replace(flaw, line=_line(toml, flaw.key)) for flaw in found.flaws))
    return TextRead(None, _in_order(analysis.flaw_shown(flaw, toml.line(flaw.path)) for flaw in flaws))


def _in_order(flaws: Iterable[FlawShown]) -> tuple[FlawShown, ...]:
    """Sorted from the top of the text to its end."""
    return tuple(sorted(flaws, key=lambda flaw: flaw.line or 0))


def _board(top: Reader, before: Board) -> Board:
    found = top.table(TOP_KEYS)
    if POSITION not in found:
        top.flaw("missing_key", key=POSITION)
    elif not isinstance(found[POSITION].value, Mapping):
        found[POSITION].wrong("table")
    if "game" in found:
        found["game"].word((before.game,))
    game = get_game(before.game)
    ruleset = before.ruleset
    if "ruleset" in found:
        ruleset = found["ruleset"].word([known.name for known in game.rulesets], ruleset)
    sizes = game.ruleset(ruleset).seats
    seats = before.seats if before.seats in sizes else sizes[0]
    if "seats" in found:
        seats = found["seats"].number(sizes[0], sizes[-1], default=seats)
    options = dict(found["options"].value) if "options" in found and found["options"].entries() else {}
    position = found[POSITION].value if POSITION in found else {}
    return Board(before.game, ruleset, seats, options, before.cards, before.card_list, position)


def _line(toml: Toml, key: str) -> int:
    path: list[str | int] = [int(word) if INDEX.fullmatch(word) else word for word in key.split(".")]
    if path[0] == "setup":
        return toml.line(tuple(path[1:]))
    return toml.line((POSITION, *path))


# --- writing ------------------------------------------------------------------------------------------------


def write(board: Board, title: str = "", found: Analysis | None = None) -> str:
    """A scenario file of the position. Its one step expects the question to which the position leads."""
    name = title or _("A position")
    head: dict[str, Any] = {"game": board.game, "ruleset": board.ruleset, "seats": board.seats}
    head["title"] = {"pl": name, "en": name}
    if board.options:
        head["options"] = dict(board.options)
    head[POSITION] = dict(board.position)
    if found is not None and found.asked:
        question = found.asked[0].question
        head["steps"] = [{"awaiting": {"seat": question.seat, "kind": question.kind}}]
    elif found is not None and found.view is not None:
        head["steps"] = [{"awaiting": "nobody"}]
    lines: list[str] = []
    _table(lines, (), head)
    return "\n".join(lines).strip() + "\n"


SECTIONS = {(POSITION,), (POSITION, "zones"), (POSITION, "players"), ("title",), ("options",), ("steps",)}
"""Tables with a heading of their own; all others stand on one line."""


def _table(lines: list[str], path: tuple[str, ...], table: Mapping[str, Any]) -> None:
    sections = [(key, value) for key, value in table.items() if _has_heading((*path, key), value)]
    for key, value in table.items():
        if (key, value) not in sections:
            lines.append(f"{_key(key)} = {_value(value, key == 'rows')}")
    for key, value in sections:
        heading = ".".join(map(_key, (*path, key)))
        for one in value if isinstance(value, list) else [value]:
            if isinstance(value, list):
                lines += ["", f"[[{heading}]]"]
            elif (*path, key) != (POSITION, "zones"):
                lines += ["", f"[{heading}]"]
            _table(lines, (*path, key), one)


def _has_heading(path: tuple[str, ...], value: Any) -> bool:
    if isinstance(value, list):
        return path in SECTIONS and bool(value) and all(isinstance(one, Mapping) and one for one in value)
    zone = path[:2] == (POSITION, "zones") and len(path) == 3
    return isinstance(value, Mapping) and (path in SECTIONS or zone)


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else json.dumps(key)


def _value(value: Any, many_lines: bool = False) -> str:
    match value:
        case None:
            return '"none"'
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            inner = ", ".join(f"{_key(str(key))} = {_value(one)}" for key, one in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case Sequence() if many_lines and any(value):
            return "[\n" + "".join(f"  {_value(one)},\n" for one in value) + "]"
        case Sequence():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            return json.dumps(str(value))
