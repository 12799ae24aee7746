from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.playing import plan
from tournaments.formats.contract import EntrantNo, Pairing, Result, RoundNo
from tournaments.formats.elimination import LevelSeries, length, series

WON, LOST, DRAWN = Result((1, 2)), Result((2, 1)), Result((1, 1))


@pytest.mark.parametrize(
    ("games", "best_of", "scores"),
    [
        ([WON], 1, (1, 0)),
        ([WON, WON], 3, (2, 0)),
        ([WON, LOST, LOST], 3, (1, 2)),
        ([WON, DRAWN, DRAWN], 3, (1, 0)),
        ([WON, WON, LOST, WON], 5, (3, 1)),
        ([WON, LOST, WON], 2, (2, 1)),
    ],
)
def test_a_series_ends_when_it_cannot_be_turned(games: list[Result], best_of: int, scores: tuple[int, int]) -> None:
    found = series(games, best_of, 2)
    assert found is not None
    assert found.scores == scores
    assert found.places == ((1, 2) if scores[0] > scores[1] else (2, 1))
    assert series(games[:-1], best_of, 2) is None


def test_a_level_series_is_played_on_or_drawn_as_set() -> None:
    level = [WON, LOST, DRAWN]
    assert series(level, 3, 2) is None
    assert series([*level, DRAWN, LOST], 3, 2) == Result((2, 1), (1, 2))
    assert series(level, 3, 2, LevelSeries.DRAW) == Result((1, 1), (1, 1))


def test_a_table_plays_all_games_and_the_sum_of_places_breaks_ties() -> None:
    games = [Result((1, 2, 3)), Result((3, 1, 2)), Result((1, 3, 2))]
    assert series(games[:2], 3, 3) is None
    assert series(games, 3, 3) == Result((1, 2, 3), (2, 1, 0))
    assert series([Result((1, 2, 3))] * 2, 2, 3) == Result((1, 2, 3), (2, 0, 0))


def test_where_nobody_comes_to_the_game_that_would_decide_all_forfeit() -> None:
    nobody = Result((1, 1), (), frozenset({0, 1}))
    level = [Result((1, 2)), Result((2, 1)), nobody]
    assert series(level, 3, 2) is None  # the third game was still one of three
    assert series([*level, nobody], 3, 2) == Result((1, 1), (1, 1), frozenset({0, 1}))
    assert series([*level, Result((1, 2), (), frozenset({1}))], 3, 2) == Result((1, 2), (2, 1))


def test_who_misses_every_game_forfeits() -> None:
    assert series([Result((1, 2), (), frozenset({1}))] * 2, 3, 2) == Result((1, 2), (2, 0), frozenset({1}))
    nobody = Result((1, 1), (), frozenset({0, 1}))
    assert series([nobody], 1, 2) == Result((1, 1), (0, 0), frozenset({0, 1}))


@given(st.lists(st.sampled_from([WON, LOST]), min_size=9, max_size=9), st.sampled_from([1, 3, 5, 7, 9]))
def test_the_first_to_win_more_than_half_wins(games: list[Result], best_of: int) -> None:
    found = series(games, best_of, 2)
    assert found is not None
    assert max(found.scores) == best_of // 2 + 1
    assert found == series(games[: sum(found.scores)], best_of, 2)


def test_lengths_are_set_for_a_round_a_part_or_all() -> None:
    longer = plan("double_elimination", length=1, lengths={"W": 3, "W1": 2, "F": 7})
    pairing = {
        slot: Pairing(RoundNo(1), 1, (EntrantNo(1), EntrantNo(2)), slot) for slot in ("W1-2", "W3-1", "L2-1", "F", "F2")
    }
    assert {slot: length(longer, one) for slot, one in pairing.items()} == {
        "W1-2": 2, "W3-1": 3, "L2-1": 1, "F": 7, "F2": 7,
    }  # fmt: skip
