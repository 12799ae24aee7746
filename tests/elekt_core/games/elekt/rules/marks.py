"""Which test shows which rule: the marker, its collector, and the table in docs/rules-coverage.md.

``@rule("E8.7")`` on a test says that it shows rule E8.7, ``@card("symbiont")`` that it shows this card's ability.
The collector reads the sources, so nothing need be imported or run; run as a module it writes the table.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from elekt_core.games.elekt import game
from elekt_core.games.elekt.cards import load_cards
from elekt_core.games.elekt.rules import rulebook, rules
from elekt_core.rulebook import Chapter

ROOT = Path(__file__).parents[5]
TABLE = ROOT / "docs" / "rules-coverage.md"
PLACES = (ROOT / "tests" / "elekt_core",)

Test = TypeVar("Test", bound=Callable[..., object])


def rule(*numbers: str) -> Callable[[Test], Test]:
    """The test shows these rules (``"E8.7"``, ``"C1.32"``)."""
    assert numbers, "name at least one rule"
    return lambda test: test


def card(*ids: str) -> Callable[[Test], Test]:
    """The test shows the abilities of these cards."""
    assert ids, "name at least one card"
    return lambda test: test


@cache
def marked(marker: str) -> Mapping[str, list[str]]:
    """Argument of the marker -> the tests that carry it, ``path::name`` below tests/elekt_core."""
    found: dict[str, list[str]] = {}
    for place in PLACES:
        for path in sorted(place.rglob("test_*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    for argument in _arguments(node, marker):
                        found.setdefault(argument, []).append(f"{path.relative_to(place)}::{node.name}")
    return found


def _arguments(test: ast.FunctionDef, marker: str) -> list[str]:
    calls = [d for d in test.decorator_list if isinstance(d, ast.Call) and getattr(d.func, "id", "") == marker]
    return [a.value for call in calls for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]


def table() -> str:
    """The whole of docs/rules-coverage.md."""
    shown, cards = marked("rule"), marked("card")
    lines = [
        "# Rules and the tests that show them",
        "",
        "Made by `python -m tests.elekt_core.games.elekt.rules.marks` from the markers on the tests; do not edit.",
        "Paths are below `tests/elekt_core/`.",
    ]
    for chapter in rules("en"):
        lines += ["", f"## {chapter.id} {chapter.title}", "", "| Rule | Shown by |", "|---|---|"]
        lines += [f"| {number} | {_cell(shown.get(number, []))} |" for number in _numbers(chapter)]
        lines += {"questions": _register, "words": _glossary}.get(chapter.kind, lambda _: [])(shown)
    lines += ["", "## Cards", "", "| Card | Ability shown by |", "|---|---|"]
    lines += [f"| {c.id} | {_cell(cards.get(c.id, []))} |" for c in load_cards().cards]
    return "\n".join(lines) + "\n"


def _numbers(chapter: Chapter) -> list[str]:
    """A chapter that is a list (E25, E26) is shown as a whole."""
    return [rule.number for rule in chapter.rules] or [chapter.id]


def _register(shown: Mapping[str, list[str]]) -> list[str]:
    """Each open question points to the tests and the scenarios of its rule (E25)."""
    lines = ["", "| Rule | Question | Answer | Shown by |", "|---|---|---|---|"]
    for found, asked in rulebook("en").questions:
        tests = [*shown.get(found.number, []), *in_scenarios().get(found.number, [])]
        lines.append(f"| {found.number} | {asked.question} | {asked.answer} | {_cell(tests)} |")
    return lines


def _glossary(shown: Mapping[str, list[str]]) -> list[str]:
    """Each term with its identifier and the rule that explains it (E26)."""
    lines = ["", "| English | Polish | Identifier | Rule |", "|---|---|---|---|"]
    polish = {term.id: term.word for term in rulebook("pl").terms}
    lines += [f"| {t.word} | {polish[t.id]} | `{t.id}` | {t.rule} |" for t in rulebook("en").terms]
    return lines


@cache
def in_scenarios() -> Mapping[str, list[str]]:
    """Rule -> the scenarios that show it."""
    found: dict[str, list[str]] = {}
    for name, text in sorted(game.scenario_files().items()):
        for number in tomllib.loads(text).get("rules", ()):
            found.setdefault(number, []).append(f"scenario {name}")
    return found


def _cell(tests: list[str]) -> str:
    return "<br>".join(f"`{test}`" for test in tests) or "**none**"


def missing() -> list[str]:
    """Rules and cards that no test shows."""
    shown, cards = marked("rule"), marked("card")
    numbers = [number for chapter in rules("en") for number in _numbers(chapter) if number not in shown]
    return numbers + [c.id for c in load_cards().cards if c.id not in cards]


if __name__ == "__main__":
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(table(), encoding="utf-8")
    sys.stdout.write(f"{TABLE.name} written; without a test: {' '.join(missing()) or 'none'}\n")
