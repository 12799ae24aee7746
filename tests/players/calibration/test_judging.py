"""What a game says about its prediction, against figures worked out by hand."""

from __future__ import annotations

from math import log

import pytest

from players.calibration.judging import ONE, judge, shares
from players.calibration.queries import wilson

EVEN = 1_500_000


def test_a_win_among_equals_costs_the_logarithm_of_their_number() -> None:
    for size in (2, 3, 4):
        found = judge([EVEN] * size, range(1, size + 1))
        assert found.log_loss == round(ONE * log(size))
        assert found.brier == round(ONE * (1 - 1 / size))


def test_four_hundred_points_are_ten_to_one() -> None:
    """Elo 1978: 400 points make 10:1, so the stronger wins 10 of 11 duels."""
    found = judge([1_900_000, EVEN], [1, 2])
    assert [(one.predicted, one.came) for one in found.statements if one.place == 1] == [(909091, ONE), (90909, 0)]
    assert found.log_loss == round(-ONE * log(10 / 11))
    assert found.brier == round(ONE * 2 * (1 / 11) ** 2)
    assert [one.bin for one in found.statements if one.place == 1] == [9, 0]


def test_who_ties_shares_the_places() -> None:
    assert shares([1, 1, 3], 1) == shares([1, 1, 3], 2) == [0.5, 0.5, 0.0]
    assert shares([1, 1, 3], 3) == [0.0, 0.0, 1.0]


@pytest.mark.parametrize("places", [[1, 2, 3, 4], [1, 1, 3, 3], [1, 2, 2, 2], [1, 1, 1, 1]], ids=str)
def test_every_place_is_handed_out_once_and_predicted_once(places: list[int]) -> None:
    found = judge([1_700_000, 1_450_000, EVEN, 1_520_000], places)
    for place in range(1, 5):
        mine = [one for one in found.statements if one.place == place]
        assert sum(one.came for one in mine) == pytest.approx(ONE, abs=4)
        assert sum(one.predicted for one in mine) == pytest.approx(ONE, abs=4)


def test_where_only_the_winner_is_known_only_the_win_is_judged() -> None:
    assert {one.place for one in judge([EVEN] * 3, [0, 1, 0]).statements} == {1}


def test_the_interval_is_that_of_a_published_example() -> None:
    """Newcombe 1998, Statistics in Medicine 17, table I, method 3: 81 of 263 and 15 of 148."""
    assert [round(end, 4) for end in wilson(81, 263)] == [0.2553, 0.3662]
    assert [round(end, 4) for end in wilson(15, 148)] == [0.0624, 0.1605]


def test_in_fide_mode_the_table_of_the_regulations_predicts() -> None:
    """FIDE B.02, 8.1.2: a difference of 100 points is 64 hundredths; more than 735 would be a certainty."""
    found = judge([2_000_000, 1_900_000], [1, 2], "fide")
    assert [one.predicted for one in found.statements] == [640000, 360000, 360000, 640000]
    far = judge([2_900_000, 1_500_000], [2, 1], "fide")
    assert far.log_loss == round(-ONE * log(0.005))
