"""Eliminations at tables of 3-4."""

from __future__ import annotations

from random import Random

import pytest

from tests.tournaments.formats import playing
from tests.tournaments.formats.playing import plan, stage
from tournaments.formats.contract import BadPlan
from tournaments.formats.elimination import DOUBLE_ELIMINATION, SINGLE_ELIMINATION, bracket

FORMATS = {"single_elimination": SINGLE_ELIMINATION, "double_elimination": DOUBLE_ELIMINATION}


@pytest.mark.parametrize("through", [1, 2])
@pytest.mark.parametrize("name", FORMATS)
def test_every_field_from_three_on_leads_to_a_final_without_a_table_under_three(name: str, through: int) -> None:
    for entrants in [*range(3, 41), 64, 101, 1024]:
        slots = bracket(plan(name, 4, 3, through=through), entrants).slots.values()
        assert {len(slot.seats) for slot in slots} <= {3, 4}
        assert sum(slot.part == "F" for slot in slots) == 1
        for group in {slot.group for slot in slots}:
            sizes = [len(slot.seats) for slot in slots if slot.group == group]
            assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("through", [1, 2])
@pytest.mark.parametrize("name", FORMATS)
def test_nobody_is_beaten_more_often_than_allowed_and_one_wins(name: str, through: int) -> None:
    allowed = 1 if name == "single_elimination" else 2
    for entrants in [*range(3, 20), 33]:
        after = playing.played(FORMATS[name], stage(plan(name, 4, 3, through=through), entrants), Random(entrants))
        beaten = dict.fromkeys(range(1, entrants + 1), 0)
        for pairing in after.pairings():
            assert pairing.result is not None
            limit = 1 if pairing.slot == "F" else through
            for no, place in zip(pairing.seats, pairing.result.places, strict=True):
                beaten[no] += place > limit
        standings = FORMATS[name].standings(after)
        assert max(beaten.values()) <= allowed
        assert [standing.rank for standing in standings[:3]] == [1, 2, 3]
        assert sorted(standing.entrant for standing in standings) == list(beaten)
        assert playing.nobody_twice(after)


def test_sixteen_at_tables_of_four_with_the_best_two_going_on() -> None:
    """16, 8, 4: no byes, and those of one table are apart in the next round."""
    slots = bracket(plan("single_elimination", 4, 4, through=2), 16).slots
    assert [len([slot for slot in slots.values() if slot.round == no]) for no in (1, 2, 3)] == [4, 2, 1]
    for row in (1, 2):
        assert len({feed.slot for feed in slots[f"W2-{row}"].seats}) == 4


def test_the_first_seeds_have_the_byes_and_the_short_tables() -> None:
    slots = bracket(plan("single_elimination", 4, 3), 5).slots
    assert [feed.place for feed in slots["W1-1"].seats] == [3, 4, 5]
    assert {feed.place for feed in slots["F"].seats if not feed.slot} == {1, 2}
    ten = bracket(plan("single_elimination", 4, 3, through=2), 10).slots
    sizes = {min(feed.place for feed in slot.seats): len(slot.seats) for slot in ten.values() if slot.round == 1}
    assert sizes == {1: 3, 2: 3, 3: 4}


@pytest.mark.parametrize(
    ("entrants", "seats", "least", "through"),
    [(2, 4, 3, 1), (4, 3, 3, 1), (6, 4, 4, 1), (7, 4, 4, 2)],
)
def test_a_field_that_no_tables_fit_is_refused(entrants: int, seats: int, least: int, through: int) -> None:
    """With tables of three and one going on, each takes two out: an even field never comes down to three."""
    with pytest.raises(BadPlan) as refused:
        SINGLE_ELIMINATION.check(plan("single_elimination", seats, least, through=through), entrants)
    assert refused.value.field == "entrants"


def test_an_absent_player_does_not_stop_a_table_and_does_not_go_on() -> None:
    before = stage(plan("single_elimination", 4, 4, through=2), 8, absent=(1, 4, 5))
    proposal = SINGLE_ELIMINATION.pair(before)
    alone = next(one for one in proposal.pairings if 1 in one.seats)
    assert alone.result is not None
    assert alone.result.forfeited == {alone.seats.index(no) for no in before.absent}
    after = playing.played(SINGLE_ELIMINATION, before)
    final = next(one for one in after.pairings() if one.slot == "F")
    assert set(final.seats) == {8, 2, 3}
