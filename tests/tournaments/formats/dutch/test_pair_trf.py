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


@pytest.mark.parametrize("away", ["XXZ 1 9", "240 H 001    1    9", "240 F 001    1    9"])
def test_only_who_has_arrived_has_a_pairing_number(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, away: str
) -> None:
    """C.04.2, 2.4: without 1 and 9 it is 2 that is the first. The pairs are those of bbpPairings 6 for its issue 30."""
    players = [f"001 {no:4}      Player {no:<26} {2500 - no:4}                             0.0" for no in range(8, 11)]
    lines = run(capsys, tmp_path, *players, "XXR 4", "XXC black1", away)
    assert lines == ["4", "6 2", "3 7", "8 4", "5 10"]


def test_the_colour_of_round_one_is_read_by_the_numbers_of_those_who_had_arrived(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """1 was away; 2 had Black as the first of those who were there, so the initial colour was Black. In round two the
    two without a game, 1 and 6, meet: 1 is the first now, and has Black."""

    def line(no: int, opponent: int, colour: str, result: str, points: str) -> str:
        head = f"001 {no:4}      Player {no:<26} {2500 - no:4}"
        return f"{head:<80}{points:>4} {no:>4}  {opponent or '0000':>4} {colour} {result}"

    file = tmp_path / "t.trf"
    rows = [(1, 0, "-", "H", "0.5"), (2, 4, "b", "1", "1.0"), (3, 5, "w", "1", "1.0")]
    rows += [(4, 2, "w", "0", "0.0"), (5, 3, "b", "0", "0.0"), (6, 0, "-", "H", "0.5")]
    file.write_text("\n".join(["012 Test", *(line(*row) for row in rows), "XXR 5", ""]), "utf-8")
    call_command("pair_trf", file)
    assert capsys.readouterr().out.splitlines() == ["3", "2 3", "6 1", "5 4"]


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
