"""``manage.py pair_trf``: as pairing engines print, and why."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

GOLDEN = Path(__file__).with_name("golden")
PLAYERS = [
    f"001 {no:4}      Player {no:<26} {2500 - no:4}                             0.0 {no:4}" for no in range(1, 8)
]


def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, *more: str, **options: bool) -> list[str]:
    file = tmp_path / "t.trf"
    file.write_text("\n".join(["012 Test", *PLAYERS, *more, ""]), "utf-8")
    call_command("pair_trf", file, **options)
    return capsys.readouterr().out.splitlines()


def test_the_first_round(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, tmp_path, "XXR 5", "XXC white1") == ["4", "1 4", "5 2", "3 6", "7 0"]


def test_the_initial_colour(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, tmp_path, "XXR 5", "XXC black1") == ["4", "4 1", "2 5", "6 3", "7 0"]


def test_forbidden_pairs_and_absences(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, tmp_path, "XXR 5", "XXP 1 4", "XXZ 7") == ["3", "1 5", "4 2", "3 6"]


def test_an_explanation_names_players_and_articles(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = run(capsys, tmp_path, "XXR 5", "XXP 1 4", explain=True)
    assert lines[5] == ""
    assert "4 Player 4 came before in S2, but forbidden speaks against" in lines[6]
    assert "by article 5.2.5" in lines[6]
    assert lines[-1].startswith("Bye: 7 Player 7 has the bye")


def test_without_the_number_of_rounds_it_is_not_the_last(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """In the last round topscorers may meet whatever their colours; in any other they may not."""
    text = (GOLDEN / "last_round.trf").read_text("utf-8")
    outs = []
    for said in ("XXR 15", "XXR 16", ""):
        file = tmp_path / "t.trf"
        file.write_text(text.replace("XXR 15", said), "utf-8")
        call_command("pair_trf", file)
        outs.append(capsys.readouterr().out)
    assert outs[0] != outs[1] == outs[2]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["XXP 1 2 3 4 5 6 7"], "complies with C1, C2 and C3"),
        (["XXZ 1 2 3 4 5 6"], "1 players are there"),
    ],
)
def test_what_cannot_be_paired_is_said(
    more: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=said):
        run(capsys, tmp_path, "XXR 5", *more)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot read"):
        call_command("pair_trf", tmp_path / "nothing.trf")


def test_a_file_without_players_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "t.trf"
    file.write_text("012 Nobody\n", "utf-8")
    with pytest.raises(CommandError, match=r"t\.trf"):
        call_command("pair_trf", file)


def test_the_account_of_one_player(capsys: pytest.CaptureFixture[str]) -> None:
    file = GOLDEN / "C9.trf"
    call_command("pair_trf", file)
    white, black = capsys.readouterr().out.splitlines()[1].split()
    call_command("pair_trf", file, "--account", black)
    told = capsys.readouterr().out.splitlines()[-1]
    assert told.startswith(f"{white} ")
    assert "has White by article 5.2" in told
    with pytest.raises(CommandError, match="player 9999 is not paired"):
        call_command("pair_trf", file, "--account", "9999")
