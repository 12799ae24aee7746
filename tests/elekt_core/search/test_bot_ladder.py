"""The ladder's statistics: a test that stops, and strengths that follow from shares of wins."""

from __future__ import annotations

import pytest

from benchmarks.bot_ladder import expected, fit, likelihood, verdict


def test_shares_of_wins_give_the_difference_in_elo() -> None:
    elos = fit({("b", "a"): [0.75] * 400, ("c", "b"): [0.75] * 400}, seats=2, anchor="a")
    assert elos["b"] == pytest.approx(191, abs=3)
    assert elos["c"] == pytest.approx(382, abs=6)


def test_one_among_three_equals_wins_a_fair_quarter() -> None:
    assert expected(0, 4) == 0.25
    assert fit({("b", "a"): [0.25] * 100}, seats=4, anchor="a")["b"] == pytest.approx(0)
    assert fit({("b", "a"): [0.5] * 400}, seats=4, anchor="a")["b"] == pytest.approx(191, abs=3)


def test_the_sequential_test_waits_and_then_decides() -> None:
    assert verdict([1.0] * 5, 2) == "undecided"
    assert verdict([1.0, 0.5, 0.5, 1.0] * 10, 2) == "stronger"
    assert verdict([0.5, 0.0, 0.5, 0.5] * 30, 2) == "no stronger"
    assert likelihood([0.5, 1.0, 0.5, 0.25] * 5, 2) > likelihood([0.5, 0.5, 0.5, 0.25] * 5, 2)
