"""``manage.py standings_trf``."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.tie_breaks.examples import GOLDEN

HELD = GOLDEN / "held_swiss_5.trf"


def run(file: Path, *options: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("standings_trf", str(file), *options, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def answer(file: Path, *options: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(file, "--json", *options)[0])
    return found


def test_the_answer_has_the_values_that_were_asked_for() -> None:
    found = answer(HELD, "--tie-breaks", "BH,bh-c1,SB/V2024,AOB")
    assert found["tie_breaks"] == ["BH", "BH-C1", "SB-V2024", "AOB"]
    assert found["rules"] == "FIDE C.07 2026"
    first = found["standings"][0]
    assert (first["rank"], first["entrant"], first["name"], first["points"]) == (1, 2, "Bruno", "4")
    assert first["tie_breaks"] == {"BH": "13", "BH-C1": "12", "SB-V2024": "9.5", "AOB": "13.6"}
    paul = next(row for row in found["standings"] if row["name"] == "Paul")
    assert paul["tie_breaks"]["AOB"] == "13"
    assert found["flaws"] == []


def test_a_value_opens_into_its_games() -> None:
    found = answer(HELD, "--tie-breaks", "BH", "--explain", "6")["explained"]["BH"]
    assert [(part["round"], part["opponents"], part["value"], part["kind"]) for part in found["parts"]] == [
        (1, [14], "2", "counted"),
        (2, [3], "3.5", "counted"),
        (3, [], "2.5", "dummy"),
        (4, [10], "1", "counted"),
        (5, [8], "2.5", "counted"),
    ]
    assert found["value"] == "11.5"


def test_an_earlier_round_can_be_looked_at() -> None:
    found = answer(HELD, "--round", "1")
    assert found["rounds"] == 1
    assert {row["points"] for row in found["standings"]} == {"0", "0.5", "1"}


def test_a_table_for_people_and_flaws_with_their_lines() -> None:
    text, flaws = run(GOLDEN / "many_unplayed_rounds.trf", "--tie-breaks", "BH", "--explain", "12")
    assert text.splitlines()[1].split() == ["1", "5", "Player,", "5", "5", "25.5"]
    assert "round 1  against -  3.5  dummy" in text
    assert "line 14: " in flaws
    assert "1234567890" in flaws


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--tie-breaks", "BH,BX"], "there is no tie-break BX; the nearest is BH"),
        (["--tie-breaks", "BH,BH"], "BH stands twice"),
        (["--round", "6"], "there are 5 rounds"),
        (["--explain", "17"], "there is no player 17"),
    ],
)
def test_what_cannot_be_answered_is_refused(options: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run(HELD, *options)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        run(tmp_path / "none.trf")
    empty = tmp_path / "empty.trf"
    empty.write_text("012 Nobody came\n")
    with pytest.raises(CommandError, match="001"):
        run(empty)
