from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.tournaments.formats import playing
from tests.tournaments.formats.playing import plan, stage
from tournaments.formats.contract import BadPlan, Bye, EntrantNo, Plan, Stage
from tournaments.formats.round_robin import ROUND_ROBIN, cross_table, schedule


@pytest.mark.parametrize("cycles", [1, 2])
def test_everyone_meets_everyone_once_a_cycle(cycles: int) -> None:
    for entrants in [*range(2, 13), 24]:
        after = playing.played(ROUND_ROBIN, stage(plan("round_robin", cycles=cycles), entrants), Random(entrants))
        met = Counter(frozenset(pairing.seats) for pairing in after.pairings())
        assert met == Counter({frozenset(pair): cycles for pair in combinations(range(1, entrants + 1), 2)})
        assert playing.nobody_twice(after)
        assert len(after.rounds) == ROUND_ROBIN.rounds(after.plan, entrants)
        assert not ROUND_ROBIN.pair(after).pairings
        standings = ROUND_ROBIN.standings(after)
        assert sorted(one.entrant for one in standings) == list(range(1, entrants + 1))
        assert sum(one.points for one in standings) == cycles * entrants * (entrants - 1)
        for one in after.rounds:
            free = {entrant.no for entrant in after.entrants} - {no for table in one.pairings for no in table.seats}
            assert one.byes == dict.fromkeys(free, Bye.ZERO)


def test_the_schedule_is_counted_out_once_for_all_rounds() -> None:
    """A page that went through the rounds of 128 players counted out 128 x 127 / 2 tables twice for each round."""
    wanted = plan("round_robin", cycles=2)
    assert schedule.numbers(wanted, 128) is schedule.numbers(wanted, 128)
    assert schedule.numbers(wanted, 128) != schedule.numbers(plan("round_robin", cycles=2, exchange=False), 128)


def test_lots_give_the_numbers_of_the_draw() -> None:
    drawn = {ROUND_ROBIN.pair(stage(plan("round_robin", numbers="lots"), 10, seed=seed)).pairings for seed in range(4)}
    assert len(drawn) == 4
    first = ROUND_ROBIN.pair(stage(plan("round_robin"), 10))
    assert [one.seats for one in first.pairings] == [(1, 10), (2, 9), (3, 8), (4, 7), (5, 6)]


def test_tables_of_three_and_four() -> None:
    after = playing.played(ROUND_ROBIN, stage(plan("round_robin", 4, 3), 9), Random(1))
    met = Counter(frozenset(pair) for one in after.pairings() for pair in combinations(one.seats, 2))
    assert len(after.rounds) == 4
    assert set(met.values()) == {1}
    assert len(met) == 36


# --- withdrawals ------------------------------------------------------------------------------------------------


def left_after(rounds: int, **settings: Any) -> Stage:
    """Six; 6 wins all their duels and leaves after so many rounds. All others are won by the lower number."""
    now = stage(plan("round_robin", **settings), 6)
    for no in range(5):
        if no == rounds:
            now = replace(now, absent={EntrantNo(6): Bye.ZERO})
        now = playing.published(now, ROUND_ROBIN.pair(now))
        results = {}
        for one in now.pairings():
            expected = playing.strongest(one)
            upset = replace(expected, places=expected.places[::-1])
            if one.result is None:
                results[one.round, one.table] = upset if 6 in one.seats else expected
        now = playing.entered(now, results)
    return now


def table(after: Stage) -> dict[int, tuple[int, object]]:
    return {one.entrant: (one.rank, one.points) for one in ROUND_ROBIN.standings(after)}


def test_who_played_less_than_half_does_not_count_in_the_standings() -> None:
    """FIDE: "the points scored by him or against him are not counted in the final standings"."""
    after = left_after(2)
    assert table(after) == {1: (1, 8), 2: (2, 6), 3: (3, 4), 4: (4, 2), 5: (5, 0), 6: (6, 0)}
    assert sum(6 in one.seats for one in after.pairings()) == 5, "all that was published stays"


def test_who_played_at_least_half_stays_and_the_rest_is_lost_by_default() -> None:
    """6 beats 1, 4 and 2 (rounds 1 to 3 of the table for six), then loses to 5 and 3 by default."""
    assert table(left_after(3)) == {1: (1, 8), 2: (2, 6), 3: (2, 6), 6: (2, 6), 4: (5, 2), 5: (5, 2)}


def test_the_rule_for_withdrawals_can_be_changed() -> None:
    assert table(left_after(2, withdrawn="keep"))[6] == (4, 4)
    assert table(left_after(3, withdrawn="annul"))[6] == (6, 0)


def test_absence_can_leave_the_table_open_for_another_day() -> None:
    before = stage(plan("round_robin", absent="keep"), 6, absent=[6])
    assert all(one.result is None for one in ROUND_ROBIN.pair(before).pairings)


def test_somebody_annulled_is_taken_out_of_tables_of_four() -> None:
    now = stage(plan("round_robin", 4, 4), 5)
    now = playing.step(ROUND_ROBIN, now)
    first = next(now.pairings())
    gone = first.seats[1]
    now = replace(now, absent={gone: Bye.ZERO})
    while not ROUND_ROBIN.is_over(now):
        now = playing.published(now, ROUND_ROBIN.pair(now))
        results = {}
        for one in now.pairings():
            if one.result is None:
                expected = playing.strongest(one)
                seat = one.seats.index(gone) if gone in one.seats else None
                results[one.round, one.table] = replace(
                    expected, forfeited=frozenset({seat} if seat is not None else ())
                )
        now = playing.entered(now, results)
    standings = ROUND_ROBIN.standings(now)
    assert (standings[-1].entrant, standings[-1].points) == (gone, 0)
    expected_order = [no for no in range(1, 6) if no != gone]
    assert [one.entrant for one in standings[:-1]] == expected_order


# --- settings and the cross table --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "entrants", "field"),
    [
        (plan("round_robin", cycles=9), 6, "settings.cycles"),
        (plan("round_robin", colours=1), 6, "settings.colours"),
        (plan("round_robin", withdrawn="maybe"), 6, "settings.withdrawn"),
        (plan("round_robin"), 1, "entrants"),
        (plan("round_robin"), 257, "entrants"),
        (plan("round_robin", 4, 3), 2, "entrants"),
        (Plan("round_robin", rounds=3), 6, "rounds"),
        (Plan("round_robin", 4, 3, rounds=-1), 6, "rounds"),
    ],
)
def test_a_bad_plan_is_named(made: Plan, entrants: int, field: str) -> None:
    with pytest.raises(BadPlan) as refused:
        ROUND_ROBIN.check(made, entrants)
    assert refused.value.field == field


def test_a_cross_table_shows_what_was_and_what_comes() -> None:
    after = playing.step(ROUND_ROBIN, stage(plan("round_robin"), 4))
    rows = cross_table(after)
    assert [row.entrant for row in rows] == [1, 2, 3, 4]
    met = rows[0].meetings[EntrantNo(4)]
    assert [(one.round, one.seat, one.pairing is not None) for one in met] == [(1, 0, True)]
    assert [(one.round, one.seat, one.pairing) for one in rows[0].meetings[EntrantNo(3)]] == [(3, 1, None)]
    assert all(set(row.meetings) == {1, 2, 3, 4} - {row.entrant} for row in rows)
