"""Which test shows which rule: ``@shows("K8.1")`` on a test, and ``@ability("support_ambush")`` for a card's ability.

The collector reads the sources, so nothing need be imported or run; run as a module it writes
docs/rules-coverage-elector-counts.md.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

from elekt_core.games.elector_counts.game import game

HERE: Final = Path(__file__).parent
TABLE: Final = HERE.parents[3] / "docs" / "rules-coverage-elector-counts.md"

CHAPTERS: Final = {
    1: ("The game", 2),
    2: ("Components", 4),
    3: ("Areas", 4),
    4: ("Setup", 8),
    5: ("Golden rules", 5),
    6: ("The turn", 5),
    7: ("The three-card rule", 4),
    8: ("Playing a location", 2),
    9: ("Playing defenders", 7),
    10: ("Playing attackers", 9),
    11: ("Playing a support card", 7),
    12: ("Reserve", 5),
    13: ("Buying cards", 3),
    14: ("Selling cards", 2),
    15: ("Keywords", 10),
    16: ("Conflict", 15),
    17: ("Siege and Fortification tokens", 5),
    18: ("End of the turn", 5),
    19: ("End of the Game and the End phase", 10),
    20: ("End of the game and scoring", 8),
    21: ("Deck and discard pile", 4),
    22: ("Public and hidden information", 5),
    23: ("Decisions", 2),
    24: ("By number of players", 1),
    25: ("Randomness and replay", 3),
}
"""Chapter -> its title and how many rules it has."""

Test = TypeVar("Test", bound=Callable[..., object])


def shows(*numbers: str) -> Callable[[Test], Test]:
    """The test shows these rules."""
    assert numbers, "name at least one rule"
    return lambda test: test


def ability(*ids: str) -> Callable[[Test], Test]:
    """The test shows the abilities of these cards."""
    assert ids, "name at least one card"
    return lambda test: test


def rules() -> list[str]:
    return [f"K{chapter}.{n}" for chapter, (_, count) in CHAPTERS.items() for n in range(1, count + 1)]


def abilities() -> list[str]:
    """Cards that do something: support cards, and units with keywords."""
    return [
        c.id
        for c in game.cards.cards
        if c.effects or c.counters or c.assassinates or c.gains or c.steals or c.retreats or c.ally
    ]


@cache
def marked(marker: str) -> Mapping[str, list[str]]:
    """Argument of the marker -> the tests that carry it."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for argument in _arguments(node, marker):
                    found.setdefault(argument, []).append(f"{path.name}::{node.name}")
    return found


def _arguments(test: ast.FunctionDef, marker: str) -> list[str]:
    calls = [d for d in test.decorator_list if isinstance(d, ast.Call) and getattr(d.func, "id", "") == marker]
    return [a.value for call in calls for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]


def table() -> str:
    """The whole of the document."""
    shown, cards = marked("shows"), marked("ability")
    lines = [
        "# Elector Counts: rules and the tests that show them",
        "",
        "Made by `python -m tests.elekt_core.games.elector_counts.marks` from the markers on the tests; do not edit.",
        "Paths are below `tests/elekt_core/games/elector_counts/`.",
    ]
    for chapter, (title, count) in CHAPTERS.items():
        lines += ["", f"## K{chapter} {title}", "", "| Rule | Shown by |", "|---|---|"]
        lines += [f"| K{chapter}.{n} | {_cell(shown.get(f'K{chapter}.{n}', []))} |" for n in range(1, count + 1)]
    lines += ["", "## Cards", "", "| Card | Ability shown by |", "|---|---|"]
    lines += [f"| {id_} | {_cell(cards.get(id_, []))} |" for id_ in abilities()]
    return "\n".join(lines) + "\n"


def _cell(tests: list[str]) -> str:
    return "<br>".join(f"`{test}`" for test in tests) or "**none**"


def missing() -> list[str]:
    """Rules and cards that no test shows."""
    shown, cards = marked("shows"), marked("ability")
    return [number for number in rules() if number not in shown] + [id_ for id_ in abilities() if id_ not in cards]


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
    sys.stdout.write(f"{TABLE.name} written; without a test: {' '.join(missing()) or 'none'}\n")
