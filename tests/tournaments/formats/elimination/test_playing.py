"""Whole eliminations with results by lot."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats import playing
from tests.tournaments.formats.playing import plan, stage
from tournaments.formats.contract import CannotPair, Result, RoundNo, Stage
from tournaments.formats.elimination import DOUBLE_ELIMINATION, SINGLE_ELIMINATION, contradictions, picture
from tournaments.formats.elimination.format import Elimination

SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"third_place": True},
    {"consolation": True},
    {"third_place": True, "consolation": True},
)


def test_a_single_elimination_leaves_one_who_never_lost() -> None:
    for entrants in [*range(2, 26), 31, 32, 33, 64, 65]:
        after = playing.played(SINGLE_ELIMINATION, stage(plan("single_elimination"), entrants), Random(entrants))
        losses = playing.beaten(after)
        ranks = [standing.rank for standing in SINGLE_ELIMINATION.standings(after)]
        assert ranks[:2] == [1, 2]
        assert losses[SINGLE_ELIMINATION.standings(after)[0].entrant] == 0
        assert sorted(losses.values()) == [1] * (entrants - 1)
        expected = [1] + [1 + (1 << level) for level in range(7) for _ in range(1 << level)]
        assert ranks == expected[:entrants]


def test_it_is_over_once_so_many_are_left_as_win_a_place() -> None:
    for entrants, winners in [(4, 2), (5, 2), (8, 4), (11, 2), (12, 4), (16, 8)]:
        agreed = plan("single_elimination", winners=winners)
        after = playing.played(SINGLE_ELIMINATION, stage(agreed, entrants), Random(entrants))
        losses = playing.beaten(after)
        order = [standing.entrant for standing in SINGLE_ELIMINATION.standings(after)]
        assert [losses[no] for no in order] == [0] * winners + [1] * (entrants - winners)
        assert SINGLE_ELIMINATION.is_over(after)
        assert picture.columns(after)


def test_in_a_double_elimination_all_but_one_lose_twice() -> None:
    for entrants in [*range(2, 26), 31, 32, 33, 64, 65]:
        after = playing.played(DOUBLE_ELIMINATION, stage(plan("double_elimination"), entrants), Random(entrants))
        standings = DOUBLE_ELIMINATION.standings(after)
        losses = playing.beaten(after)
        assert losses[standings[0].entrant] < 2
        assert all(losses[standing.entrant] == 2 for standing in standings[1:])
        assert [standing.rank for standing in standings[:4]] == [1, 2, 3, 4][:entrants]


@pytest.mark.parametrize("fmt", [SINGLE_ELIMINATION, DOUBLE_ELIMINATION])
@given(entrants=st.integers(2, 40), lot=st.randoms(use_true_random=False), away=st.sets(st.integers(1, 40), max_size=6))
@settings(max_examples=10, deadline=None)
def test_the_laws_of_brackets_hold_whoever_is_absent(
    fmt: Elimination, entrants: int, lot: Random, away: set[int]
) -> None:
    chosen = lot.choice(SETTINGS) if fmt is SINGLE_ELIMINATION else {}
    before = stage(plan(fmt.name, **chosen), entrants, {no for no in away if no <= entrants})
    after = playing.played(fmt, before, lot)
    assert playing.nobody_twice(after)
    assert contradictions(after) == ()
    assert not fmt.pair(after).pairings
    standings = fmt.standings(after)
    assert sorted(standing.entrant for standing in standings) == list(range(1, entrants + 1))
    if len(before.absent) < entrants:
        assert standings[0].entrant not in before.absent
        assert [standing.rank for standing in standings].count(1) == 1
    for pairing in after.pairings():
        assert pairing.round <= (fmt.rounds(before.plan, entrants) or 0)


def test_the_same_stage_gives_the_same_pairings() -> None:
    before = stage(plan("double_elimination", seeding="drawn", protected=4), 21, seed=7)
    half = playing.step(DOUBLE_ELIMINATION, before, Random(1))
    assert DOUBLE_ELIMINATION.pair(half) == DOUBLE_ELIMINATION.pair(half)


def test_a_draw_by_lot_leaves_protected_seeds_where_they_are() -> None:
    drawn = [
        SINGLE_ELIMINATION.pair(stage(plan("single_elimination", seeding="drawn", protected=4), 13, seed=seed))
        for seed in (1, 2)
    ]
    assert drawn[0] != drawn[1]
    for proposal in drawn:
        assert {1, 2, 3} == set(proposal.byes)
        opposite = next(one for one in proposal.pairings if 4 in one.seats)
        assert max(opposite.seats) > 4


def test_as_expected_the_seeds_take_their_places() -> None:
    for fmt in (SINGLE_ELIMINATION, DOUBLE_ELIMINATION):
        after = playing.played(fmt, stage(plan(fmt.name), 16))
        assert [standing.entrant for standing in fmt.standings(after)][:2] == [1, 2]
    third = playing.played(SINGLE_ELIMINATION, stage(plan("single_elimination", third_place=True), 16))
    assert [(one.rank, one.entrant) for one in SINGLE_ELIMINATION.standings(third)[:4]] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]


def test_whoever_is_absent_loses_without_play_and_two_who_are_absent_both_go_out() -> None:
    before = stage(plan("single_elimination"), 4, absent=(1, 4, 3))
    proposal = SINGLE_ELIMINATION.pair(before)
    missing = {
        frozenset(one.seats): {one.seats[seat] for seat in one.result.forfeited}
        for one in proposal.pairings
        if one.result is not None
    }
    assert missing == {frozenset({1, 4}): {1, 4}, frozenset({2, 3}): {3}}
    after = playing.published(before, proposal)
    assert SINGLE_ELIMINATION.is_over(after)
    ranks = [(one.rank, one.entrant) for one in SINGLE_ELIMINATION.standings(after)]
    assert ranks == [(1, 2), (2, 1), (2, 3), (2, 4)]


def test_the_final_is_repeated_only_where_the_winner_of_the_lower_bracket_wins_it() -> None:
    before = stage(plan("double_elimination"), 4)
    quiet = playing.played(DOUBLE_ELIMINATION, before)
    assert [pairing.slot for pairing in quiet.pairings()][-1] == "F"
    while not any(pairing.slot == "F" for pairing in before.pairings()):
        before = playing.step(DOUBLE_ELIMINATION, before)
    final = next(pairing for pairing in before.pairings() if pairing.slot == "F")
    upset = Result(tuple(3 - place for place in playing.strongest(final).places))
    turned = playing.entered(before, {(final.round, final.table): upset})
    assert not DOUBLE_ELIMINATION.is_over(turned)
    again = DOUBLE_ELIMINATION.pair(turned)
    assert [(one.slot, set(one.seats)) for one in again.pairings] == [("F2", {1, 2})]
    assert again.pairings[0].seats != final.seats, "seats are exchanged"


# --- draws ------------------------------------------------------------------------------------------------------

DRAW = Result((1, 1), (3, 5))


def first_drawn(**settings: Any) -> Stage:
    before = stage(plan("single_elimination", **settings), 2)
    return playing.entered(playing.published(before, SINGLE_ELIMINATION.pair(before)), {(RoundNo(1), 1): DRAW})


def test_a_draw_that_nothing_decides_is_refused_by_name() -> None:
    with pytest.raises(CannotPair) as refused:
        SINGLE_ELIMINATION.pair(first_drawn())
    assert refused.value.reason.code == "drawn_table"
    assert refused.value.reason.data == {"slot": "F", "round": 1, "table": 1}


def test_where_other_tables_are_possible_the_draw_is_a_note() -> None:
    before = stage(plan("single_elimination"), 5)
    after = playing.published(before, SINGLE_ELIMINATION.pair(before))
    drawn = next(one for one in after.pairings() if one.slot.startswith("W1"))
    after = playing.entered(after, {(drawn.round, drawn.table): DRAW})
    with pytest.raises(CannotPair):
        SINGLE_ELIMINATION.pair(after)
    eight = stage(plan("single_elimination"), 8)
    eight = playing.published(eight, SINGLE_ELIMINATION.pair(eight))
    results = {(RoundNo(1), table): playing.strongest(pairing) for table, pairing in enumerate(eight.pairings(), 1)}
    proposal = SINGLE_ELIMINATION.pair(playing.entered(eight, {**results, (RoundNo(1), 1): DRAW}))
    assert [one.slot for one in proposal.pairings] == ["W2-2"]
    assert [note.code for note in proposal.notes] == ["drawn_table"]


def test_a_draw_is_replayed_with_seats_exchanged() -> None:
    drawn = first_drawn(draws="replay")
    proposal = SINGLE_ELIMINATION.pair(drawn)
    first = next(drawn.pairings())
    assert [(one.slot, one.round, one.table, one.seats) for one in proposal.pairings] == [
        ("F", 1, 2, first.seats[::-1])
    ]
    after = playing.entered(playing.published(drawn, proposal), {(RoundNo(1), 2): Result((2, 1))})
    assert SINGLE_ELIMINATION.is_over(after)
    assert SINGLE_ELIMINATION.standings(after)[0].entrant == first.seats[0]


def test_a_draw_is_decided_by_titles_or_by_seed() -> None:
    more_titles = first_drawn(draws="titles")
    assert SINGLE_ELIMINATION.standings(more_titles)[0].entrant == next(more_titles.pairings()).seats[1]
    assert SINGLE_ELIMINATION.standings(first_drawn(draws="seed"))[0].entrant == 1


# --- corrections -------------------------------------------------------------------------------------------------


def test_a_corrected_result_shows_which_published_tables_no_longer_fit() -> None:
    before = playing.step(SINGLE_ELIMINATION, stage(plan("single_elimination"), 8))
    second = playing.published(before, SINGLE_ELIMINATION.pair(before))
    wrong = next(one for one in second.pairings() if 1 in one.seats)
    upset = Result(tuple(3 - place for place in playing.strongest(wrong).places))
    corrected = playing.entered(second, {(wrong.round, wrong.table): upset})
    assert contradictions(second) == ()
    assert [(one.slot, 1 in one.seats) for one in contradictions(corrected)] == [("W2-1", True)]
    assert SINGLE_ELIMINATION.pair(corrected).pairings == (), "the published table is kept"
    proposal = SINGLE_ELIMINATION.pair(playing.without(corrected, contradictions(corrected)))
    assert [(one.slot, 8 in one.seats, one.round) for one in proposal.pairings] == [("W2-1", True, 2)]
