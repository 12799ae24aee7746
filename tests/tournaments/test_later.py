"""A result of the rounds turns out to be wrong after the final has begun: who would have gone on, and what then."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.utils import timezone

from tests.matches.factories import person
from tournaments import commands, corrections, presets, services
from tournaments.corrections import AGAIN, KEEP, REPAIR, Later, Preview
from tournaments.decisions import results
from tournaments.formats.contract import EntrantNo, Result
from tournaments.presets import Wish
from tournaments.stages import digest
from tournaments.state import Stage, Table
from web.errors import Conflict

from .factories import at, entered, opened, play_round, state_of

pytestmark = pytest.mark.django_db
WRONG = Result((4, 3, 2, 1))


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def evening(alice: UUID) -> UUID:
    """One round of pods for twelve, and a final of its three winners, whose table is published."""
    made = opened(alice, *presets.pods(Wish(seats=4, rounds=1, best=3)))
    entered(made, alice, 12)
    for key in ("swiss", "final"):
        services.change(made, commands.StartStage(key), by=alice)
        services.change(made, commands.Pair(key), by=alice)
        if key == "swiss":
            play_round(made, alice, "swiss", (1, 2, 3, 4))
    return made


def final(made: UUID) -> Stage:
    return state_of(made).stages["final"]


def table(made: UUID) -> Table:
    return final(made).rounds[0].tables[1]


def corrected(made: UUID) -> tuple[EntrantNo, EntrantNo]:
    """Who won the first table of the rounds as it was written down, and who really did."""
    seats = state_of(made).stages["swiss"].rounds[0].tables[1].pairing.seats
    return seats[0], seats[3]


def looked_at(made: UUID) -> tuple[Preview, Later]:
    state = state_of(made)
    shown = corrections.preview(state, results.correct(state, at("swiss", 1, 1), WRONG), "swiss", timezone.now())
    assert shown.later is not None
    return shown, shown.later


def correct(made: UUID, alice: UUID, later: str) -> None:
    services.change(made, commands.Correct(at("swiss", 1, 1), WRONG, later=later), by=alice)


def test_it_is_shown_who_would_have_gone_on_instead_and_at_which_table(evening: UUID) -> None:
    gone, comes = corrected(evening)
    before = digest(state_of(evening))
    _, later = looked_at(evening)
    (stage,) = later.stages
    assert (stage.key, stage.out, stage.into) == ("final", (gone,), (comes,))
    by_name = {choice.name: choice for choice in later.choices}
    assert all(choice.is_open for choice in later.choices)
    assert (by_name[KEEP].changed, by_name[KEEP].removed) == ((), ())
    assert gone in by_name[REPAIR].removed[0].seats
    assert comes in by_name[REPAIR].changed[0].seats
    assert comes in by_name[AGAIN].changed[0].seats
    assert digest(state_of(evening)) == before


@pytest.mark.parametrize("later", [KEEP, REPAIR, AGAIN])
def test_it_is_as_chosen_and_one_undo_gives_back_the_same_state(alice: UUID, evening: UUID, later: str) -> None:
    gone, comes = corrected(evening)
    before, seats = digest(state_of(evening)), table(evening).pairing.seats
    correct(evening, alice, later)
    there = {no for no in (gone, comes) if no in table(evening).pairing.seats}
    assert there == ({gone} if later == KEEP else {comes})
    assert set(final(evening).entrants) == set(table(evening).pairing.seats)
    if later == REPAIR:
        assert table(evening).pairing.seats.index(comes) == seats.index(gone)
    services.change(evening, commands.Undo(), by=alice)
    assert digest(state_of(evening)) == before


def test_the_lots_of_a_stage_that_begins_anew_are_not_drawn_again(alice: UUID, evening: UUID) -> None:
    seed = final(evening).seed
    correct(evening, alice, AGAIN)
    assert final(evening).seed == seed


def test_what_has_started_stays_and_says_why(alice: UUID, evening: UUID) -> None:
    services.change(evening, commands.StartTable(at("final", 1, 1)), by=alice)
    before = digest(state_of(evening))
    shown = {choice.name: choice for choice in looked_at(evening)[1].choices}
    assert shown[KEEP].is_open
    for later in (REPAIR, AGAIN):
        refused = shown[later].refused
        assert refused is not None
        assert refused.code == "tables_have_started"
        with pytest.raises(Conflict, match="tables_have_started"):
            correct(evening, alice, later)
    assert digest(state_of(evening)) == before


def test_a_correction_by_which_nobody_else_goes_on_says_nothing_of_it(evening: UUID) -> None:
    state = state_of(evening)
    change = results.correct(state, at("swiss", 1, 1), Result((1, 2, 4, 3)))
    assert corrections.preview(state, change, "swiss", timezone.now()).later is None


def test_who_has_left_since_is_no_matter_of_the_correction(alice: UUID, evening: UUID) -> None:
    gone, comes = corrected(evening)
    other = next(no for no in final(evening).entrants if no != gone)
    services.change(evening, commands.Withdraw(other), by=alice)
    (stage,) = looked_at(evening)[1].stages
    assert (stage.out, stage.into) == ((gone,), (comes,))
