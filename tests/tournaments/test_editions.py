"""The second edition of the rules, and what was stored by the first: it stays as it was."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import pytest
from django.utils import translation

from tests.matches.factories import person
from tests.tournaments.factories import entered, opened, play_round, stage, state_of
from tournaments import commands, plans, services, stages
from tournaments.decisions.field import Newcomer
from tournaments.events import KINDS
from tournaments.formats.contract import EDITION, BadPlan, Plan, Result, Scoring
from tournaments.pages import words
from tournaments.presets import PRESETS, Wish
from tournaments.rehearsal import Rates, rehearse
from tournaments.rehearsed_seating import in_edition
from tournaments.scoring import equal_worth, is_equal_worth, table_points
from tournaments.settings import StagePlan

EVENTFUL = Rates(leaves=0.03, late=0.1, corrections=0.4, no_shows=0.03, draws=0.1)
AS_STORED = {
    ("pods", 4, 16, 0): "34cf35d134d683bd",
    ("swiss", 2, 13, 0): "3637cb8ea2b87992",
}
"""Digests of streams that the first edition's code made, before there was a second."""


def first_edition(one: StagePlan) -> StagePlan:
    usual = {str(size): list(worth) for size, worth in Scoring().by_place.items()}
    plan = {key: value for key, value in one.plan.items() if key != "edition"}
    plan |= {"scoring": {**one.plan["scoring"], "by_place": usual}}
    return in_edition(replace(one, plan=plan), 1)


@pytest.mark.parametrize(("preset", "seats", "players", "seed"), AS_STORED)
def test_a_tournament_of_the_first_edition_is_what_it_was(preset: str, seats: int, players: int, seed: int) -> None:
    done = rehearse([first_edition(one) for one in PRESETS[preset](Wish(seats, 4, 4))], players, seed, EVENTFUL)
    stored = [one.payload for one in KINDS.encoded([event for event, _at in done.stream])]
    told = sha256((repr(stored) + stages.digest(done.state)).encode()).hexdigest()
    assert told[:16] == AS_STORED[preset, seats, players, seed]


def test_a_plan_that_says_nothing_is_of_the_first_edition_and_new_ones_of_the_current() -> None:
    plain = plans.plain(Plan("pods", 4, 3))
    assert "edition" not in plain
    assert plans.read(plain).edition == 1
    for preset in PRESETS.values():
        assert {plans.read(one.plan).edition for one in preset(Wish())} == {EDITION}
    assert plans.of_now(StagePlan("main", plain)).plan["edition"] == EDITION
    assert plans.of_now(StagePlan("main", {**plain, "edition": 1})).plan["edition"] == 1
    with pytest.raises(BadPlan, match="edition"):
        plans.check(replace(Plan("pods", 4, 3), edition=EDITION + 1))


# --- equal worth ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_short_tables_winner_gets_the_same_and_the_others_by_the_share_they_beat(seats: int) -> None:
    scoring = equal_worth(seats)
    win = scoring.by_place[seats][0]
    for size in range(2, seats + 1):
        worth = table_points(scoring, Result(tuple(range(1, size + 1))), size)
        assert worth == tuple(win * Fraction(size - place, size - 1) for place in range(1, size + 1))
        assert sum(worth) == Fraction(win * size, 2), "the mean of a table is the same for every size"
    assert is_equal_worth(Plan("pods", seats, 2, scoring=scoring))


def test_players_are_told_what_each_size_of_table_is_worth() -> None:
    with translation.override("en"):
        _are_told()


def _are_told() -> None:
    told = " ".join(words.about_stage(PRESETS["pods"](Wish(4, 4, 0))[0]))
    assert "Points by place: 3 – 2 – 1 – 0. At a table of 3: 3 – 1½ – 0." in told
    assert "A smaller table is worth as much" in told
    assert "Equal scores come first" in told
    before = " ".join(words.about_stage(StagePlan("swiss", plans.plain(Plan("pods", 4, 3)))))
    assert "At a table of 3: 2 – 1 – 0." in before
    assert "worth as much" not in before
    assert "New opponents come first" in before


# --- numbers on arrival -----------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(("edition", "order"), [(1, [1, 2, 3, 4, 5]), (EDITION, [1, 2, 5, 3, 4])])
def test_a_late_entrant_of_a_swiss_gets_the_number_of_their_rating(edition: int, order: list[int]) -> None:
    alice = person("Alice")
    plan = stage(form="dutch", rounds=3, edition=edition)
    tournament = opened(alice, plan)
    people = [Newcomer(person(f"Player {no}"), rating=2000 - 100 * no) for no in range(1, 5)]
    services.change(tournament, commands.Enter(tuple(people)), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    play_round(tournament, alice)
    services.change(tournament, commands.Enter((Newcomer(person("Zoe"), rating=1800),)), by=alice)
    assert [one.no for one in stages.stage_of(state_of(tournament), "main").entrants] == order
    services.change(tournament, commands.Pair("main"), by=alice)
    assert len(state_of(tournament).stages["main"].rounds) == 2


@pytest.mark.django_db
def test_whoever_is_absent_in_round_one_has_no_number_until_they_come() -> None:
    """SPP ruling of 27 August 2026 on C.04.2, 2.4: with number 1 away, the next one is the first, with the colour."""
    alice = person("Alice")
    tournament = opened(alice, stage(form="dutch", rounds=3, settings={"initial_colour": "white"}, edition=EDITION))
    entered(tournament, alice, 5)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Withdraw(1), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    first = state_of(tournament).stages["main"].rounds[0]
    assert [table.pairing.seats for table in first.tables.values()] == [(2, 4), (5, 3)]
    play_round(tournament, alice)
    services.change(tournament, commands.BringBack(1), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    second = state_of(tournament).stages["main"].rounds[1]
    seated = {no for table in second.tables.values() for no in table.pairing.seats}
    assert 1 in seated | second.byes.keys()
