"""A package whose game cannot be loaded harms nothing but itself, and it is said which one it is and why."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from elekt_core.errors import GameQuarantined, UnknownGame
from elekt_core.registry import game_names, get_game, is_playable, outside_folders, quarantined

from .conftest import Site

GAME = "from high_stakes import HighStakes\nclass Whist(HighStakes):\n    name = 'whist'\ngame = Whist()\n"
HOUSE = ("elector_counts", "elekt", "enclave")


@pytest.mark.parametrize(
    ("source", "code", "why"),
    [
        ("import no_such_module\n", "not_importable", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("1 / 0\n", "not_importable", "ZeroDivisionError"),
        ("game = (\n", "not_importable", "SyntaxError"),
        ("raise SystemExit(3)\n", "not_importable", "SystemExit: 3"),
        ("", "not_importable", "no attribute 'game'"),
        ("game = 12\n", "not_a_game", "it is a int, not a Game"),
        (GAME.replace("game = Whist()", "game = Whist"), "not_a_game", "not a Game"),
        (GAME.replace("'whist'", "'bridge'"), "other_name", "the game’s own name is “bridge”"),
        (GAME.replace("name = 'whist'", "name, rulesets = 'whist', ()"), "not_usable", "unknown_ruleset"),
        (GAME.replace("name = 'whist'", "name, texts = 'whist', None"), "not_usable", "AttributeError"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_named_with_its_package_and_the_reason(
    site: Site, source: str, code: str, why: str
) -> None:
    site.install("whist", source)
    assert game_names() == HOUSE
    (failed,) = quarantined()
    assert (failed.name, failed.package, failed.place, failed.code) == ("whist", "whist 1.0", "whist:game", code)
    assert why in failed.text("en")
    assert failed.text("pl").startswith("whist (whist 1.0, whist:game): ")
    assert not is_playable("whist")
    with pytest.raises(GameQuarantined) as refused:
        get_game("whist")
    assert refused.value.data == {"game": "whist"}, "the reason may name files of the server"


def test_of_two_packages_with_one_name_neither_is_played(site: Site) -> None:
    site.install("whist", GAME)
    site.install("other_whist", GAME, name="whist")
    assert game_names() == HOUSE
    (failed,) = quarantined()
    assert failed.code == "two_packages"
    assert "other_whist 1.0" in failed.text("en")
    assert "whist 1.0" in failed.text("en")


def test_a_package_cannot_take_the_name_of_a_built_in_game(site: Site) -> None:
    site.install("false_elekt", GAME.replace("'whist'", "'elekt'"), name="elekt")
    assert game_names() == HOUSE
    assert type(get_game("elekt")).__module__.startswith("elekt_core.games.elekt")
    assert [(one.name, one.package, one.code) for one in quarantined()] == [("elekt", "false_elekt 1.0", "name_taken")]


@pytest.mark.parametrize("place", ["", "whist", ":game", "whist rules:game", "whist:"])
def test_an_entry_point_that_names_nothing_stops_nobody(site: Site, place: str) -> None:
    site.install("whist", GAME, place=place)
    assert game_names() == HOUSE
    outside_folders()
    if place:
        assert [one.name for one in quarantined()] == ["whist"]


def test_a_package_that_is_gone_leaves_an_unknown_game(site: Site) -> None:
    site.install("whist", GAME)
    assert get_game("whist").name == "whist"
    site.remove("whist")
    with pytest.raises(UnknownGame, match="unknown_game"):
        get_game("whist")
    assert quarantined() == ()


def test_the_command_says_why_and_plays_the_other_games(site: Site) -> None:
    site.install("whist", "import no_such_module\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site.folder), str(Path.cwd())])}

    def core(*arguments: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "elekt_core", *arguments]
        return subprocess.run(line, capture_output=True, text=True, env=environment, check=False)

    failed = core("simulate", "--game", "whist")
    assert failed.returncode == 1
    assert "whist (whist 1.0, whist:game): importing it failed: ModuleNotFoundError" in failed.stderr
    assert core("simulate", "--game", "elector_counts", "--seats", "3").returncode == 0
