"""The calculator and its command: values by hand from the formulas, and every kind of input that is refused."""

from __future__ import annotations

import json
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from players.ratings.calculator import calculate
from web.errors import Refused

CLUB: dict[str, Any] = {
    "players": [
        {"name": "Alice", "rating": 1600, "k": 20},
        {"name": "Bob", "rating": 1500, "k": 20},
        {"name": "Charlie", "rating": 1500, "k": 20},
    ],
    "results": [{"players": ["Alice", "Bob", "Charlie"], "places": [1, 2, 2]}],
}
FIDE: dict[str, Any] = {
    "players": [
        {"name": "Alice", "rating": 1800, "games": 100},
        {"name": "Bob", "rating": 1900, "games": 10},
        {"name": "Charlie"},
    ],
    "results": [
        {"players": ["Alice", "Bob"], "winner": "Alice"},
        {"players": ["Bob", "Alice"], "places": [1, 1]},
        {"players": ["Charlie", "Bob"], "places": [2, 1]},
    ],
}


def told(mode: str, data: Any) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in calculate(mode, data)["players"]}


def test_a_club_game_of_three_is_rated_in_pairs() -> None:
    """Elo's expectation for 100 points is 0.640; K 20 is shared between two opponents."""
    rows = told("club", CLUB)
    assert rows["Alice"]["expected"] == pytest.approx(2 * 0.640, abs=0.001)
    assert rows["Alice"]["scored"] == 2
    assert rows["Alice"]["change"] == pytest.approx(20 * 2 * 0.360 / 2, abs=0.01)
    for name in ("Bob", "Charlie"):
        assert rows[name]["expected"] == pytest.approx(0.5 + 0.360, abs=0.001)
        assert rows[name]["scored"] == 0.5
        assert rows[name]["change"] == -rows["Alice"]["change"] / 2
    assert rows["Alice"]["new"] == 1600 + rows["Alice"]["change"]
    assert rows["Alice"]["shown"] == 1607


def test_club_results_are_rated_one_after_the_other_with_k_from_the_games_played() -> None:
    data = {
        "players": [{"name": "Alice", "rating": 1500, "games": 9}, {"name": "Bob", "rating": 1500}],
        "results": [{"players": ["Alice", "Bob"], "winner": "Alice"}] * 2,
    }
    first, second = told("club", data)["Alice"]["games"]
    assert (first["k"], first["change"]) == (80, 40)
    assert second["k"] == 72
    assert 0 < second["change"] < 36


def test_fide_results_are_rated_together_against_rated_opponents() -> None:
    """Table 8.1.2: 100 points are .64 and .36. Alice has K 20, Bob, new to the list, 40."""
    rows = told("fide", FIDE)
    alice, bob = rows["Alice"], rows["Bob"]
    assert (alice["k"], alice["expected"], alice["scored"], alice["exact"]) == (20, 0.72, 1.5, 15.6)
    assert (alice["change"], alice["new"]) == (16, 1816)
    assert (bob["k"], bob["expected"], bob["scored"], bob["change"], bob["new"]) == (40, 1.28, 0.5, -31, 1869)


def test_an_unrated_player_gets_a_first_rating_after_five_games() -> None:
    assert told("fide", FIDE)["Charlie"]["new"] is None
    data = deepcopy(FIDE)
    data["results"] += [{"players": ["Charlie", "Bob"], "places": [1, 1]}] * 4
    # opponents 5 x 1900 and 2 x 1800, 2 + 1 points of 7: 43 hundredths, dp -50
    assert told("fide", data)["Charlie"]["new"] == round(13100 / 7 - 50) == 1821


def test_a_junior_has_k_40_until_the_year_they_turn_18() -> None:
    for year, k in ((2026, 40), (2027, 20)):
        data = deepcopy(FIDE) | {"year": year}
        data["players"][0]["birth_year"] = 2008
        assert told("fide", data)["Alice"]["k"] == k


