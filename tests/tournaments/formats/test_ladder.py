from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats import playing
from tests.tournaments.formats.playing import plan, stage
from tournaments.formats.contract import BadPlan, CannotPair, EntrantNo, Proposal, Result, RoundNo, Stage
from tournaments.formats.ladder import LADDER, challenge, places


def after(before: Stage, challenger: int, challenged: int, wins: bool = True, result: Result | None = None) -> Stage:
    pairing = challenge(before, EntrantNo(challenger), EntrantNo(challenged))
    mine = pairing.seats.index(EntrantNo(challenger))
    first, second = (1, 2) if wins == (mine == 0) else (2, 1)
    published = playing.published(before, Proposal((pairing,)))
    return playing.entered(published, {(pairing.round, 1): result or Result((first, second))})


@pytest.mark.parametrize(
    ("rule", "order"),
    [("leapfrog", [1, 5, 2, 3, 4, 6]), ("swap", [1, 5, 3, 4, 2, 6]), ("halfway", [1, 2, 5, 3, 4, 6])],
)
def test_a_challenger_who_wins_goes_up(rule: str, order: list[int]) -> None:
    before = stage(plan("ladder", rule=rule), 6)
    assert places(after(before, 5, 2)) == order
    assert places(after(before, 5, 2, wins=False)) == [1, 2, 3, 4, 5, 6]
    assert places(after(before, 5, 2, result=Result((1, 1)))) == [1, 2, 3, 4, 5, 6]


def test_who_does_not_appear_loses_the_challenge() -> None:
    before = stage(plan("ladder"), 6)
    seat = challenge(before, EntrantNo(3), EntrantNo(2)).seats.index(EntrantNo(2))
    absent = Result((1, 1), (), frozenset({seat}))
    assert places(after(before, 3, 2, result=absent))[:3] == [1, 3, 2]
    both = Result((1, 1), (), frozenset({0, 1}))
    assert places(after(before, 3, 2, result=both))[:3] == [1, 2, 3]


@pytest.mark.parametrize(
    ("challenger", "challenged", "code"),
    [
        (2, 4, "challenges_go_up"),
        (2, 2, "challenges_go_up"),
        (6, 2, "out_of_reach"),
        (9, 2, "not_on_the_ladder"),
        (4, 3, "is_absent"),
        (6, 5, "is_at_a_table"),
    ],
)
def test_a_challenge_that_may_not_be_is_refused_with_its_reason(challenger: int, challenged: int, code: str) -> None:
    before = stage(plan("ladder"), 7, absent=[3])
    open_table = challenge(before, EntrantNo(7), EntrantNo(5))
    before = playing.published(before, Proposal((open_table,)))
    with pytest.raises(CannotPair) as refused:
        challenge(before, EntrantNo(challenger), EntrantNo(challenged))
    assert refused.value.reason.code == code


def test_nobody_is_challenged_again_before_so_many_other_tables() -> None:
    now = after(stage(plan("ladder", repeat=2), 6), 3, 2, wins=False)
    now = after(now, 3, 1, wins=False)
    with pytest.raises(CannotPair) as refused:
        challenge(now, EntrantNo(3), EntrantNo(2))
    assert refused.value.reason.code == "met_lately"
    now = after(now, 4, 3, wins=False)
    assert set(challenge(now, EntrantNo(3), EntrantNo(2)).seats) == {2, 3}


def test_seats_are_taken_in_turn() -> None:
    now = after(stage(plan("ladder", repeat=0), 2), 2, 1, wins=False)
    assert challenge(now, EntrantNo(2), EntrantNo(1)).seats == next(now.pairings()).seats[::-1]


@pytest.mark.parametrize(("seats", "rule"), [(2, "leapfrog"), (2, "swap"), (4, "swap")])
@given(st.randoms(use_true_random=False))
@settings(max_examples=6, deadline=None)
def test_in_continuous_mode_free_neighbours_meet_and_everybody_keeps_one_place(
    seats: int, rule: str, lot: Random
) -> None:
    now = stage(plan("ladder", seats, 2, mode="continuous", rule=rule, reach=4), 15, absent=[4])
    for _ in range(6):
        before = places(now)
        proposal = LADDER.pair(now)
        assert proposal.pairings
        for pairing in proposal.pairings:
            line = sorted(before.index(no) for no in pairing.seats)
            assert line[-1] - line[0] <= 4
            assert 4 not in pairing.seats
        now = playing.step(LADDER, now, lot)
        assert sorted(places(now)) == list(range(1, 16))
    assert [one.rank for one in LADDER.standings(now)] == list(range(1, 16))
    assert not LADDER.is_over(now)


def test_of_a_table_those_who_met_share_out_the_places_that_they_had() -> None:
    now = stage(plan("ladder", 4, 3, mode="continuous", rule="swap", reach=3), 4)
    now = playing.published(now, LADDER.pair(now))
    seats = next(now.pairings()).seats
    now = playing.entered(now, {(RoundNo(1), 1): Result(tuple(5 - no for no in seats))})
    assert places(now) == [4, 3, 2, 1]


def test_nothing_is_paired_where_people_challenge_each_other() -> None:
    assert LADDER.pair(stage(plan("ladder"), 6)) == Proposal()


@pytest.mark.parametrize(
    ("seats", "chosen", "field"),
    [
        (2, {"rule": "jump"}, "settings.rule"),
        (2, {"reach": -1}, "settings.reach"),
        (4, {"mode": "continuous"}, "settings.rule"),
        (4, {"rule": "swap"}, "seats"),
    ],
)
def test_a_bad_plan_is_named(seats: int, chosen: dict[str, Any], field: str) -> None:
    with pytest.raises(BadPlan) as refused:
        LADDER.check(plan("ladder", seats, 2, **chosen), 6)
    assert refused.value.field == field
