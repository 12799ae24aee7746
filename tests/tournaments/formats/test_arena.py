from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.formats import playing
from tests.tournaments.formats.playing import plan, stage
from tournaments.formats.arena import ARENA
from tournaments.formats.contract import BadPlan, Bye, EntrantNo, Penalty, Plan, Result, RoundNo, Stage


def played(before: Stage, waves: int, lot: Random | None = None) -> Stage:
    for _ in range(waves):
        before = playing.step(ARENA, before, lot)
    return before


def points(after: Stage) -> dict[int, object]:
    return {one.entrant: one.points for one in ARENA.standings(after)}


def test_whoever_is_free_is_paired_and_nobody_else() -> None:
    now = stage(plan("arena"), 10, absent=[10])
    now = playing.published(now, ARENA.pair(now))
    assert Counter(no for one in now.pairings() for no in one.seats) == Counter(range(1, 9))
    assert not ARENA.pair(now).pairings, "one alone waits"
    first = next(now.pairings())
    now = playing.entered(now, {(first.round, first.table): Result((1, 2))})
    again = ARENA.pair(now)
    assert [one.round for one in again.pairings] == [2]
    assert 9 in again.pairings[0].seats


@pytest.mark.parametrize(("seats", "least", "entrants"), [(2, 2, 15), (4, 3, 17), (4, 4, 18), (3, 2, 16)])
def test_waiting_is_shared(seats: int, least: int, entrants: int) -> None:
    after = played(stage(plan("arena", seats, least), entrants), 12, Random(1))
    sat = Counter(no for one in after.pairings() for no in one.seats)
    assert max(sat.values()) - min(sat[EntrantNo(no)] for no in range(1, entrants + 1)) <= 1
    assert {len(one.seats) for one in after.pairings()} <= set(range(least, seats + 1))
    assert playing.nobody_twice(after)


def test_nobody_meets_at_two_tables_running_where_that_can_be_avoided() -> None:
    after = played(stage(plan("arena"), 20), 10, Random(2))
    for before, now in zip(after.rounds, after.rounds[1:], strict=False):
        assert not {frozenset(one.seats) for one in before.pairings} & {frozenset(one.seats) for one in now.pairings}


def test_seats_are_balanced() -> None:
    after = played(stage(plan("arena", 4, 4), 16), 12, Random(3))
    had = Counter((no, seat) for one in after.pairings() for seat, no in enumerate(one.seats))
    assert max(had.values()) <= 5
    assert min(had[EntrantNo(no), seat] for no in range(1, 17) for seat in range(4)) >= 1


def test_those_of_equal_scores_meet() -> None:
    after = played(stage(plan("arena", streak=0), 16), 3)
    before = points(after)
    gaps = [abs(before[a] - before[b]) for a, b in (one.seats for one in ARENA.pair(after).pairings)]  # type: ignore[operator]
    assert sum(gaps) / len(gaps) < 1.5


def test_points_double_after_two_wins_in_a_row_until_a_win_is_missed() -> None:
    """As in the arenas of lichess.org: a win gives 2, after two wins in a row 4, and a draw then 2 instead of 1."""
    now = stage(plan("arena"), 2)
    seen = []
    for result in ((1, 2), (1, 2), (1, 2), (1, 1), (1, 2)):
        now = playing.published(now, ARENA.pair(now))
        last = now.rounds[-1].pairings[0]
        mine = last.seats.index(EntrantNo(1))
        now = playing.entered(now, {(last.round, last.table): Result(result if mine == 0 else result[::-1])})
        seen.append(points(now)[1])
    assert seen == [2, 4, 8, 10, 12]
    assert points(replace(now, plan=plan("arena", streak=0)))[1] == 9
    assert points(replace(now, penalties=(Penalty(EntrantNo(1), RoundNo(1), 3),)))[1] == 9


def test_equal_points_share_a_rank_unless_wins_count() -> None:
    now = played(stage(plan("arena"), 4), 1)
    assert [one.rank for one in ARENA.standings(now)] == [1, 1, 3, 3]
    by_wins = replace(now, plan=Plan("arena", tie_breaks=("WIN",)))
    assert [(one.rank, one.tie_breaks) for one in ARENA.standings(by_wins)] == [
        (1, (1,)),
        (1, (1,)),
        (3, (0,)),
        (3, (0,)),
    ]


def test_it_is_over_when_everybody_is_out_and_no_table_is_left() -> None:
    now = stage(plan("arena"), 4)
    now = playing.published(now, ARENA.pair(now))
    closed = replace(now, absent={one.no: Bye.ZERO for one in now.entrants})
    assert not ARENA.is_over(closed)
    ended = playing.entered(closed, {(RoundNo(1), 1): Result((1, 2)), (RoundNo(1), 2): Result((1, 2))})
    assert ARENA.is_over(ended)
    assert not ARENA.is_over(replace(ended, absent={}))


@pytest.mark.parametrize(
    ("made", "entrants", "field"),
    [
        (plan("arena", streak=-1), 4, "settings.streak"),
        (plan("arena"), 1, "entrants"),
        (plan("arena", 4, 3), 2, "entrants"),
        (Plan("arena", rounds=3), 4, "rounds"),
        (Plan("arena", tie_breaks=("BH",)), 4, "tie_breaks"),
    ],
)
def test_a_bad_plan_is_named(made: Plan, entrants: int, field: str) -> None:
    with pytest.raises(BadPlan) as refused:
        ARENA.check(made, entrants)
    assert refused.value.field == field
