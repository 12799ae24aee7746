"""``python -m elekt_core scenario``: play scenarios and print what differs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import CoreError
from ..messages import describe
from ..registry import USUAL_GAME, game_names, get_game
from ..scenarios.flaws import BadScenario
from ..scenarios.run import Finding, run
from ..scenarios.scenario import Scenario, load_scenario, parse_scenario

WIDTH = 100
EXPECTED = {"en": ("expected", "found"), "pl": ("oczekiwano", "jest")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE")
    parser.add_argument("--all", action="store_true", help="all scenarios that come with the game")
    parser.add_argument(
        "--game", default=USUAL_GAME, help=f"the game whose scenarios --all plays: {', '.join(game_names())}"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per scenario")


def run_command(options: argparse.Namespace) -> int:
    """Exit code 1 if a scenario cannot be read or something differs."""
    if not options.files and not options.all:
        print("elekt_core: scenario: name a FILE or use --all", file=sys.stderr)
        return 2
    wrong = count = checks = 0
    for name, text, path in _texts(options):
        count += 1
        ok, found = _one(name, text, path, options)
        checks += found
        wrong += not ok
    if not options.json and count > 1:
        print(f"{count - wrong}/{count} ok, {checks} checks")
    return 1 if wrong else 0


def _texts(options: argparse.Namespace) -> Iterator[tuple[str, str | None, Path | None]]:
    for path in options.files:
        yield str(path), None, path
    if options.all:
        for name, text in get_game(options.game).scenario_files().items():
            yield f"{name}.toml", text, None


def _one(name: str, text: str | None, path: Path | None, options: argparse.Namespace) -> tuple[bool, int]:
    """Whether the scenario holds, and how much was compared. Whatever happens, the others are still checked."""
    try:
        return _played(name, text, path, options)
    except Exception as error:
        _print_error(name, "crashed", f"{type(error).__name__}: {error}", options)
        return False, 0


def _played(name: str, text: str | None, path: Path | None, options: argparse.Namespace) -> tuple[bool, int]:
    try:
        scenario = parse_scenario(text, name) if text is not None else load_scenario(path or Path(name))
    except BadScenario as bad:
        _print_flaws(name, bad, options)
        return False, 0
    except CoreError as error:
        _print_error(name, error.code, describe(error, options.lang), options)
        return False, 0
    except OSError as error:
        _print_error(name, "os_error", error.strerror or "", options)
        return False, 0
    report = run(scenario)
    if options.json:
        found = [finding.json() for finding in report.findings]
        print(_json({"file": name, "ok": report.ok, "checks": report.checks, "findings": found}))
    elif report.ok:
        print(f"ok   {name}: {_title(scenario, options.lang)} ({report.checks})")
    else:
        print(f"FAIL {name}: {_title(scenario, options.lang)}")
        for finding in report.findings:
            print(told(finding, options.lang))
    return report.ok, report.checks


def _print_flaws(name: str, bad: BadScenario, options: argparse.Namespace) -> None:
    if options.json:
        flaws = [{"line": bad.line(flaw), **flaw.json()} for flaw in bad.flaws]
        print(_json({"file": name, "ok": False, "flaws": flaws}))
        return
    print(f"FLAW {name}")
    for flaw in bad.flaws:
        print(f"  {bad.line(flaw)}: {flaw.key}: {flaw.text(options.lang)}")


def _print_error(name: str, code: str, text: str, options: argparse.Namespace) -> None:
    told = _json({"file": name, "ok": False, "error": code, "text": text})
    print(told if options.json else f"FLAW {name}: {text}")


def _title(scenario: Scenario, language: str) -> str:
    return scenario.title.get(language, "")


def told(finding: Finding, language: str) -> str:
    """A finding for people: its place and what is wrong, then what was expected and what was found."""
    variant = f"({finding.variant}) " if finding.variant else ""
    lines = [f"  {finding.line}: {variant}{finding.place}: {finding.text(language)}"]
    if finding.expected is not None or finding.found is not None:
        expected, found = EXPECTED[language]
        width = max(len(expected), len(found)) + 1
        lines.append(f"      {expected + ':':{width}} {_short(finding.expected)}")
        values = (
            finding.found if isinstance(finding.found, list) and len(_short(finding.found)) > 100 else [finding.found]
        )
        lines.append(f"      {found + ':':{width}} {_short(values[0]) if values else '[]'}")
        lines += [f"      {'':{width}} {_short(value)}" for value in values[1:]]
    return "\n".join(lines)


def _short(value: Any) -> str:
    if value is None:
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _json(value: Any) -> str:
    """TOML has dates, JSON has none: they become text."""
    return json.dumps(value, default=str)
