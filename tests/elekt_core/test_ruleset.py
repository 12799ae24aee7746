"""A ruleset says for how many it is and what may be agreed on, and names what does not fit."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.errors import BadSetup
from elekt_core.messages import LANGUAGES, describe
from elekt_core.registry import game_names, get_game
from elekt_core.ruleset import Option, Ruleset

from .toy import HighCard

HEAT = Option("heat", (1, 2, 3), 2)
SUITS = Option("suits", ("clubs", "hearts", "spades"), ("clubs", "hearts"), pick=2)
OLD = Option("edition", (1, 2), 2, offered=False)
RULESET = Ruleset("cards-1", range(2, 5), (HEAT, SUITS, OLD))


def test_what_is_not_said_has_its_default() -> None:
    assert RULESET.agreed(2, {}) == {"heat": 2, "suits": ("clubs", "hearts"), "edition": 2}


def test_what_is_said_holds() -> None:
    agreed = RULESET.agreed(4, {"heat": 3, "suits": ["spades", "clubs"], "edition": 1})
    assert agreed == {"heat": 3, "suits": ("spades", "clubs"), "edition": 1}


@pytest.mark.parametrize("value", [0, 4, "2", 2.0, True, None, [2], {}])
def test_an_option_takes_its_values_and_no_other(value: Any) -> None:
    with pytest.raises(BadSetup, match="bad_option") as caught:
        RULESET.agreed(2, {"heat": value})
    assert caught.value.data["field"] == "heat"
    assert caught.value.data["known"] == "1, 2, 3"


@pytest.mark.parametrize(
    "value", [["clubs"], ["clubs", "clubs"], ["clubs", "stars"], ["clubs", "hearts", "spades"], "clubs", None, [[], {}]]
)
def test_an_option_of_several_takes_as_many_different_ones(value: Any) -> None:
    with pytest.raises(BadSetup, match="bad_options") as caught:
        RULESET.agreed(2, {"suits": value})
    assert caught.value.data["pick"] == 2


@pytest.mark.parametrize("seats", [0, 1, 5, "2", 2.0, True])
def test_seats_are_those_of_the_ruleset(seats: Any) -> None:
    with pytest.raises(BadSetup, match="bad_seats") as caught:
        RULESET.agreed(seats, {})
    assert (caught.value.data["least"], caught.value.data["most"]) == (2, 4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_names_the_nearest_word(language: str) -> None:
    with pytest.raises(BadSetup) as caught:
        RULESET.agreed(2, {"haet": 2})
    assert "“heat”" in describe(caught.value, language) or "„heat”" in describe(caught.value, language)
    with pytest.raises(BadSetup) as caught:
        RULESET.agreed(2, {"suits": ["club", "hearts"]})
    assert "“clubs”" in describe(caught.value, language) or "„clubs”" in describe(caught.value, language)


def test_an_option_for_old_records_is_understood_and_not_offered() -> None:
    assert RULESET.agreed(2, {"edition": 1})["edition"] == 1
    assert [option.name for option in RULESET.offered] == ["heat", "suits"]
    RULESET.only_offered({"heat": 1})
    with pytest.raises(BadSetup, match="unknown_option") as caught:
        RULESET.only_offered({"edition": 1})
    assert caught.value.data["field"] == "edition"


class Renewed(HighCard):
    """A game whose rules were put right once; the ruleset for one seat has stayed as it was."""

    rulesets = (
        Ruleset("cards-2", range(2, 5), line="cards-1"),
        Ruleset("alone-1", range(1, 2)),
        Ruleset("cards-1", range(2, 5), replaced=True),
    )


def test_what_begins_anew_begins_under_the_newest_rules_and_the_replaced_ones_stay_known() -> None:
    game = Renewed()
    assert [ruleset.name for ruleset in game.current] == ["cards-2", "alone-1"]
    assert game.ruleset().name == "cards-2"
    assert game.ruleset("cards-1").name == "cards-1"
    assert [game.newest(name).name for name in ("", "cards-1", "cards-2", "alone-1")] == [
        "cards-2", "cards-2", "cards-2", "alone-1",
    ]  # fmt: skip


def test_a_ladder_goes_on_when_its_ruleset_is_replaced() -> None:
    assert {ruleset.name: ruleset.ladder for ruleset in Renewed.rulesets} == {
        "cards-2": "cards-1", "alone-1": "alone-1", "cards-1": "cards-1",
    }  # fmt: skip


@pytest.mark.parametrize("name", game_names())
def test_every_replaced_ruleset_of_an_installed_game_has_one_that_goes_on(name: str) -> None:
    game = get_game(name)
    replaced = [ruleset for ruleset in game.rulesets if ruleset.replaced]
    assert [*game.current, *replaced] == list(game.rulesets), "replaced ones come last"
    lines = [ruleset.ladder for ruleset in game.current]
    assert len(set(lines)) == len(lines)
    for ruleset in replaced:
        newest = game.newest(ruleset.name)
        assert not newest.replaced
        assert (newest.seats, newest.automata) == (ruleset.seats, ruleset.automata)
