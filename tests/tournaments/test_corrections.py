"""A wrong result is found after the next tables were published: it is shown what follows, chosen, and can be undone."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from tests.matches.factories import person
from tournaments import commands, corrections, services
from tournaments.corrections import AGAIN, KEEP, REPAIR, Tables
from tournaments.decisions import results
from tournaments.formats.contract import EntrantNo, Result
from tournaments.stages import digest, stage_of, standings
from web.errors import Conflict

from .factories import at, entered, opened, play_round, stage, state_of, wins

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def published(alice: UUID, how_many: int, form: str, rounds_no: int = 0, **plan: Any) -> UUID:
    tournament = opened(alice, stage(form=form, rounds=rounds_no, **plan))
    entered(tournament, alice, how_many)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    return tournament


def seats(tournament: UUID, round_no: int, table: int) -> tuple[EntrantNo, ...]:
    return state_of(tournament).stages["main"].rounds[round_no - 1].tables[table].pairing.seats


# --- in a bracket -----------------------------------------------------------------------------------------


@pytest.fixture
def final(alice: UUID) -> UUID:
    """A knock-out of four whose final is published and has not begun."""
    tournament = published(alice, 4, "single_elimination")
    play_round(tournament, alice)
    return tournament


def test_a_preview_shows_who_would_sit_in_the_final(final: UUID) -> None:
    state = state_of(final)
    change = results.correct(state, at("main", 1, 1), wins(1))
    shown = corrections.preview(state, change, "main", timezone.now())
    loser = seats(final, 1, 1)[1]
    assert [one.seats for one in shown.at_odds] == [seats(final, 2, 1)]
    by_name = {choice.name: choice for choice in shown.choices}
    assert list(by_name) == [KEEP, REPAIR]  # the final has not begun, so that pairing again would do the same
    assert {loser} < {moved.entrant for moved in by_name[REPAIR].moved}
    assert loser in by_name[REPAIR].changed[0].seats
    assert by_name[REPAIR].removed[0].seats == seats(final, 2, 1)
    assert (by_name[KEEP].changed, by_name[KEEP].removed) == ((), ())
    assert state_of(final) == state


def test_the_smallest_repair_seats_the_right_finalist_and_undo_gives_back_the_same_state(
    alice: UUID, final: UUID
) -> None:
    before = digest(state_of(final))
    services.change(final, commands.Correct(at("main", 1, 1), wins(1), choice=REPAIR), by=alice)
    assert seats(final, 1, 1)[1] in seats(final, 2, 1)
    assert seats(final, 1, 1)[0] not in seats(final, 2, 1)
    services.change(final, commands.Undo(), by=alice)
    assert digest(state_of(final)) == before


def test_a_final_that_has_begun_is_not_repaired(alice: UUID, final: UUID) -> None:
    services.change(final, commands.StartTable(at("main", 2, 1)), by=alice)
    before = digest(state_of(final))
    with pytest.raises(Conflict) as refused:
        services.change(final, commands.Correct(at("main", 1, 1), wins(1), choice=REPAIR), by=alice)
    assert (refused.value.code, refused.value.data["tables"]) == ("tables_have_started", [1])
    assert digest(state_of(final)) == before
    services.change(final, commands.Correct(at("main", 1, 1), wins(1), choice=AGAIN), by=alice)
    assert seats(final, 1, 1)[1] in seats(final, 2, 1)


def test_a_final_that_is_kept_stays_as_published(alice: UUID, final: UUID) -> None:
    sat = seats(final, 2, 1)
    services.change(final, commands.Correct(at("main", 1, 1), wins(1), choice=KEEP), by=alice)
    assert seats(final, 2, 1) == sat


def test_who_was_kept_in_the_final_has_no_points_for_a_table_that_another_won(alice: UUID, final: UUID) -> None:
    kept, winner = seats(final, 1, 1)
    services.change(final, commands.Correct(at("main", 1, 1), wins(1), choice=KEEP), by=alice)
    play_round(final, alice)
    rows = {row.entrant: (row.rank, row.points) for row in standings(stage_of(state_of(final), "main"))}
    assert rows[kept] == (1, 2)  # for the final
    assert rows[winner] == (3, 2)


def test_a_correction_that_changes_nobody_in_the_final_leaves_it_alone(alice: UUID, final: UUID) -> None:
    sat = state_of(final).stages["main"].rounds[1].tables
    services.change(final, commands.Correct(at("main", 1, 1), Result((1, 2), (9, 4)), choice=REPAIR), by=alice)
    assert state_of(final).stages["main"].rounds[1].tables == sat


# --- in rounds --------------------------------------------------------------------------------------------

ROUNDS = [
    ("pods", 16, {"seats": 4, "least": 3}, (1, 2, 3, 4)),
    ("dutch", 12, {}, (1, 2)),
    ("club_swiss", 12, {}, (1, 2)),
]


@pytest.fixture(params=ROUNDS, ids=[form for form, *_ in ROUNDS])
def second_round(alice: UUID, request: pytest.FixtureRequest) -> UUID:
    """The first round is over, the second published, its first table has begun."""
    form, how_many, plan, places = request.param
    tournament = published(alice, how_many, form, 4, **plan)
    play_round(tournament, alice, places=places)
    services.change(tournament, commands.Pair("main"), by=alice)
    services.change(tournament, commands.StartTable(at("main", 2, 1)), by=alice)
    return tournament


def other(tournament: UUID) -> Result:
    """The last become the first at the first table."""
    return Result(tuple(range(len(seats(tournament, 1, 1)), 0, -1)))


def test_points_move_to_whom_they_belong(alice: UUID, second_round: UUID) -> None:
    wrong = {row.entrant: row.points for row in standings(stage_of(state_of(second_round), "main"))}
    services.change(second_round, commands.Correct(at("main", 1, 1), other(second_round)), by=alice)
    right = {row.entrant: row.points for row in standings(stage_of(state_of(second_round), "main"))}
    sat = seats(second_round, 1, 1)
    assert [right[no] for no in sat] == [wrong[no] for no in reversed(sat)]
    assert sum(right.values()) == sum(wrong.values())


def test_pairing_again_is_refused_once_a_table_has_begun(alice: UUID, second_round: UUID) -> None:
    ref = at("main", 1, 1)
    with pytest.raises(Conflict) as refused:
        services.change(second_round, commands.Correct(ref, other(second_round), choice=AGAIN), by=alice)
    assert refused.value.code == "tables_have_started"


def test_who_leaves_after_the_pairing_is_taken_out_with_the_fewest_changes(alice: UUID, second_round: UUID) -> None:
    tables = len(state_of(second_round).stages["main"].rounds[1].tables)
    begun, gone = seats(second_round, 2, 1), seats(second_round, 2, tables)[0]
    services.change(second_round, commands.Withdraw(gone), by=alice)
    before = state_of(second_round)
    assert [one.seats for one in corrections.at_odds(before, "main")] == [seats(second_round, 2, tables)]
    services.change(second_round, commands.Repair(Tables("main", REPAIR)), by=alice)
    one = state_of(second_round).stages["main"].rounds[1]
    seated = [no for table in one.tables.values() for no in table.pairing.seats]
    assert gone not in seated
    assert one.tables[1].pairing.seats == begun
    assert len(seated) == len(set(seated))
    assert sorted([*seated, *one.byes]) == sorted(before.entries)
    kept = [no for no, table in one.tables.items() if table.pairing.seats == seats_before(before, no)]
    assert len(kept) == tables - 1
    services.change(second_round, commands.Undo(), by=alice)
    assert digest(state_of(second_round)) == digest(before)


def seats_before(state: object, table: int) -> tuple[EntrantNo, ...]:
    return state.stages["main"].rounds[1].tables[table].pairing.seats  # type: ignore[attr-defined,no-any-return]
