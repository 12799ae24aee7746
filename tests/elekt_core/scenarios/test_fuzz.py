"""No scenario that somebody writes can bring the command down, and a bad one does not hide the others."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from elekt_core.cli.main import main
from elekt_core.registry import game_names
from elekt_core.scenarios import run as scenario_run

from .fuzz import try_one

FILES = 120

GOOD = """
title = { en = "Good", pl = "Dobry" }
[[steps]]
awaiting = { kind = "set_direction" }
"""


@pytest.mark.parametrize("game", game_names())
def test_a_spoilt_scenario_is_played_or_refused_and_nothing_else(game: str) -> None:
    outcomes = {try_one(game, random.Random(f"{game} {number}")) for number in range(FILES)}
    assert outcomes == {"played", "refused"}


@pytest.mark.parametrize(
    ("says", "line", "code"),
    [
        ('chance = [["symbiont", 1]]', 2, "wrong_sort"),
        ("chance = [[true]]", 2, "wrong_sort"),
        ('card_list = "\\u0000"', 2, "no_such_file"),
        ('[[steps]]\nrefused = [{ seat = "word", choose = "x", code = "y" }]', 7, "wrong_sort"),
        ('[[steps]]\nrefused = [{ choose = 1, code = "y" }]', 7, "wrong_sort"),
        ('[[steps]]\nseen.somebody.round = 1', 7, "unknown_word"),
    ],
)  # fmt: skip
def test_what_is_of_the_wrong_sort_is_named_with_its_line(
    says: str, line: int, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    top, _, steps = says.partition("[[steps]]")
    file = tmp_path / "bad.toml"
    file.write_text(f"\n{top or '# nothing'}\n" + GOOD[1:] + (f"[[steps]]{steps}\n" if steps else ""))
    assert main(["scenario", str(file), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [(flaw["line"], flaw["code"]) for flaw in found["flaws"]] == [(line, code)]


@pytest.mark.parametrize(
    "step",
    [
        "exact_offered = [{}]",
        'offered = [{ kind = "nothing" }]',
        'seat = 9\nchoose = "default"',
        'seat = 9\nexact_offered = ["x"]',
        "seen.9.round = 1",
        'refused = [{ seat = 9, choose = "x", code = "y" }]',
        "state.round = 2020-01-01",
    ],
)
def test_what_makes_no_sense_in_play_is_told_and_the_other_files_are_still_looked_at(
    step: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.toml").write_text(GOOD + f"[[steps]]\n{step}\n")
    (tmp_path / "good.toml").write_text(GOOD)
    assert main(["scenario", str(tmp_path / "bad.toml"), str(tmp_path / "good.toml")]) == 1
    told = capsys.readouterr().out
    assert "FAIL" in told
    assert "1/2 ok" in told
    assert main(["scenario", str(tmp_path / "bad.toml"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["findings"]


def test_a_defect_of_ours_in_one_file_does_not_hide_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(GOOD)

    def run(scenario: Any) -> Any:
        if scenario.name == "one":
            raise ZeroDivisionError("oh")
        return scenario_run.run(scenario)

    monkeypatch.setattr("elekt_core.cli.scenarios.run", run)
    assert main(["scenario", str(tmp_path / "one.toml"), str(tmp_path / "two.toml")]) == 1
    told = capsys.readouterr().out
    assert "ZeroDivisionError" in told
    assert "1/2 ok" in told
