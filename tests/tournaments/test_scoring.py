"""What a result is worth: values from the contract's words (half-points by place, shared places, forfeits, byes)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.contract import (
    BadPlan,
    Bye,
    Entrant,
    EntrantNo,
    HalfPoints,
    Pairing,
    Penalty,
    Plan,
    Result,
    Round,
    RoundNo,
    Scoring,
    Stage,
    Ties,
)
from tournaments.scoring import History, Kind, bye_points, check_scoring, points, round_points, table_points

PODS = Scoring(by_place={3: (6, 3, 1), 4: (10, 6, 4, 2)})


@pytest.mark.parametrize(
    ("scoring", "result", "expected"),
    [
        (Scoring(), Result((1, 2)), (2, 0)),
        (Scoring(), Result((1, 1)), (1, 1)),
        (Scoring(), Result((2, 1)), (0, 2)),
        (Scoring(by_place={2: (6, 0)}, draw=2), Result((1, 1)), (2, 2)),
        (Scoring(by_place={3: (6, 3, 0)}, draw=2), Result((1, 1, 3)), (Fraction(9, 2), Fraction(9, 2), 0)),
        (Scoring(by_place={3: (6, 3, 0)}, draw=2), Result((1, 1, 1)), (2, 2, 2)),
        (PODS, Result((4, 2, 1, 3)), (2, 6, 10, 4)),
        (PODS, Result((1, 2, 2, 4)), (10, 5, 5, 2)),
        (PODS, Result((1, 1, 3, 3)), (8, 8, 3, 3)),
        (PODS, Result((1, 1, 1, 4)), (Fraction(20, 3), Fraction(20, 3), Fraction(20, 3), 2)),
        (PODS, Result((1, 1, 2)), (Fraction(9, 2), Fraction(9, 2), 1)),
        (Scoring(by_place={4: (10, 6, 4, 2)}, ties=Ties.BEST), Result((1, 2, 2, 4)), (10, 6, 6, 2)),
        (Scoring(by_place={4: (10, 6, 4, 2)}, ties=Ties.WORST), Result((1, 2, 2, 4)), (10, 4, 4, 2)),
    ],
)
def test_a_table_is_worth_its_places_and_tied_places_are_worth_what_the_scoring_says(
    scoring: Scoring, result: Result, expected: tuple[HalfPoints, ...]
) -> None:
    assert table_points(scoring, result, len(result.places)) == expected


def test_who_appeared_shares_the_best_places_and_who_did_not_gets_what_a_forfeit_is_worth() -> None:
    scoring = Scoring(by_place={4: (10, 6, 4, 2)}, forfeit=-1)
    assert table_points(scoring, Result((1, 2, 3, 4), forfeited=frozenset({0})), 4) == (-1, 10, 6, 4)
    assert table_points(scoring, Result((1, 2, 3, 4), forfeited=frozenset({0, 1, 2})), 4) == (-1, -1, -1, 10)
    assert table_points(scoring, Result((1, 1, 1, 1), forfeited=frozenset({0, 1, 2, 3})), 4) == (-1, -1, -1, -1)


def test_the_games_own_score_counts_beside_the_place() -> None:
    scoring = Scoring(by_place={3: (6, 3, 1)}, for_each_score=2)
    assert table_points(scoring, Result((1, 2, 3), scores=(5, 4, 0)), 3) == (16, 11, 1)
    assert table_points(scoring, Result((1, 2, 3)), 3) == (6, 3, 1)


def test_a_table_that_the_scoring_does_not_know_is_a_bad_plan() -> None:
    with pytest.raises(BadPlan) as refused:
        table_points(PODS, Result((1, 2)), 2)
    assert (refused.value.field, refused.value.reason.code) == ("scoring", "no_points_for_table_size")
    with pytest.raises(BadPlan) as refused:
        check_scoring(Plan("swiss", seats=4, least=3, scoring=Scoring(by_place={4: (8, 4, 2, 0), 3: (0, 4, 8)})))
    assert refused.value.reason.code == "places_not_in_order"
    with pytest.raises(BadPlan) as refused:
        check_scoring(Plan("swiss", seats=4, least=4, scoring=Scoring(by_place={4: (8, 4, 2)})))
    assert refused.value.reason.code == "one_worth_for_each_place"
    with pytest.raises(BadPlan) as refused:
        check_scoring(Plan("swiss", scoring=Scoring(by_place={2: (6, 0)}, draw=7)))
    assert refused.value.reason.code == "draw_out_of_range"
    check_scoring(Plan("swiss", seats=4, least=3, scoring=PODS))


def test_byes_are_worth_what_the_scoring_says() -> None:
    assert [bye_points(Scoring(), bye) for bye in (Bye.PAIRING, Bye.FULL, Bye.HALF, Bye.ZERO)] == [2, 2, 1, 0]
    assert bye_points(Scoring(byes={Bye.PAIRING: 1}), Bye.PAIRING) == 1


def stage() -> Stage:
    """1 beats 2 and 3 is out; then 2 does not appear against 3 while 1 takes half a point."""
    one = Round(RoundNo(1), (Pairing(RoundNo(1), 1, (EntrantNo(1), EntrantNo(2)), result=Result((1, 2))),))
    two = Round(
        RoundNo(2),
        (Pairing(RoundNo(2), 1, (EntrantNo(2), EntrantNo(3)), result=Result((2, 1), forfeited=frozenset({0}))),),
        {EntrantNo(1): Bye.HALF},
    )
    three = Round(RoundNo(3), (Pairing(RoundNo(3), 1, (EntrantNo(3), EntrantNo(1))),), {EntrantNo(2): Bye.PAIRING})
    entrants = tuple(Entrant(EntrantNo(no)) for no in (1, 2, 3))
    return Stage(Plan("swiss"), entrants, (one, two, three), penalties=(Penalty(EntrantNo(1), RoundNo(2), 1),))


def test_the_index_knows_what_each_round_was_for_each_entrant() -> None:
    games = History(stage()).games
    kinds = {no: [game.kind for game in own] for no, own in games.items()}
    assert kinds == {
        1: [Kind.PLAYED, Kind.HALF_BYE, Kind.UNDER_WAY],
        2: [Kind.PLAYED, Kind.FORFEIT_LOSS, Kind.PAIRING_BYE],
        3: [Kind.ZERO_BYE, Kind.FORFEIT_WIN, Kind.UNDER_WAY],
    }
    assert [(game.opponents, game.seat) for game in games[EntrantNo(3)]] == [((), -1), ((2,), 1), ((1,), 0)]


def test_points_add_up_round_by_round_and_penalties_are_taken_off() -> None:
    assert points(stage()) == {1: 2, 2: 2, 3: 2}
    assert round_points(stage()) == {1: (2, 1, 0), 2: (0, 0, 2), 3: (0, 2, 0)}
    history = History(stage())
    assert [history.points_after(EntrantNo(1), last) for last in (1, 2, 3)] == [2, 2, 2]


tables = st.integers(2, 4).flatmap(
    lambda seats: st.tuples(
        st.lists(st.integers(0, 20), min_size=seats, max_size=seats).map(lambda worth: sorted(worth, reverse=True)),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats).filter(lambda places: min(places) < seats),
    )
)
"""Worths by place, and places; not all last: that is a table that everybody lost."""


@given(tables)
def test_what_a_table_hands_out_adds_up_to_what_its_places_are_worth(table: tuple[list[int], list[int]]) -> None:
    worth, places = table
    scoring = Scoring(by_place={len(worth): tuple(worth)})
    assert sum(table_points(scoring, Result(tuple(places)), len(worth))) == sum(worth)


@given(tables, st.data())
def test_forfeits_hand_out_the_best_places_only(table: tuple[list[int], list[int]], data: st.DataObject) -> None:
    worth, places = table
    absent = data.draw(st.frozensets(st.integers(0, len(worth) - 1)))
    scoring = Scoring(by_place={len(worth): tuple(worth)})
    handed = table_points(scoring, Result(tuple(places), forfeited=absent), len(worth))
    assert sum(handed) == sum(worth[: len(worth) - len(absent)])
