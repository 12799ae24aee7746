from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.contract import BadPlan, EntrantNo
from tournaments.formats.league import Changes, Divisions, Rule, next_season, play_offs


def divisions(*sizes: int) -> Divisions:
    """11, 12, ... in the first, 21, 22, ... in the second: the tens are the division, the ones the place."""
    return tuple(tuple(EntrantNo(10 * at + place) for place in range(1, size + 1)) for at, size in enumerate(sizes, 1))


def numbers(*values: int) -> list[EntrantNo]:
    return [EntrantNo(value) for value in values]


def test_the_first_go_up_and_the_last_go_down() -> None:
    after = next_season(divisions(4, 5, 4), Rule(1, 1))
    assert after.divisions == ((11, 12, 13, 21), (14, 22, 23, 24, 31), (25, 32, 33, 34))
    told = {move.entrant: (move.reason.code, move.origin, move.target) for move in after.moves}
    assert told[EntrantNo(14)] == ("relegated", 0, 1)
    assert told[EntrantNo(31)] == ("promoted", 2, 1)
    assert told[EntrantNo(12)] == ("stays", 0, 0)
    assert len(after.moves) == 13


def test_who_withdraws_takes_a_place_that_goes_down() -> None:
    after = next_season(divisions(4, 4), Rule(2, 2), Changes(withdrawn=set(numbers(12))))
    assert after.divisions == ((11, 13, 21, 22), (14, 23, 24))
    assert {move.entrant: move.reason.code for move in after.moves}[EntrantNo(12)] == "withdrew"


def test_gaps_are_filled_from_below_division_by_division() -> None:
    after = next_season(divisions(4, 4, 4), Rule(1, 1), Changes(withdrawn=set(numbers(11, 12, 14))))
    assert after.divisions == ((13, 21, 22, 23), (24, 31, 32, 33), (34,))
    codes = {move.entrant: move.reason.code for move in after.moves}
    assert [codes[no] for no in numbers(13, 21, 22, 23, 24, 31, 32, 33, 34)] == [
        "stays", "promoted", "fills_a_gap", "fills_a_gap", "spared", "promoted", "fills_a_gap", "fills_a_gap", "stays",
    ]  # fmt: skip


def test_newcomers_begin_at_the_bottom() -> None:
    after = next_season(divisions(3, 3), Rule(1, 1), Changes(newcomers=numbers(91, 92)))
    assert after.divisions == ((11, 12, 21), (13, 22, 23, 91, 92))
    assert [move.reason.code for move in after.moves[-2:]] == ["newcomer", "newcomer"]


def test_a_division_too_small_for_both_sends_more_up_than_down() -> None:
    after = next_season(divisions(4, 2, 4), Rule(1, 2))
    codes = {move.entrant: move.reason.code for move in after.moves}
    assert (codes[EntrantNo(21)], codes[EntrantNo(22)]) == ("promoted", "relegated")


def test_places_are_played_for_between_those_who_go_up_and_those_who_go_down() -> None:
    season = divisions(6, 6)
    (play_off,) = play_offs(season, Rule(1, 1, 2))
    assert (play_off.upper, play_off.defenders, play_off.challengers, play_off.places) == (0, (14, 15), (22, 23), 2)
    after = next_season(season, Rule(1, 1, 2), Changes(playoffs={0: numbers(15, 22)}))
    assert after.divisions == ((11, 12, 13, 15, 21, 22), (14, 16, 23, 24, 25, 26))
    codes = {move.entrant: move.reason.code for move in after.moves}
    assert [codes[no] for no in numbers(14, 15, 22, 23)] == [
        "relegated_by_playoff", "kept_by_playoff", "promoted_by_playoff", "stays_after_playoff",
    ]  # fmt: skip


def test_a_season_is_not_closed_before_its_play_offs_are() -> None:
    for winners in ({}, {0: numbers(14)}, {0: numbers(14, 14)}, {0: numbers(11, 14)}):
        with pytest.raises(BadPlan) as refused:
            next_season(divisions(6, 6), Rule(1, 1, 2), Changes(playoffs=winners))
        assert refused.value.field == "playoffs.0"


@pytest.mark.parametrize(
    ("rule", "changes", "field"),
    [
        (Rule(-1, 1), Changes(), "up"),
        (Rule(1, 1), Changes(newcomers=numbers(11)), "newcomers"),
        (Rule(1, 1), Changes(withdrawn=set(numbers(99))), "withdrawn"),
    ],
)
def test_what_does_not_fit_is_named(rule: Rule, changes: Changes, field: str) -> None:
    with pytest.raises(BadPlan) as refused:
        next_season(divisions(3, 3), rule, changes)
    assert refused.value.field == field


def test_one_entrant_in_two_divisions_is_refused() -> None:
    with pytest.raises(BadPlan) as refused:
        next_season((tuple(numbers(1, 2)), tuple(numbers(2, 3))), Rule(1, 1))
    assert refused.value.field == "divisions"


@given(
    sizes=st.lists(st.integers(0, 7), min_size=1, max_size=5),
    up=st.integers(0, 3),
    down=st.integers(0, 3),
    playoff=st.integers(0, 2),
    data=st.data(),
)
@settings(max_examples=40, deadline=None)
def test_nobody_is_lost_nobody_is_twice_and_asking_again_changes_nothing(
    sizes: list[int], up: int, down: int, playoff: int, data: st.DataObject
) -> None:
    season, rule = divisions(*sizes), Rule(up, down, playoff)
    everybody = [no for members in season for no in members]
    gone = data.draw(st.sets(st.sampled_from(everybody), max_size=4)) if everybody else set()
    winners = {
        one.upper: data.draw(st.permutations(one.defenders + one.challengers))[: one.places]
        for one in play_offs(season, rule, gone)
    }
    changes = Changes(gone, numbers(91), winners)
    after = next_season(season, rule, changes)
    assert sorted(no for members in after.divisions for no in members) == sorted({*everybody, 91} - gone)
    assert sorted(move.entrant for move in after.moves) == sorted([*everybody, 91])
    assert next_season(season, rule, changes) == after
    for move in after.moves:
        if move.target is not None:
            assert move.entrant in after.divisions[move.target]


@given(st.lists(st.integers(4, 8), min_size=2, max_size=4), st.integers(0, 2))
@settings(max_examples=30)
def test_where_as_many_go_up_as_down_divisions_keep_their_sizes(sizes: list[int], count: int) -> None:
    after = next_season(divisions(*sizes), Rule(count, count))
    assert [len(members) for members in after.divisions] == sizes