@pytest.mark.parametrize(
    ("code", "mode", "path", "value"),
    [
        ("unknown_mode", "glicko", (), None),
        ("bad_field", "club", (), []),
        ("missing_field", "club", ("results",), None),
        ("bad_field", "club", ("results",), {}),
        ("unknown_field", "club", ("year",), 2026),
        ("bad_field", "club", ("players", 0), "Alice"),
        ("unknown_field", "club", ("players", 0, "born"), 1990),
        ("unknown_field", "club", ("players", 0, "birth_year"), 1990),
        ("bad_field", "club", ("players", 1, "name"), "Alice"),
        ("bad_field", "club", ("players", 1, "name"), " "),
        ("bad_field", "club", ("players", 1, "name"), "\ud800"),
        ("missing_field", "club", ("players", 1, "rating"), None),
        ("bad_number", "club", ("players", 1, "rating"), -1),
        ("bad_number", "club", ("players", 1, "rating"), float("nan")),
        ("bad_number", "club", ("players", 1, "rating"), 10**400),
        ("bad_number", "club", ("players", 1, "rating"), True),
        ("bad_number", "club", ("players", 1, "k"), 0),
        ("bad_number", "club", ("players", 1, "games"), -3),
        ("bad_number", "fide", ("players", 1, "rating"), 1500.5),
        ("missing_field", "fide", ("players", 1, "birth_year"), 2010),
        ("unknown_player", "club", ("results", 0, "players", 0), "Dora"),
        ("unknown_player", "club", ("results", 0, "players", 0), ["Alice"]),
        ("player_twice", "club", ("results", 0, "players", 0), "Bob"),
        ("wrong_number_of_players", "club", ("results", 0, "players"), ["Alice"]),
        ("only_duels", "fide", ("results", 0, "players"), ["Alice", "Bob", "Charlie"]),
        ("no_outcome", "club", ("results", 0, "places"), None),
        ("no_outcome", "club", ("results", 0, "places"), [2, 2, 3]),
        ("no_outcome", "club", ("results", 0, "places"), [1, 2]),
        ("no_outcome", "club", ("results", 0, "winner"), "Alice"),
        ("no_outcome", "fide", ("results", 0, "winner"), "Charlie"),
        ("bad_field", "club", ("results", 0, "places"), "1 2 3"),
    ],
)
def test_wrong_input_is_refused_by_name(code: str, mode: str, path: tuple[Any, ...], value: Any) -> None:
    data: Any = deepcopy(FIDE if mode == "fide" else CLUB)
    if path:
        where = data
        for step in path[:-1]:
            where = where[step]
        if value is None:
            del where[path[-1]]
        else:
            where[path[-1]] = value
    elif value is not None:
        data = value
    with pytest.raises(Refused) as refused:
        calculate(mode, data)
    assert refused.value.code == code


def test_the_command_prints_what_the_calculator_says(tmp_path: Path) -> None:
    file, out = tmp_path / "results.json", StringIO()
    file.write_text(json.dumps(CLUB))
    call_command("rate", mode="club", json=str(file), stdout=out)
    assert json.loads(out.getvalue()) == calculate("club", CLUB)


def test_the_command_says_what_it_cannot_read_in_the_language_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    file = tmp_path / "results.json"
    with pytest.raises(CommandError, match=r"results\.json: No such file"):
        call_command("rate", mode="club", json=str(file))
    file.write_text("{")
    with pytest.raises(CommandError, match="This is not JSON"):
        call_command("rate", mode="club", json=str(file))
    file.write_text(json.dumps({**CLUB, "results": []} | {"players": [{"name": "Alice", "rating": 9999}]}))
    with pytest.raises(CommandError, match=r"players\[0\]\.rating must be a whole number from 0 to 4000, not 9999"):
        call_command("rate", mode="club", json=str(file))
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    with pytest.raises(CommandError, match=r"players\[0\]\.rating: to ma być liczba całkowita"):
        call_command("rate", mode="club", json=str(file))
