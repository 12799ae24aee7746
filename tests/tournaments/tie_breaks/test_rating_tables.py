"""FIDE's rating tables (Handbook B.02, 8.1.1 and 8.1.2) at values copied from the Handbook."""

from __future__ import annotations

import pytest

from tournaments.tie_breaks.rating_tables import difference, expected
from tournaments.tie_breaks.ratings import lowest_rating


@pytest.mark.parametrize(
    ("percent", "by"),
    [
        *((100, 800), (99, 677), (91, 383), (83, 273), (75, 193), (66, 117), (58, 57), (51, 7), (50, 0), (49, -7)),
        *((41, -65), (32, -133), (24, -202), (15, -296), (8, -401), (1, -677), (0, -800)),
    ],
)
def test_a_score_is_worth_the_difference_of_the_table(percent: int, by: int) -> None:
    assert difference(percent) == by


@pytest.mark.parametrize(
    ("first", "last", "percent"),
    [
        *((0, 3, 50), (4, 10, 51), (92, 98, 63), (198, 206, 76), (345, 357, 89), (433, 456, 94), (560, 619, 98)),
        *((620, 735, 99), (736, 900, 100)),
    ],
)
def test_a_difference_lets_one_expect_the_score_of_the_table(first: int, last: int, percent: int) -> None:
    assert {expected(above) for above in range(first, last + 1)} == {percent}
    assert {expected(-above) for above in range(max(1, first), last + 1)} == {100 - percent}
    assert expected(last + 1) == min(100, percent + 1)


def test_the_perfect_performance_is_the_lowest_rating_that_explains_the_score() -> None:
    ratings = [2200, 2150, 1850, 1700, 2050]
    for half_points in range(1, 11):
        found = lowest_rating(ratings, half_points)
        assert sum(expected(found - rating) for rating in ratings) >= 50 * half_points
        assert sum(expected(found - 1 - rating) for rating in ratings) < 50 * half_points
    assert lowest_rating(ratings, 0) == 1700 - 800
    assert lowest_rating(ratings, 10) == 2200 + 736
