"""A ruleset says for how many it is and what may be agreed on, and names what does not fit."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.errors import BadSetup
from elekt_core.messages import LANGUAGES, describe
from elekt_core.ruleset import Option, Ruleset

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
