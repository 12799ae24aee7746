"""Known schedules: that they are right, how long they are against what is published, and that events follow them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.sampling import sample
from tournaments.formats.contract import Pairing, Plan, Result, Round, RoundNo, Stage
from tournaments.formats.pods import PODS
from tournaments.formats.pods.designs import Design, design, free_points
from tournaments.simulation import Crowd, simulate

MAX_LENGTH = {
    (3, 3): 4,
    (3, 4): 4,
    (3, 5): 7,
    (3, 6): 8,
    (3, 7): 10,
    (3, 8): 11,
    (3, 9): 13,
    (3, 10): 14,
    (4, 4): 5,
    (4, 5): 5,
    (4, 6): 7,
    (4, 7): 9,
}
"""By seats and tables, the most rounds without a repeat that are possible: as many as (players - 1) / (seats - 1) says,
but for 12 in threes (no nearly Kirkman triple system) and 20 in fours (no 4-RGDD of type 2^10): Handbook of
Combinatorial Designs, 2nd ed., II.2, IV.5. Of 32 in fours 10 rounds are known elsewhere, and 9 here."""

LONG_EVENTS = [
    (13, 4, 4, 3),
    (15, 5, 4, 3),
    (16, 5, 4, 3),
    (17, 5, 4, 3),
    (20, 5, 4, 4),
    (21, 7, 4, 3),
    (24, 7, 4, 3),
    (27, 9, 4, 3),
    (30, 9, 4, 3),
    (15, 7, 3, 3),
]
"""Players, rounds, seats at a table, and the fewest."""


def known(seats: int, tables: int) -> Design:
    found = design(seats, tables)
    assert found is not None
    return found


def repeats(stage: Stage) -> int:
    met = Counter(pair for one in stage.pairings() for pair in combinations(sorted(one.seats), 2))
    return sum(count - 1 for count in met.values())


def strengths(players: int) -> list[float]:
    return [Random(f"{players} {no}").gauss(1500, 200) for no in range(players)]


def played(players: int, rounds: int, seats: int = 4, least: int = 3, seed: int = 1, leaves: float = 0) -> Stage:
    return simulate(Plan("pods", seats, least, rounds), strengths(players), seed, Crowd(leaves=leaves, late=5 * leaves))


@pytest.mark.parametrize(("seats", "tables"), [*MAX_LENGTH, (4, 8)])
def test_in_a_schedule_everybody_sits_in_every_round_and_nobody_meets_twice(seats: int, tables: int) -> None:
    one = known(seats, tables)
    for round_ in one.rounds:
        assert {len(table) for table in round_} == {seats}
        assert sorted(point for table in round_ for point in table) == list(range(seats * tables))
    met = Counter(pair for round_ in one.rounds for table in round_ for pair in combinations(sorted(table), 2))
    assert set(met.values()) == {1}
    assert all((one.meets[a][b] >= 0) == ((a, b) in met) for a, b in combinations(range(one.points), 2))


@pytest.mark.parametrize(("seats", "tables"), [*MAX_LENGTH])
def test_a_schedule_is_as_long_as_any_can_be(seats: int, tables: int) -> None:
    assert len(known(seats, tables).rounds) == MAX_LENGTH[seats, tables]


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("tables", [4, 5, 6, 7, 8])
def test_points_that_stay_free_make_short_tables_and_cost_one_round_at_most(tables: int, count: int) -> None:
    one = known(4, tables)
    for free in free_points(one, count):
        lacking = [max(len(set(table) & set(free)) for table in round_) for round_ in one.rounds]
        assert sum(missing > 1 for missing in lacking) <= 1


@pytest.mark.parametrize(("players", "rounds", "seats", "least"), sample(LONG_EVENTS[::3], LONG_EVENTS))
def test_long_events_of_small_fields_need_no_repeat(players: int, rounds: int, seats: int, least: int) -> None:
    stage = played(players, rounds, seats, least)
    assert len(stage.rounds) == rounds
    assert repeats(stage) == 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_who_leaves_or_comes_late_takes_a_place_of_the_schedule(seed: int) -> None:
    """Of 20 or fewer over 5 rounds one or two leave or come late, so that five tables of 3-4 are needed throughout."""
    stage = played(20, 5, seed=seed, leaves=0.01)
    assert {len(one.pairings) for one in stage.rounds} == {5}
    assert any(len({no for table in one.pairings for no in table.seats}) < 20 for one in stage.rounds)
    assert repeats(stage) == 0


def test_every_result_of_the_past_may_change_and_the_schedule_goes_on() -> None:
    """The way that was taken depends on the first round's tables alone."""
    before = played(20, 4, seed=4)
    plan = replace(before.plan, rounds=5)
    turned = replace(before, plan=plan, rounds=tuple(map(turned_round, before.rounds)))
    last = Round(RoundNo(5), PODS.pair(turned).pairings)
    assert repeats(replace(turned, rounds=(*turned.rounds, last))) == 0


def turned_round(one: Round) -> Round:
    """Other results: by seat."""
    return replace(one, pairings=tuple(map(turned_table, one.pairings)))


def turned_table(pairing: Pairing) -> Pairing:
    places = tuple(range(1, len(pairing.seats) + 1))
    return replace(pairing, result=Result(places))
