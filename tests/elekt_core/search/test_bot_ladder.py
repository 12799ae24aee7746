"""The ladder's statistics: a test that stops, and strengths that follow from shares of wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.bot_ladder import expected, fit, likelihood, read, verdict


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


def test_deals_of_a_bot_that_has_changed_since_count_no_longer(tmp_path: Path) -> None:
    """Each row begins with the version under which it was played; level 5 is as it was, level 1 is not."""
    path = tmp_path / "elekt-2.csv"
    rows = ["5,level6,level5,0,1.0,9.0,9.0", "5,level2,level1,0,1.0,9.0,9.0", "6,level2,level1,1,0.5,9.0,9.0"]
    path.write_text("\n".join([*rows, "5,level5,level4,0,1.0,9.0,9.0", "4,level6,level5,1,1.0,9.0,9.0"]) + "\n")
    assert [(deal.one, deal.number) for deal in read(path)] == [("level6", 0), ("level2", 1)]
