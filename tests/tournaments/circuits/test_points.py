"""The standings of a circuit: pure, by points, the best results, and places that are shared."""

from __future__ import annotations

from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from tournaments.circuits.points import Rules, standings

A, B, C = (UUID(int=number) for number in (1, 2, 3))
RULES = Rules((10, 6, 4), present=1)


def told(results: list[dict[UUID, int]], rules: Rules = RULES) -> list[tuple[int, UUID, int]]:
    return [(row.rank, row.person, row.points) for row in standings(results, rules)]


def test_places_give_points_and_further_ones_those_for_being_there() -> None:
    assert told([{A: 1, B: 2, C: 7}, {B: 1, C: 3}]) == [(1, B, 16), (2, A, 10), (3, C, 5)]


def test_of_each_player_only_the_best_count_and_the_others_are_told() -> None:
    results = [{A: 3, B: 1}, {A: 1, B: 9}, {A: 2, B: 9}]
    rules = Rules((10, 6, 4), present=1, best=2)
    assert told(results, rules) == [(1, A, 16), (2, B, 11)]
    row = standings(results, rules)[0]
    assert [score.counts for score in row.scores if score] == [False, True, True]


def test_equal_points_are_decided_by_the_best_result_and_then_shared() -> None:
    rules = Rules((10, 6, 4, 2))
    by_best = told([{A: 1, B: 2, C: 3}, {B: 3}, {C: 2}], rules)
    assert by_best == [(1, A, 10), (2, C, 10), (2, B, 10)], "10 beats 6 and 4, whatever their order"
    rows = told([{A: 1, B: 2, C: 2}, {B: 3, C: 3}], rules)
    assert rows[0] == (1, A, 10)
    assert {row[0] for row in rows[1:]} == {2}, "nothing tells these two apart"


def test_who_shares_a_place_gets_its_points() -> None:
    assert told([{A: 1, B: 1, C: 3}]) == [(1, B, 10), (1, A, 10), (3, C, 4)]


places = st.lists(st.dictionaries(st.sampled_from([A, B, C]), st.integers(1, 8)), max_size=6)


@given(results=places, best=st.integers(0, 3))
def test_more_results_never_cost_points_and_sums_are_those_of_counted_results(
    results: list[dict[UUID, int]], best: int
) -> None:
    rules = Rules((10, 6, 4), 1, best)
    before = {row.person: row.points for row in standings(results, rules)}
    for row in standings([*results, {A: 5}], rules):
        assert row.points >= before.get(row.person, 0)
        assert row.points == sum(score.points for score in row.scores if score and score.counts)
        assert not best or sum(bool(score and score.counts) for score in row.scores) <= best
