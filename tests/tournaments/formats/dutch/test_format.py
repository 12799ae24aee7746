"""The Dutch system as a format: plans, refusals, lots."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.tournaments.formats.playing import plan, played, published, stage, step
from tournaments.formats.contract import BadPlan, Bye, CannotPair, EntrantNo, Scoring
from tournaments.formats.dutch import DUTCH


def test_a_whole_tournament_is_played_to_its_end() -> None:
    ended = played(DUTCH, stage(plan("dutch"), 21), Random(4))
    assert len(ended.rounds) == 5 == DUTCH.rounds(ended.plan, 21)
    assert len(DUTCH.standings(ended)) == 21
    with pytest.raises(CannotPair, match="stage_is_over"):
        DUTCH.pair(ended)


def test_the_next_round_waits_for_all_results() -> None:
    before = stage(plan("dutch"), 6)
    with pytest.raises(CannotPair, match="round_not_finished") as refused:
        DUTCH.pair(published(before, DUTCH.pair(before)))
    assert refused.value.reason.data == {"round": 1, "tables": [1, 2, 3]}


def test_nobody_is_paired_alone() -> None:
    with pytest.raises(CannotPair, match="too_few_present"):
        DUTCH.pair(stage(plan("dutch"), 3, absent=[1, 2]))


def test_where_everybody_has_met_there_is_no_pairing() -> None:
    met = step(DUTCH, stage(plan("dutch"), 4))
    pair = met.rounds[0].pairings[0].seats
    left = replace(met, absent={entrant.no: Bye.ZERO for entrant in met.entrants if entrant.no not in pair})
    with pytest.raises(CannotPair, match="no_complete_pairing"):
        DUTCH.pair(left)


def test_who_may_not_meet_does_not() -> None:
    free = DUTCH.pair(stage(plan("dutch"), 8))
    assert {1, 5} in [set(pairing.seats) for pairing in free.pairings]
    kept_apart = DUTCH.pair(stage(plan("dutch", forbidden=[[1, 5, 6]]), 8))
    assert {1, 7} in [set(pairing.seats) for pairing in kept_apart.pairings]


@pytest.mark.parametrize(("colour", "white"), [("white", 1), ("black", 5)])
def test_the_initial_colour_is_as_the_plan_says(colour: str, white: int) -> None:
    assert DUTCH.pair(stage(plan("dutch", initial_colour=colour), 8)).pairings[0].seats[0] == white


def test_the_initial_colour_is_drawn_by_lot_from_the_seed() -> None:
    drawn = {DUTCH.pair(stage(plan("dutch"), 8, seed=seed)).pairings[0].seats[0] for seed in range(20)}
    assert drawn == {1, 5}


def test_a_late_entry_begins_with_no_points() -> None:
    joined = stage(plan("dutch"), 7)
    before = replace(joined, entrants=joined.entrants[:6])
    running = step(DUTCH, before)
    proposal = DUTCH.pair(replace(running, entrants=joined.entrants))
    assert proposal.bye_reasons.keys() <= {4, 5, 6, 7}
    seated = {no for pairing in proposal.pairings for no in pairing.seats} | proposal.bye_reasons.keys()
    assert EntrantNo(7) in seated


def test_any_scoring_makes_scoregroups() -> None:
    football = replace(plan("dutch"), scoring=Scoring(by_place={2: (6, 0)}))
    assert len(played(DUTCH, stage(football, 10), Random(1)).rounds) == 4


@pytest.mark.parametrize(
    ("field", "change", "entrants"),
    [
        ("seats", {"seats": 3}, 8),
        ("rounds", {"rounds": 8}, 8),
        ("entrants", {}, 1),
        ("entrants", {}, 5001),
        ("settings.colour", {"settings": {"colour": "white"}}, 8),
        ("settings.initial_colour", {"settings": {"initial_colour": "red"}}, 8),
        ("settings.forbidden", {"settings": {"forbidden": [1, 2]}}, 8),
        ("scoring", {"scoring": Scoring(by_place={2: (0, 2)})}, 8),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(field: str, change: dict[str, Any], entrants: int) -> None:
    DUTCH.check(plan("dutch"), 8)
    with pytest.raises(BadPlan) as refused:
        DUTCH.check(replace(plan("dutch"), **change), entrants)
    assert refused.value.field == field
