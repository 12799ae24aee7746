"""Games and their bots are found by name, and a wrong name is answered with the nearest one."""

from __future__ import annotations

from pathlib import Path

import pytest

from elekt_core.bots import RANDOM
from elekt_core.errors import GameQuarantined, UnknownGame
from elekt_core.registry import bots_of, game_names, get_bot, get_game, outside_folders, quarantined

from .toy import game as toy


def test_the_built_in_game_is_found_without_being_installed() -> None:
    assert "elekt" in game_names()
    assert get_game("elekt").name == "elekt"
    assert get_game("elekt") is get_game("elekt")


@pytest.mark.usefixtures("toy_installed")
def test_an_outside_package_adds_a_game_by_an_entry_point() -> None:
    assert "high-card" in game_names()
    assert get_game("high-card") is toy


@pytest.mark.usefixtures("toy_installed")
def test_an_entry_point_that_is_no_game_is_named() -> None:
    assert "broken" not in game_names()
    with pytest.raises(GameQuarantined):
        get_game("broken")
    (failed,) = quarantined()
    assert (failed.name, failed.code) == ("broken", "not_a_game")


@pytest.mark.parametrize(("name", "nearest"), [("elekd", "elekt"), ("Elekt", "elekt"), ("chess", "")])
def test_an_unknown_game_is_answered_with_the_nearest_name(name: str, nearest: str) -> None:
    with pytest.raises(UnknownGame, match="unknown_game") as caught:
        get_game(name)
    assert caught.value.data == {"game": name, "nearest": nearest}


def test_the_first_ruleset_is_the_default() -> None:
    assert toy.ruleset().name == "high-card-2"
    assert toy.ruleset("high-card-1").name == "high-card-1"
    with pytest.raises(UnknownGame, match="unknown_ruleset") as caught:
        toy.ruleset("high-card-3")
    assert caught.value.data["nearest"] in [ruleset.name for ruleset in toy.rulesets]


def test_every_game_has_the_same_bots_and_may_bring_its_own() -> None:
    everywhere = {"random", "greedy", *(f"level{number}" for number in range(1, 9))}
    assert set(bots_of(toy)) == set(bots_of(get_game("elekt"))) == everywhere
    enclave = get_game("enclave")
    assert bots_of(enclave).keys() >= everywhere | enclave.bots().keys()
    assert get_bot(toy, "random") is RANDOM
    with pytest.raises(UnknownGame, match="unknown_bot") as caught:
        get_bot(get_game("elekt"), "gredy")
    assert caught.value.data["nearest"] == "greedy"


def test_a_package_from_outside_is_found_with_its_folder_and_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "whist" / "templates").mkdir(parents=True)
    (tmp_path / "whist" / "__init__.py").write_text("raise RuntimeError\n")
    info = tmp_path / "whist-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: whist\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[elekt_core.games]\nwhist = whist.rules:game\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert outside_folders()[-1] == tmp_path / "whist"
