"""Against the published text and tables of B.02, and calculations that FIDE has published with its lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.ratings.fide import Game, chance, expected, first_rating, k_factor, limited, performance, rate
from players.ratings.fide import rounded_change as rounded

TABLE_8_1_2 = """
0-3 50   4-10 51   11-17 52   18-25 53   26-32 54   33-39 55   40-46 56   47-53 57   54-61 58   62-68 59
69-76 60   77-83 61   84-91 62   92-98 63   99-106 64   107-113 65   114-121 66   122-129 67   130-137 68
138-145 69   146-153 70   154-162 71   163-170 72   171-179 73   180-188 74   189-197 75   198-206 76
207-215 77   216-225 78   226-235 79   236-245 80   246-256 81   257-267 82   268-278 83   279-290 84
291-302 85   303-315 86   316-328 87   329-344 88   345-357 89   358-374 90   375-391 91   392-411 92
412-432 93   433-456 94   457-484 95   485-517 96   518-559 97   560-619 98   620-735 99   736-3000 100
"""
TABLE_8_1_1 = """
100 800   99 677   98 589   97 538   96 501   95 470   94 444   93 422   92 401   91 383   90 366   89 351   88 336
87 322   86 309   85 296   84 284   83 273   82 262   81 251   80 240   79 230   78 220   77 211   76 202   75 193
74 184   73 175   72 166   71 158   70 149   69 141   68 133   67 125   66 117   65 110   64 102   63 95   62 87
61 80   60 72   59 65   58 57   57 50   56 43   55 36   54 29   53 21   52 14   51 7   50 0
"""


def test_the_chances_are_those_of_table_8_1_2() -> None:
    words = TABLE_8_1_2.split()
    rows = list(zip(words[::2], map(int, words[1::2]), strict=True))
    assert len(rows) == 51
    for row, hundredths in rows:
        least, most = map(int, row.split("-"))
        for difference in (least, most):
            assert chance(difference) == hundredths
            assert chance(-difference) == (100 - hundredths if difference else 50)


def test_the_performances_are_those_of_table_8_1_1() -> None:
    words = [int(word) for word in TABLE_8_1_1.split()]
    for hundredths, difference in zip(words[::2], words[1::2], strict=True):
        assert performance(hundredths) == difference
        assert performance(100 - hundredths) == -difference


def test_a_difference_above_400_counts_as_400_below_2650_only() -> None:
    """8.3.1 as of 1 October 2025. FIDE's own calculation for its list of December 2025: 2813 against 2400."""
    assert expected(2813, 2400) == 93
    assert expected(2400, 2813) == 8
    assert expected(2649, 1800) == 92
    assert expected(2650, 1800) == 100
    assert expected(1500, 2900) == 8


def test_wins_in_weak_tournaments_gave_eight_tenths_before_the_amendment_and_less_since() -> None:
    """The press release on the amendment: a player of over 2800, opponents of at most 2250, 0.8 points a win."""
    assert 10 * (100 - chance(400)) == 80
    assert rate(2807, 10, [Game(2250, 2)]).exact == 30


def test_k_is_that_of_8_3_3() -> None:
    assert k_factor(1900, 29) == 40
    assert k_factor(1900, 30) == 20
    assert k_factor(2399, 500) == 20
    assert k_factor(2400, 500) == 10
    assert k_factor(2350, 500, highest=2400) == 10
    assert k_factor(2299, 500, age=18) == 40
    assert k_factor(2299, 500, age=19) == 20
    assert k_factor(2300, 500, age=15) == 20


def test_k_times_games_does_not_exceed_700() -> None:
    """39 games with K 20 on FIDE's list of December 2025 were rated with K 17."""
    assert limited(20, 39) == 17
    assert limited(20, 35) == 20
    assert limited(40, 18) == 38
    assert limited(10, 0) == 10


def test_halves_are_rounded_away_from_zero() -> None:
    """8.3.4. A change of -2.50 is published as -3."""
    assert [rounded(change) for change in (-250, 250, -249, 249, 50, -50, 49, 0)] == [-3, 3, -2, 2, 1, -1, 0, 0]


def test_a_first_rating_is_the_one_that_fide_published() -> None:
    """Five games, three points, opponents who sum to 9507: 1922 on the list of December 2025."""
    opponents = (1902, 1901, 1901, 1901, 1902)
    assert sum(opponents) == 9507
    games = [Game(rating, score) for rating, score in zip(opponents, (2, 2, 2, 0, 0), strict=True)]
    assert first_rating([games]) == 1922


def test_results_are_pooled_over_events_but_for_a_first_event_without_a_point() -> None:
    lost, drawn = [Game(1800, 0)] * 3, [Game(1800, 1)] * 5
    assert first_rating([lost, drawn]) == 1800
    assert first_rating([drawn, lost]) == 1800 + performance(35)  # 3.5 of 10
    assert first_rating([[], lost, drawn]) == 1800 + performance(35)
    assert first_rating([drawn[:2], drawn[2:]]) == 1800


def test_a_first_rating_needs_five_games_and_lies_between_1400_and_2200() -> None:
    assert first_rating([]) is None
    assert first_rating([[Game(1800, 2)] * 4]) is None
    assert first_rating([[Game(2700, 2)] * 9]) == 2200
    assert first_rating([[Game(1000, 0)] * 9, [Game(1000, 1)] * 9]) is None


def test_a_period_is_rated_as_a_whole() -> None:
    """8.3.2: the differences are summed, then multiplied, then rounded once."""
    done = rate(1800, 20, [Game(1800, 2), Game(1900, 1), Game(1650, 0)])
    assert (done.expected, done.scored) == (50 + 36 + 70, 150)
    assert (done.exact, done.rounded, done.rating) == (-120, -1, 1799)


def test_who_drops_below_the_floor_is_unrated() -> None:
    assert rate(1405, 40, [Game(1405, 0)]).rating is None
    assert rate(1420, 40, [Game(1420, 0)]).rating == 1400


@given(st.integers(0, 3000), st.integers(0, 3000), st.sampled_from([0, 1, 2]))
def test_below_2650_with_equal_k_points_given_are_points_taken(one: int, two: int, score: int) -> None:
    one, two = min(one, 2649), min(two, 2649)
    assert rate(one, 20, [Game(two, score)]).exact == -rate(two, 20, [Game(one, 2 - score)]).exact


@pytest.mark.parametrize("rating", [1400, 2000, 2800])
def test_a_draw_with_an_equal_moves_nothing(rating: int) -> None:
    assert rate(rating, 20, [Game(rating, 1)]).exact == 0
