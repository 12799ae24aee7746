"""Tables of a bracket that are kept after a correction are played, and count, as they were published."""

from __future__ import annotations

from uuid import UUID

import pytest

from tests.matches.factories import person
from tournaments import commands, corrections, services
from tournaments.corrections import Tables
from tournaments.decisions import results
from tournaments.formats.contract import EntrantNo, Result
from tournaments.stages import stage_of, standings
from tournaments.state import State

from .factories import at, entered, opened, play_round, stage, state_of, wins

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def knock_out(alice: UUID, how_many: int, form: str, **settings: object) -> UUID:
    tournament = opened(alice, stage(form=form, settings=settings))
    entered(tournament, alice, how_many)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    return tournament


def seats(state: State, round_no: int, table: int) -> tuple[EntrantNo, ...]:
    return state.stages["main"].rounds[round_no - 1].tables[table].pairing.seats


def correct(tournament: UUID, alice: UUID, choice: str) -> None:
    """The first table of the first round was won by the other one."""
    services.change(tournament, commands.Correct(at("main", 1, 1), wins(1), choice=choice), by=alice)


def test_a_final_that_is_kept_is_not_published_a_second_time_and_decides(alice: UUID) -> None:
    tournament = knock_out(alice, 4, "single_elimination", third_place=True)
    play_round(tournament, alice)
    finals = {no: table.pairing for no, table in state_of(tournament).stages["main"].rounds[1].tables.items()}
    correct(tournament, alice, corrections.KEEP)
    play_round(tournament, alice)
    state = state_of(tournament)
    assert {no: table.pairing.seats for no, table in state.stages["main"].rounds[1].tables.items()} == {
        no: pairing.seats for no, pairing in finals.items()
    }
    first = next(pairing for pairing in finals.values() if pairing.slot == "F").seats[0]
    assert standings(stage_of(state, "main"))[0].entrant == first


def test_nobody_is_in_two_places_after_a_table_is_kept(alice: UUID) -> None:
    """In double elimination: the loser's own table is not published yet when the winner's is kept."""
    tournament = knock_out(alice, 8, "double_elimination")
    for number in (1, 2):
        services.change(tournament, commands.EnterResult(at("main", 1, number), wins(0)), by=alice)
    stayed, left = seats(state_of(tournament), 1, 1)
    before = {table.pairing.seats for table in state_of(tournament).stages["main"].rounds[1].tables.values()}
    assert any(stayed in one for one in before)
    correct(tournament, alice, corrections.KEEP)
    for _ in range(8):
        last = len(state_of(tournament).stages["main"].rounds)
        for number in range(1, last + 1):
            for table in list(state_of(tournament).stages["main"].rounds[number - 1].tables.values()):
                if not table.is_done:
                    ref = at("main", number, table.no)
                    services.change(tournament, commands.EnterResult(ref, wins(0)), by=alice)
    state = state_of(tournament)
    lost: dict[EntrantNo, int] = {}
    for table in state.stages["main"].tables():
        if table.pairing.round > 1:
            lost[table.pairing.seats[1]] = lost.get(table.pairing.seats[1], 0) + 1
    assert lost.get(left, 0) <= 1, "they went to the lower half, where one loss is the last"
    assert len(standings(stage_of(state, "main"))) == 8
    slots = [table.pairing.slot for table in state.stages["main"].tables()]
    assert len(slots) == len(set(slots))


def test_what_was_kept_can_still_be_repaired(alice: UUID) -> None:
    tournament = knock_out(alice, 4, "single_elimination")
    play_round(tournament, alice)
    other = seats(state_of(tournament), 1, 1)[1]
    correct(tournament, alice, corrections.KEEP)
    assert corrections.at_odds(state_of(tournament), "main")
    services.change(tournament, commands.Repair(Tables("main", corrections.REPAIR)), by=alice)
    assert other in seats(state_of(tournament), 2, 1)
    assert corrections.at_odds(state_of(tournament), "main") == ()


def test_a_correction_that_decides_a_drawn_table_brings_the_next_one(alice: UUID) -> None:
    """Nobody enters a draw there; the clock does, where nobody rules on an objection."""
    tournament = knock_out(alice, 4, "single_elimination")
    services.by_itself(
        tournament_id=tournament,
        actor=services.CLOCK,
        decide=lambda state: results.enter(state, at("main", 1, 1), Result((1, 1)), source="default"),
        stage="main",
    )
    services.change(tournament, commands.EnterResult(at("main", 1, 2), wins(0)), by=alice)
    assert len(state_of(tournament).stages["main"].rounds) == 1
    correct(tournament, alice, corrections.KEEP)
    assert seats(state_of(tournament), 1, 1)[1] in seats(state_of(tournament), 2, 1)
