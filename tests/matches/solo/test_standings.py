"""The order of the solo ladder, in numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.solo.standings import HANDICAP, Game, Standing, order_key, standing


def won(margin: int = 1, rounds: int = 8, match: int = 0) -> Game:
    return Game(UUID(int=match), over=True, won=True, margin=margin, rounds=rounds)


def lost(margin: int = -3, rounds: int = 9) -> Game:
    return Game(UUID(int=99), over=True, margin=margin, rounds=rounds)


LEFT = Game(UUID(int=98), over=False)


def test_nothing_comes_of_nothing() -> None:
    assert standing([]) == Standing()


def test_games_wins_and_the_best_of_them_are_counted() -> None:
    found = standing([won(2, 9, 1), lost(), won(4, 10, 2), won(4, 8, 3), won(4, 8, 4)])
    assert (found.games, found.wins) == (5, 4)
    assert (found.best_margin, found.best) == (4, UUID(int=3)), "the quicker one, and of equals the first"
    assert found.fewest_rounds == 8


def test_a_lost_game_in_few_rounds_is_no_record() -> None:
    assert standing([lost(rounds=2), won(rounds=9)]).fewest_rounds == 9
    assert standing([lost(rounds=2)]).fewest_rounds is None


def test_a_streak_ends_with_a_lost_game_and_the_best_one_stays() -> None:
    found = standing([won(), won(), won(), lost(), won()])
    assert (found.streak, found.best_streak) == (1, 3)


def test_the_game_at_hand_does_not_count_yet() -> None:
    assert standing([LEFT]).games == 0
    found = standing([won(), LEFT])
    assert (found.games, found.wins, found.streak) == (1, 1, 1)


def test_a_game_that_was_left_for_another_one_is_lost() -> None:
    found = standing([won(), LEFT, LEFT])
    assert (found.games, found.wins, found.streak, found.best_streak) == (2, 1, 0, 1)
    assert found.best_margin == 1


def better(one: list[Game], other: list[Game]) -> bool:
    return order_key(standing(one)) > order_key(standing(other))


def test_one_lucky_win_does_not_lead() -> None:
    assert better([won()] * 6 + [lost()] * 4, [won()]), "6 of 20 is more than 1 of 11"


def test_equal_shares_are_told_apart_by_wins_then_margin_then_rounds() -> None:
    assert better([won()] * 4, [won()] * 2)
    assert not better([lost()] * 3, [lost()] * 9)
    assert order_key(standing([lost(-3)] * 3)) == order_key(standing([lost(-3)] * 9)), "nothing of anything is nothing"
    assert better([won(3)], [won(2)])
    assert better([won(3, 8)], [won(3, 9)])
    assert better([lost(-1)], [lost(-2)])
    assert better([lost(-900)], [])


numbers = st.integers(0, 3000)


@given(numbers, numbers, numbers, numbers)
def test_the_key_sorts_as_the_exact_fractions_do(wins: int, more: int, other_wins: int, other_more: int) -> None:
    one = Standing(games=wins + more, wins=wins)
    other = Standing(games=other_wins + other_more, wins=other_wins)

    def share(of: Standing) -> tuple[Fraction, int]:
        return Fraction(of.wins, of.games + HANDICAP), of.wins

    assert (order_key(one) > order_key(other)) == (share(one) > share(other))


@pytest.mark.parametrize("games", [10**6 - HANDICAP])
def test_neighbours_among_a_million_games_are_told_apart(games: int) -> None:
    assert order_key(Standing(games=games, wins=games)) > order_key(Standing(games=games - 1, wins=games - 1))
    assert order_key(Standing(games=games, wins=1)) < order_key(Standing(games=games - 1, wins=1))
    assert len({len(order_key(Standing(games=n, wins=n))) for n in (0, 1, games)}) == 1
