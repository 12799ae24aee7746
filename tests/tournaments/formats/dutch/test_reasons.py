"""Which criterion, exchange and rule a reason names, for fields in which it is plain what must be named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tournaments.formats.contract import Reason
from tournaments.formats.dutch.colours import allocate
from tournaments.formats.dutch.engine import pair_field
from tournaments.formats.dutch.explain import Explainer
from tournaments.formats.dutch.field import Field
from tournaments.formats.dutch.player import Colour, Float, Player
from tournaments.formats.dutch.reasons import CRITERIA, ENGLISH, english

from .build import player

DOWN, UP = (Float.DOWN, Float.NONE), (Float.UP, Float.NONE)


def reasons_of(players: Sequence[Player], quickly: bool) -> dict[int, Reason]:
    """By the higher ranked of each pair, and by who has the bye."""
    field = Field(players)
    paired = pair_field(field, quickly=quickly)
    explainer = Explainer(paired)
    found = {players[index].no: explainer.of_bye(index) for index in paired[-1].arrangement.down}
    for number, one in enumerate(paired):
        for at, pair in enumerate(one.arrangement.pairs):
            higher = players[pair.higher]
            colours = allocate(higher, players[pair.lower], Colour.WHITE)
            found[higher.no] = explainer.of_pair(number, at, colours)
    return dict(found)  # type: ignore[arg-type]


def said(reason: Reason) -> dict[str, dict[str, Any]]:
    return {part["code"]: part["data"] for part in reason.data["also"]}


@pytest.mark.parametrize("quickly", [True, False])
class TestNamed:
    def test_the_first_candidate(self, quickly: bool) -> None:
        reason = reasons_of([player(1), player(2)], quickly)[1]
        assert (reason.code, reason.data["score"]) == ("dutch_same_score", 0)
        assert said(reason) == {"dutch_first_choice": {}, "dutch_colour": {"entrant": 1, "rule": "5.2.5"}}

    @pytest.mark.parametrize(
        ("criterion", "first", "third"),
        [
            ("C1", {"met": [3]}, {"met": [1]}),
            ("C3", {"colours": "ww"}, {"colours": "ww"}),
            ("C12", {"colours": "wb"}, {"colours": "b"}),
            ("C13", {"colours": "w"}, {"colours": "w"}),
        ],
    )
    def test_what_spoke_against_an_earlier_candidate(
        self, quickly: bool, criterion: str, first: dict[str, Any], third: dict[str, Any]
    ) -> None:
        others = {"C3": ["bb", "bb"], "C12": ["w", "w"], "C13": ["bw", "b"]}.get(criterion, ["", ""])
        field = [player(1, **first), player(2, colours=others[0]), player(3, **third), player(4, colours=others[1])]
        reason = said(reasons_of(field, quickly)[1])
        assert reason["dutch_passed"] == {"entrant": 1, "other": 3, "criterion": criterion}

    def test_an_exchange_and_why(self, quickly: bool) -> None:
        field = [player(1, met=[3, 4]), player(2), player(3, met=[1]), player(4, met=[1])]
        found = reasons_of(field, quickly)
        assert said(found[1])["dutch_exchanged_down"] == {"entrant": 2}
        assert said(found[3])["dutch_exchanged_up"] == {"entrant": 3}
        assert said(found[1])["dutch_exchange_needed"] == {"criterion": "C4"}

    def test_a_player_who_was_moved_down_and_who_was_spared(self, quickly: bool) -> None:
        field = [player(1, 2), player(2, 2), player(3, 2, floats=DOWN), player(4)]
        reason = reasons_of(field, quickly)[2]
        assert (reason.code, reason.data["above"], reason.data["score"]) == ("dutch_moved_down", 2, 0)
        assert said(reason)["dutch_downfloat_spared"] == {"entrant": 2, "other": 3, "criterion": "C14"}

    def test_an_opponent_who_was_spared_an_upfloat(self, quickly: bool) -> None:
        field = [player(1, 2), player(2, 0, floats=UP), player(3), player(4)]
        assert said(reasons_of(field, quickly)[1])["dutch_passed"]["criterion"] == "C15"

    def test_who_was_spared_the_bye(self, quickly: bool) -> None:
        field = [player(1), player(2, unplayed=1), player(3, unplayed=2), player(4, may_have_bye=False), player(5)]
        found = reasons_of([*field[:3], field[4]][:3], quickly)
        assert said(found[1])["dutch_bye_spared"] == {"entrant": 1, "other": 3, "criterion": "C9"}
        found = reasons_of([*field[:2], field[3]], quickly)
        assert said(found[1])["dutch_bye_spared"] == {"entrant": 1, "other": 4, "criterion": "C2"}

    def test_c8_and_c4_name_the_brackets_below(self, quickly: bool) -> None:
        field = [player(1, 2), player(2, 2), player(3, 2, met=[4]), player(4, 0, met=[3])]
        assert said(reasons_of(field, quickly)[2])["dutch_downfloat_spared"]["criterion"] in ("C4", "C8")


def test_every_criterion_and_code_has_words() -> None:
    assert set(CRITERIA) == {*(f"C{number}" for number in range(1, 22)), "forbidden"}
    reason = Reason("dutch_moved_down", {"entrant": 7, "above": 5, "score": "20/3", "also": []})
    assert list(english(reason, lambda no: f"#{no}")) == [
        "#7 was moved down from 2.5 to the bracket of 20/3 half-points."
    ]
    assert all(sentence.endswith(".") for sentence in ENGLISH.values())
