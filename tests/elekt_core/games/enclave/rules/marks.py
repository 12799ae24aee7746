"""Which test shows which rule of Enclave: the marker, its collector, and the table in docs/enclave-rules-coverage.md.

``@shows("Z8.7")`` on a test says that it shows rule Z8.7. Run as a module it writes the table.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from elekt_core.games.enclave import game
from elekt_core.scenarios.scenario import list_scenarios

ROOT = Path(__file__).parents[5]
TABLE = ROOT / "docs" / "enclave-rules-coverage.md"

NUMBERS = [
    "Z0.1",
    "Z0.2",
    "Z0.3",
    "Z0.4",
    "Z0.5",
    "Z0.6",
    "Z1.1",
    "Z1.2",
    "Z1.3",
    "Z1.4",
    "Z2.1",
    "Z2.2",
    "Z2.3",
    "Z2.4",
    "Z2.5",
    "Z2.6",
    "Z3.1",
    "Z3.2",
    "Z3.3",
    "Z3.4",
    "Z3.5",
    "Z3.6",
    "Z3.7",
    "Z3.8",
    "Z3.9",
    "Z3.10",
    "Z4.1",
    "Z4.2",
    "Z4.3",
    "Z4.4",
    "Z4.5",
    "Z4.6",
    "Z4.7",
    "Z4.8",
    "Z5.1",
    "Z5.2",
    "Z5.3",
    "Z5.4",
    "Z5.4.1",
    "Z5.4.2",
    "Z5.4.3",
    "Z5.4.4",
    "Z5.5",
    "Z5.6",
    "Z5.7",
    "Z5.8",
    "Z5.9",
    "Z5.10",
    "Z5.11",
    "Z5.12",
    "Z5.13",
    "Z5.14",
    "Z6.1",
    "Z6.2",
    "Z7.1",
    "Z7.2",
    "Z7.3",
    "Z7.4",
    "Z7.5",
    "Z7.6",
    "Z8.1",
    "Z8.2",
    "Z8.3",
    "Z8.4",
    "Z8.5",
    "Z8.6",
    "Z8.7",
    "Z8.7.1",
    "Z8.7.2",
    "Z8.7.3",
    "Z8.7.4",
    "Z8.8",
    "Z8.9",
    "Z9.1",
    "Z9.2",
    "Z9.3",
    "Z9.4",
    "Z9.5",
    "Z10.1",
    "Z10.2",
    "Z10.3",
    "Z11.1",
    "Z11.2",
    "Z11.3",
    "Z11.4",
    "Z11.5",
    "Z11.6",
    "Z11.7",
    "Z11.8",
    "Z11.9",
    "Z12.1",
    "Z12.2",
    "Z12.3",
    "Z12.4",
    "Z12.5",
    "Z12.6",
    "Z12.7",
    "Z12.8",
    "Z12.9",
    "Z13.1",
    "Z13.2",
    "Z13.3",
    "Z13.4",
    "Z13.5",
    "Z13.6",
    "Z13.7",
    "Z13.8",
    "Z13.9",
    "Z13.10",
    "Z14.1",
    "Z14.2",
    "Z14.3",
    "Z14.4",
    "Z14.5",
    "Z14.6",
    "Z14.7",
    "Z14.8",
    "Z14.9",
    "Z14.10",
    "Z14.11",
    "Z14.12",
    "Z14.13",
    "Z14.14",
    "Z14.15",
    "Z14.16",
    "Z15.1",
    "Z15.2",
    "Z15.3",
    "Z15.4",
    "Z15.5",
    "Z15.6",
    "Z15.7",
    "Z15.8",
    "Z15.9",
    "Z16.1",
    "Z16.2",
    "Z16.3",
    "Z16.4",
    "Z16.5",
    "Z16.6",
    "Z17.1",
    "Z17.2",
    "Z17.3",
    "Z17.4",
    "Z17.5",
    "Z17.6",
    "Z17.7",
    "Z17.8",
    "Z18.1",
    "Z18.2",
    "Z18.3",
    "Z18.3.1",
    "Z18.3.2",
    "Z18.3.3",
    "Z18.4",
    "Z18.5",
    "Z18.6",
    "Z18.7",
    "Z18.8",
    "Z18.9",
    "Z18.10",
    "Z18.11",
    "Z18.12",
    "Z18.13",
    "Z18.14",
    "Z18.15",
    "Z18.15.1",
    "Z18.15.2",
    "Z18.16",
    "Z19.1",
    "Z19.2",
    "Z19.3",
    "Z19.4",
    "Z19.5",
    "Z19.6",
    "Z20.1",
    "Z20.2",
    "Z20.3",
    "Z20.4",
    "Z20.5",
    "Z20.6",
    "Z20.7",
    "Z20.8",
    "Z20.9",
    "Z21.1",
    "Z21.2",
    "Z21.3",
    "Z21.4",
    "Z21.5",
    "Z21.6",
    "Z21.7",
    "Z22.1",
    "Z22.2",
    "Z22.3",
    "Z23.1",
    "Z23.2",
    "Z23.3",
    "Z24.1",
    "Z25.1",
    "Z25.2",
    "Z25.3",
    "Z26.1",
    "Z26.2",
]
"""All rules with a number of their own, in order."""

_AMBIGUOUS = """
Z2.3 Z2.4 Z2.5 Z3.6 Z3.10 Z4.2 Z5.1 Z5.3 Z5.4.1 Z5.4.2 Z5.7 Z5.11 Z7.4 Z8.4 Z8.7.1 Z8.8 Z11.3 Z11.6 Z11.7 Z11.8 Z12.8
Z13.2 Z13.6 Z14.2 Z14.3 Z14.7 Z14.11 Z14.14 Z14.15 Z15.2 Z15.6 Z16.3 Z16.5 Z17.6 Z18.2 Z18.3.3 Z18.5 Z18.16 Z19.1 Z20.2
Z20.7 Z21.3 Z21.6 Z22.2
"""
AMBIGUOUS = _AMBIGUOUS.split()
"""Rules that answer what the rulebook leaves open."""
RECONSTRUCTED = ["Z3.4", "Z3.5", "Z5.9", "Z10.3", "Z13.7", "Z18.4", "Z18.9"]
"""Rules with a value that is lost in what survives of the rulebook."""

ABOUT: Mapping[str, str] = {
    **dict.fromkeys(("Z0.1", "Z0.2", "Z0.3", "Z0.4", "Z0.5", "Z0.6"), "how to read the rules"),
    **dict.fromkeys(("Z1.1", "Z1.4", "Z2.2", "Z10.1"), "what the game is about; nothing follows from it"),
    **dict.fromkeys(("Z2.3", "Z2.4"), "no limit, so nothing is refused"),
    "Z24.1": "a table of values of other rules",
    "Z25.3": "names of facts, not binding",
    **dict.fromkeys(("Z26.1", "Z26.2"), "where values come from; the card file says it"),
}
"""Rules that no test can show, and why."""

Test = TypeVar("Test", bound=Callable[..., object])


def shows(*numbers: str) -> Callable[[Test], Test]:
    """The test shows these rules."""
    assert numbers, "name at least one rule"
    return lambda test: test


@cache
def shown() -> Mapping[str, list[str]]:
    """Rule -> the tests that show it, ``file::name`` below this game's tests."""
    found: dict[str, list[str]] = {}
    place = Path(__file__).parents[1]
    for path in sorted(place.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for number in _numbers(node):
                    found.setdefault(number, []).append(f"{path.relative_to(place)}::{node.name}")
    return found


def _numbers(test: ast.FunctionDef) -> list[str]:
    calls = [d for d in test.decorator_list if isinstance(d, ast.Call) and getattr(d.func, "id", "") == "shows"]
    return [a.value for call in calls for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]


def missing() -> list[str]:
    """Rules that a test could show and none does."""
    return [number for number in NUMBERS if number not in shown() and number not in ABOUT]


def table() -> str:
    """The whole of docs/enclave-rules-coverage.md."""
    found = shown()
    lines = [
        "# Rules of Enclave and the tests that show them",
        "",
        "Made by `python -m tests.elekt_core.games.enclave.rules.marks` from the markers on the tests; do not edit.",
        "Paths are below `tests/elekt_core/games/enclave/`.",
        "",
        f"{len(NUMBERS)} rules: {sum(n in found for n in NUMBERS)} shown, "
        f"{sum(n not in found for n in ABOUT)} that no test can show, {len(missing())} without a test.",
        "",
        f"{len(AMBIGUOUS)} answer questions that the rulebook leaves open and {len(RECONSTRUCTED)} restore lost text; "
        "each of these has a scenario in `elekt_core/games/enclave/scenarios/`.",
        "",
        "| rule | shown by | scenarios |",
        "|---|---|---|",
    ]
    scenarios = list_scenarios(game).by_rule
    for number in NUMBERS:
        tests = "<br>".join(f"`{test}`" for test in found.get(number, ()))
        names = "<br>".join(f"`{scenario.name}`" for scenario in scenarios.get(number, ()))
        lines.append(f"| {number} | {tests or ABOUT.get(number, '**no test**')} | {names} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
