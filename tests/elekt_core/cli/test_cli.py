"""``python -m elekt_core``: what it prints, and that every mistake is one clear line and an exit code."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from elekt_core.cli.main import main
from elekt_core.contract import SeatNo
from elekt_core.record.redact import redacted_record
from elekt_core.record.text import format_record, parse_record

from ..builders import finished_record, finished_text, running_record
from ..toy import game as toy

pytestmark = pytest.mark.usefixtures("toy_installed")
Out = pytest.CaptureFixture[str]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "record.jsonl"
    path.write_text(finished_text(), "utf-8")
    return path


def test_simulated_games_are_written_and_verify(tmp_path: Path, capsys: Out) -> None:
    folder = tmp_path / "games"
    command = ["simulate", "--game", "high-card", "--seats", "3", "--seed", "7", "--count", "5"]
    assert main([*command, "--out", str(folder), "--json"]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(results) == 5
    for result in results:
        record = parse_record((folder / f"{result['id']}.jsonl").read_bytes())
        assert result["events"] == len(record.entries)
        assert result["state"] == record.batches[-1].state_hash
        assert result["bots"] == ["random"] * 3
        assert sorted(result["outcome"]) == ["ranks", "scores", "termination", "winner"]
    assert main(["verify", *map(str, folder.iterdir())]) == 0
    assert capsys.readouterr().out.count("ok ") == 5
    main([*command, "--json"])
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == results


def test_results_are_readable_without_json(capsys: Out) -> None:
    assert main(["simulate", "--game", "high-card"]) == 0
    assert "1. random@" in capsys.readouterr().out


def test_a_replay_tells_the_game_in_sentences_up_to_a_position(record: Path, capsys: Out) -> None:
    played = [e.seq for e in finished_record().entries if e.kind == "card_played"]
    assert main(["replay", str(record), "--at", str(played[1])]) == 0
    out = capsys.readouterr().out
    assert out.count(" plays ") == 2
    assert f"{played[1]:5}  Seat " in out
    assert f"--- {played[1]}/{len(finished_record().entries)}" in out
    assert main(["replay", str(record), "--lang", "pl"]) == 0
    assert "Miejsce 1 plays" in capsys.readouterr().out


def test_a_replay_can_be_seen_with_the_eyes_of_a_seat(record: Path, capsys: Out) -> None:
    first = finished_record().entries
    start = next(e.seq for e in first if e.kind == "round_started")
    hands = {e.payload["seat"]: sorted(e.payload["cards"]) for e in first[:start] if e.kind == "cards_drawn"}
    main(["replay", str(record), "--at", str(start)])
    out = capsys.readouterr().out
    assert all(json.dumps(hand) in out for hand in hands.values())
    main(["replay", str(record), "--at", str(start), "--seat", "1"])
    out = capsys.readouterr().out
    assert json.dumps(hands[1]) in out
    assert json.dumps(hands[0]) not in out
    main(["replay", str(record), "--at", str(start), "--spectator"])
    assert json.dumps(hands[1]) not in capsys.readouterr().out


def test_a_redacted_record_can_be_replayed_by_its_viewer(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(format_record(redacted_record(running_record(), SeatNo(1), toy)), "utf-8")
    assert main(["replay", str(path)]) == 0
    assert main(["replay", str(path), "--seat", "1"]) == 0
    assert main(["replay", str(path), "--seat", "2"]) == 1
    assert "already shows only what one side saw (1)" in capsys.readouterr().err
    assert main(["verify", str(path)]) == 0
    assert "chain: not possible in a redacted record" in capsys.readouterr().out


def test_the_first_flaw_is_named_with_its_place(record: Path, tmp_path: Path, capsys: Out) -> None:
    lines = finished_text().splitlines(keepends=True)
    record.write_text("".join(lines[:5]), "utf-8")
    good = tmp_path / "good.jsonl"
    good.write_text(finished_text(), "utf-8")
    assert main(["verify", str(record), str(good)]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"FLAW {record}: format: line 6: the record ends too early: its closing line is missing"
    assert second.startswith(f"ok   {good}: ")
    assert main(["verify", str(record), "--lang", "pl"]) == 1
    assert "wiersz 6: zapis urywa się" in capsys.readouterr().out


def test_every_check_can_be_had_as_json(record: Path, capsys: Out) -> None:
    assert main(["verify", "--json", str(record)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["ok"] is True
    assert result["head"] == finished_record().entries[-1].hash
    assert {check["status"] for check in result["checks"]} == {"ok"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["simulate", "--game", "high-cart"], "no game is called “high-cart”; did you mean “high-card”?"),
        (["simulate", "--game", "high-card", "--lang", "pl", "--bots", "x"], "gra high-card nie ma bota „x”"),
        (["simulate", "--game", "high-card", "--ruleset", "x"], "high-card has no ruleset “x”"),
        (["simulate", "--game", "high-card", "--seats", "9"], "the game has 2 to 4 seats, not 9"),
        (["simulate", "--game", "high-card", "--out", __file__], "File exists"),
        (["simulate", "--seats", "5"], "the game has 2 to 4 seats, not 5"),
        (["simulate", "--options", '{"heat_starting":4}'], "“heat_starting” cannot be 4: possible values are 1, 2, 3"),
        (["simulate", "--options", '{"edtion":1}', "--lang", "pl"], "nie ma tu opcji „edtion”"),
        (["replay", "missing.jsonl"], "missing.jsonl: No such file or directory"),
        (["replay", __file__], "line 1: this is not a game record"),
        (["replay", "RECORD", "--at", "999"], "there is no position 999"),
        (["replay", "RECORD", "--seat", "3"], "there is no seat 3"),
        (["verify", "missing.jsonl"], "missing.jsonl: No such file or directory"),
    ],
)
def test_mistakes_are_one_clear_line(arguments: list[str], complaint: str, record: Path, capsys: Out) -> None:
    assert main([str(record) if argument == "RECORD" else argument for argument in arguments]) == 1
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [[], ["play"], ["verify"], ["simulate", "--count", "0"], ["simulate", "--options", "[]"]]
)
def test_a_wrong_command_line_is_explained(arguments: list[str], capsys: Out) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_progress_is_shown_on_stderr(capsys: Out) -> None:
    main(["simulate", "--game", "high-card", "--count", "60", "--json"])
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 60
    assert captured.err.splitlines()[-1] == "60/60 games"


def test_it_runs_as_a_module_and_survives_a_closed_pipe(toy_installed: dict[str, str], record: Path) -> None:
    module = [sys.executable, "-m", "elekt_core"]
    done = subprocess.run([*module, "verify", str(record)], env=toy_installed, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    many = subprocess.Popen(
        [*module, "simulate", "--game", "high-card", "--count", "3000"],
        env=toy_installed,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert many.stdout is not None
    assert many.stderr is not None
    many.stdout.readline()
    many.stdout.close()
    assert b"Traceback" not in many.stderr.read()
    many.stderr.close()
    assert many.wait() == 0


def test_a_game_is_reviewed_in_words_and_as_json(record: Path, capsys: Out) -> None:
    assert main(["review", str(record), "--budget", "quick", "--all"]) == 0
    out = capsys.readouterr().out
    assert "Seat 0: Play " in out
    assert "Nothing better was found." in out
    assert re.search(r"standard error \d+\.\d, judges \d+\.\d apart, sample of \d+ worlds, not weighted", out)
    assert main(["review", str(record), "--budget", "quick", "--json", "--seat", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seats"] == 3
    assert main(["review", str(record), "--seat", "7"]) == 1
