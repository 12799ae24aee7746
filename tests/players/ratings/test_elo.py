"""The laws of club mode, and values from Elo's own formula."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.ratings import elo
from players.ratings.chances import of_places
from players.ratings.elo import ONE, PROVISIONAL, expected, k_factor, ks_at_table, rate, scored, shown, strengths

RATING = st.integers(500_000, 2_500_000)


@st.composite
def tables(draw: st.DrawFn, *, ks: bool = False) -> tuple[list[int], list[int], list[int]]:
    """Ratings, Ks (all equal, or of their own) and places, ties and winner-only results among them."""
    size = draw(st.integers(2, 4))
    values = draw(st.lists(RATING, min_size=size, max_size=size))
    k = st.integers(1, 120)
    own = draw(st.lists(k, min_size=size, max_size=size)) if ks else [draw(k)] * size
    if draw(st.booleans()):
        winner = draw(st.integers(0, size - 1))
        return values, own, [int(seat == winner) for seat in range(size)]
    return values, own, draw(st.lists(st.integers(1, size), min_size=size, max_size=size))


def logistic(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


@given(tables())
def test_points_given_are_points_taken(table: tuple[list[int], list[int], list[int]]) -> None:
    assert sum(rate(*table)) == 0


@given(tables(ks=True))
def test_the_order_of_seats_does_not_matter(table: tuple[list[int], list[int], list[int]]) -> None:
    values, ks, places = table
    plain = rate(values, ks, places)
    for order in permutations(range(len(values))):
        moved = rate([values[i] for i in order], [ks[i] for i in order], [places[i] for i in order])
        assert moved == [plain[i] for i in order]


@given(RATING, st.integers(2, 4), st.integers(1, 120))
def test_a_tie_between_equals_moves_nothing(value: int, size: int, k: int) -> None:
    assert rate([value] * size, [k] * size, [1] * size) == [0] * size


@given(tables(ks=True))
def test_who_comes_first_alone_never_loses_and_who_comes_last_alone_never_gains(
    table: tuple[list[int], list[int], list[int]],
) -> None:
    _, _, places = table
    gains = rate(*table)
    if places.count(1) == 1:
        assert gains[places.index(1)] >= 0
    if 0 not in places and places.count(max(places)) == 1:
        assert gains[places.index(max(places))] <= 0


@given(tables(ks=True))
def test_a_gain_is_k_times_score_less_expectation(table: tuple[list[int], list[int], list[int]]) -> None:
    values, ks, places = table
    share = 1 if 0 in places else len(values) - 1
    foreseen, made = expected(values, places), scored(places)
    for k, want, got, gain in zip(ks, foreseen, made, rate(*table), strict=True):
        assert gain == pytest.approx(k * 1000 * (got - want) / ONE / share, abs=1.5 + k * 0.004)


@given(tables())
def test_what_is_expected_of_all_is_what_there_is_to_score(table: tuple[list[int], list[int], list[int]]) -> None:
    values, _, places = table
    assert sum(scored(places)) == sum(expected(values, [1] * len(values))) or 0 in places
    assert sum(expected(values, places)) == pytest.approx(sum(scored(places)), abs=2)


@pytest.mark.parametrize(("own", "other"), [(1500, 1500), (1600, 1500), (1500, 1730), (2100, 1400)])
def test_a_duel_is_elos_formula(own: int, other: int) -> None:
    chance = logistic(own - other)
    assert rate([own * 1000, other * 1000], [20, 20], [1, 2])[0] == pytest.approx(20_000 * (1 - chance), abs=0.51)
    assert rate([own * 1000, other * 1000], [20, 20], [1, 1])[0] == pytest.approx(20_000 * (0.5 - chance), abs=0.51)
    assert rate([own * 1000, other * 1000], [20, 20], [2, 1])[0] == pytest.approx(-20_000 * chance, abs=0.51)


def test_four_players_share_k_among_three_duels_each() -> None:
    values = [1_650_000, 1_500_000, 1_420_000, 1_580_000]
    gains = rate(values, [30] * 4, [2, 1, 4, 3])
    for seat, place in enumerate([2, 1, 4, 3]):
        want = 0.0
        for other, elsewhere in enumerate([2, 1, 4, 3]):
            if other != seat:
                want += (place < elsewhere) - logistic((values[seat] - values[other]) / 1000)
        assert gains[seat] == pytest.approx(30_000 * want / 3, abs=1.6)


def test_one_game_stays_one_game_however_many_play_it() -> None:
    """A win among equals gives half of K at every table."""
    for size in (2, 3, 4):
        assert rate([1_500_000] * size, [24] * size, list(range(1, size + 1)))[0] == 12_000


def test_where_only_the_winner_is_known_the_others_lose_their_chance_to_win() -> None:
    values = [1_500_000, 1_700_000, 1_400_000]
    weights = [10 ** (value / 400_000) for value in values]
    gains = rate(values, [24] * 3, [1, 0, 0])
    for seat in (1, 2):
        assert gains[seat] == pytest.approx(-24_000 * weights[seat] / sum(weights), abs=0.51)
    assert gains[0] == pytest.approx(24_000 * (1 - weights[0] / sum(weights)), abs=1.1)


def test_a_duel_is_the_same_whether_its_places_or_its_winner_are_told() -> None:
    values = [1_500_000, 1_700_000]
    told, places = rate(values, [24] * 2, [1, 0]), rate(values, [24] * 2, [1, 2])
    assert told == pytest.approx(places, abs=1)


def test_differences_beyond_2000_points_count_as_2000() -> None:
    far, edge = [4_500_000, 500_000], [4_500_000, 2_500_000]
    assert rate(far, [24] * 2, [2, 1]) == rate(edge, [24] * 2, [2, 1])
    assert rate(far, [24] * 2, [1, 1]) == rate(edge, [24] * 2, [1, 1])
    assert expected(far, [1, 2]) == expected(edge, [1, 2])
    assert strengths(far) == strengths(edge)


def test_k_falls_with_the_number_of_games_and_then_stays() -> None:
    ks = [k_factor(games) for games in range(300)]
    assert ks == sorted(ks, reverse=True)
    assert [begin for begin, _ in elo.SCHEDULE] == [0, *(n for n in range(1, 300) if ks[n] != ks[n - 1])]
    assert ks[-1] == elo.SCHEDULE[-1][1]


@given(st.lists(st.integers(PROVISIONAL, 200), min_size=2, max_size=4), tables())
def test_points_given_are_points_taken_among_all_who_are_not_provisional(
    games: list[int], table: tuple[list[int], list[int], list[int]]
) -> None:
    values, _, places = table
    ks = ks_at_table((games * 2)[: len(values)])
    assert sum(rate(values, ks, places)) == 0


def test_a_newcomer_moves_faster_than_those_whom_they_meet() -> None:
    newcomer, *others = ks_at_table([0, 100, 60, 30])
    assert newcomer == k_factor(0)
    assert others == [round((k_factor(100) + k_factor(60) + k_factor(30)) / 3)] * 3
    assert ks_at_table([0, 3, 5]) == [k_factor(0), k_factor(3), k_factor(5)]


def test_a_rating_is_shown_in_whole_points() -> None:
    assert [shown(value) for value in (1_499_499, 1_499_500, 1_500_499)] == [1499, 1500, 1500]


# --- the chance of each place ----------------------------------------------------------------------------------


@given(st.lists(RATING, min_size=2, max_size=4))
def test_rows_and_columns_of_the_chances_sum_to_one(values: list[int]) -> None:
    chances = of_places(values)
    assert all(sum(row) == 1 for row in chances)
    assert all(sum(column) == 1 for column in zip(*chances, strict=True))


def test_among_equals_every_place_is_as_likely() -> None:
    assert of_places([1_500_000] * 4) == [[Fraction(1, 4)] * 4] * 4


def test_chances_are_those_of_drawing_by_strength_without_putting_back() -> None:
    """Three players with strengths 4 : 2 : 1 to the accuracy of whole points (two doublings are 120.4 points each)."""
    step = 400_000 * math.log10(2)
    chances = of_places([round(1_500_000 + step * 2), round(1_500_000 + step), 1_500_000])
    assert float(chances[0][0]) == pytest.approx(4 / 7, abs=0.002)
    assert float(chances[1][0]) == pytest.approx(2 / 7, abs=0.002)
    assert float(chances[0][1]) == pytest.approx(2 / 7 * 4 / 5 + 1 / 7 * 4 / 6, abs=0.002)
    assert float(chances[2][2]) == pytest.approx(4 / 7 * 2 / 3 + 2 / 7 * 4 / 5, abs=0.002)


@given(st.lists(RATING, min_size=2, max_size=2))
def test_in_a_duel_the_chance_to_win_is_elos_expectation(values: list[int]) -> None:
    assert float(of_places(values)[0][0]) == pytest.approx(expected(values, [1, 2])[0] / ONE, abs=2e-6)
