from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from ledger import projections, store
from tests.matches.factories import person
from tournaments import commands, queries, services
from tournaments.decisions.field import Newcomer
from tournaments.decisions.results import default
from tournaments.events import KINDS
from tournaments.evolve import fold
from tournaments.formats.contract import EntrantNo, Pairing, Result, RoundNo
from tournaments.models import Remark
from tournaments.settings import Settings
from tournaments.stages import digest, stage_of, standings
from tournaments.state import Progress, Role, Status, Table
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, StaleVersion

from .factories import at, entered, opened, play_round, stage, state_of, wins

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def running(alice: UUID) -> UUID:
    """A knock-out of four whose first round is published."""
    tournament = opened(alice)
    entered(tournament, alice, 4)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    return tournament


def player_at(tournament: UUID, round_no: int, table: int, seat: int) -> UUID:
    state = state_of(tournament)
    found = state.stages["main"].table(round_no, table)
    assert found is not None
    player = state.entries[found.pairing.seats[seat]].player
    assert player is not None
    return player


def test_a_tournament_goes_from_entry_to_closing(alice: UUID, running: UUID) -> None:
    play_round(running, alice)
    play_round(running, alice)
    state = state_of(running)
    assert [len(one.tables) for one in state.stages["main"].rounds] == [2, 1]
    services.change(running, commands.Close(), by=alice)
    assert state_of(running).status is Status.CLOSED
    ranks = [row.rank for row in standings(stage_of(state, "main"))]
    assert ranks == [1, 2, 3, 3]


def test_the_next_table_of_a_bracket_comes_with_the_result_that_makes_it_possible(alice: UUID, running: UUID) -> None:
    services.change(running, commands.EnterResult(at("main", 1, 1), wins(0)), by=alice)
    assert len(state_of(running).stages["main"].rounds) == 1
    changed = services.change(running, commands.EnterResult(at("main", 1, 2), wins(1)), by=alice)
    assert len(state_of(running).stages["main"].rounds) == 2
    assert [type(one).__name__ for one in changed.events] == ["ResultStood", "TablesPaired", "ConsentNoted"]


def test_closing_twice_does_nothing_the_second_time(alice: UUID, running: UUID) -> None:
    play_round(running, alice)
    play_round(running, alice)
    services.change(running, commands.Close(), by=alice)
    version = store.version(running)
    assert services.change(running, commands.Close(), by=alice).events == ()
    assert store.version(running) == version


def test_a_tournament_with_open_tables_is_not_closed(alice: UUID, running: UUID) -> None:
    with pytest.raises(Conflict) as refused:
        services.change(running, commands.Close(), by=alice)
    assert refused.value.code == "tables_without_result"
    assert refused.value.data["tables"] == [1, 2]


def test_a_result_stands_when_both_have_reported_it(running: UUID) -> None:
    for seat in (0, 1):
        player = player_at(running, 1, 1, seat)
        services.change(running, commands.Report(at("main", 1, 1), wins(1)), by=player)
    table = state_of(running).stages["main"].table(1, 1)
    assert table is not None
    assert (table.is_done, table.source, table.pairing.result) == (True, "agreed", wins(1))


def test_reports_that_differ_stop_that_table_alone(alice: UUID, running: UUID) -> None:
    for seat in (0, 1):
        player = player_at(running, 1, 1, seat)
        services.change(running, commands.Report(at("main", 1, 1), wins(seat)), by=player)
    services.change(running, commands.EnterResult(at("main", 1, 2), wins(0)), by=alice)
    stage_now = state_of(running).stages["main"]
    progress = [table.progress for table in stage_now.rounds[0].tables.values()]
    assert progress == [Progress.DISPUTED, Progress.DONE]
    services.change(running, commands.ObjectTo(at("main", 1, 1), "I had three Titles."), by=player_at(running, 1, 1, 0))
    services.change(running, commands.Rule(at("main", 1, 1), wins(0), reason="Counted again."), by=alice)
    assert state_of(running).stages["main"].rounds[0].tables[1].source == "arbiter"
    assert set(Remark.objects.values_list("text", flat=True)) == {"I had three Titles.", "Counted again."}


def test_an_undecided_dispute_ends_with_what_most_reported_or_a_tie() -> None:
    four = Pairing(RoundNo(1), 1, tuple(EntrantNo(no) for no in (1, 2, 3, 4)))
    first, second = Result((1, 2, 3, 4)), Result((2, 1, 3, 4))
    assert default(Table(four, reports={0: first, 1: second, 2: first, 3: first})) == first
    assert default(Table(four, reports={0: first, 1: second})) == Result((1, 1, 1, 1))


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (Result((1, 1, 2)), "wrong_number_of_places"),
        (Result((1,)), "wrong_number_of_places"),
        (Result((2, 2)), "impossible_places"),
        (Result((1, 3)), "impossible_places"),
        (Result((0, 1)), "impossible_places"),
        (Result((1, 2), (3,)), "wrong_number_of_scores"),
        (Result((1, 2), (), frozenset({2})), "unknown_seat"),
    ],
)
def test_places_that_cannot_be_are_refused(alice: UUID, running: UUID, result: Result, code: str) -> None:
    version = store.version(running)
    with pytest.raises(BadRequest) as refused:
        services.change(running, commands.EnterResult(at("main", 1, 1), result), by=alice)
    assert refused.value.code == code
    assert store.version(running) == version


def test_a_result_for_a_table_that_was_not_paired_is_refused(alice: UUID, running: UUID) -> None:
    with pytest.raises(NotFound) as refused:
        services.change(running, commands.EnterResult(at("main", 1, 9), wins(0)), by=alice)
    assert refused.value.code == "table_not_paired"


def test_of_two_arbiters_who_enter_different_results_the_second_is_shown_what_stands(
    alice: UUID, running: UUID
) -> None:
    services.change(running, commands.EnterResult(at("main", 1, 1), wins(0)), by=alice)
    with pytest.raises(Conflict) as refused:
        services.change(running, commands.EnterResult(at("main", 1, 1), wins(1)), by=alice)
    assert (refused.value.code, refused.value.data["places"]) == ("result_stands", [1, 2])


def test_an_old_version_is_refused(alice: UUID, running: UUID) -> None:
    with pytest.raises(StaleVersion):
        services.change(running, commands.CloseStage("main"), by=alice, expected_version=2)


def test_the_same_decision_counts_once(alice: UUID) -> None:
    tournament, decision = opened(alice), uuid4()
    newcomer = [Newcomer(person("Bob"))]
    first = services.change(tournament, commands.Enter(tuple(newcomer)), by=alice, decision_id=decision)
    again = services.change(tournament, commands.Enter(tuple(newcomer)), by=alice, decision_id=decision)
    assert (again.version, again.repeated) == (first.version, True)
    assert len(state_of(tournament).entries) == 1


def test_a_doubled_name_is_refused(alice: UUID) -> None:
    tournament, bob = opened(alice), person("Bob")
    services.change(tournament, commands.EnterOneself(), by=bob)
    with pytest.raises(Conflict) as refused:
        services.change(tournament, commands.Enter((Newcomer(person("Dora")), Newcomer(bob))), by=alice)
    assert refused.value.code == "already_entered"
    assert len(state_of(tournament).entries) == 1


def test_an_entry_after_the_deadline_is_refused(alice: UUID) -> None:
    past = (datetime.now(UTC) - timedelta(hours=1)).isoformat(timespec="seconds")
    tournament = opened(alice, settings=Settings(online=False, entries_close=past))
    with pytest.raises(Conflict) as refused:
        services.change(tournament, commands.EnterOneself(), by=person("Bob"))
    assert refused.value.code == "entries_closed"
    services.change(tournament, commands.Enter((Newcomer(person("Bob")),)), by=alice)


OUTSIDERS: dict[str, Callable[[UUID, UUID], object]] = {
    "enter a result": lambda t, by: services.change(t, commands.EnterResult(at("main", 1, 1), wins(0)), by=by),
    "report": lambda t, by: services.change(t, commands.Report(at("main", 1, 1), wins(0)), by=by),
    "pair": lambda t, by: services.change(t, commands.Pair("main"), by=by),
    "withdraw": lambda t, by: services.change(t, commands.Withdraw(1), by=by),
    "check in": lambda t, by: services.change(t, commands.CheckIn((1,)), by=by),
    "grant a role": lambda t, by: services.change(t, commands.GrantRole(by, Role.OWNER), by=by),
    "undo": lambda t, by: services.change(t, commands.Undo(), by=by),
    "close": lambda t, by: services.change(t, commands.Close(), by=by),
}


@pytest.mark.parametrize("attempt", OUTSIDERS.values(), ids=OUTSIDERS)
def test_an_outsider_changes_nothing(running: UUID, attempt: Callable[[UUID, UUID], object]) -> None:
    charlie = person("Charlie")
    version = store.version(running)
    with pytest.raises(NotAllowed):
        attempt(running, charlie)
    assert store.version(running) == version


def test_the_last_owner_stays(alice: UUID, running: UUID) -> None:
    with pytest.raises(Conflict) as refused:
        services.change(running, commands.GrantRole(alice, None), by=alice)
    assert refused.value.code == "last_owner"


def test_what_was_undone_leaves_the_state_as_it_was_before(alice: UUID, running: UUID) -> None:
    services.change(running, commands.EnterResult(at("main", 1, 1), wins(0)), by=alice)
    before = digest(state_of(running))
    services.change(running, commands.EnterResult(at("main", 1, 2), wins(0)), by=alice)
    assert digest(state_of(running)) != before
    services.change(running, commands.Undo(reason="Wrong table."), by=alice)
    assert digest(state_of(running)) == before
    services.change(running, commands.Undo(), by=alice)
    assert not any(table.is_done for table in state_of(running).stages["main"].tables())
    services.change(running, commands.EnterResult(at("main", 1, 1), wins(0)), by=alice)
    assert digest_of_results(running) == {1: wins(0), 2: None}


def digest_of_results(tournament: UUID) -> dict[int, Result | None]:
    return {no: table.pairing.result for no, table in state_of(tournament).stages["main"].rounds[0].tables.items()}


def test_the_beginning_cannot_be_undone(alice: UUID) -> None:
    with pytest.raises(Conflict) as refused:
        services.change(opened(alice), commands.Undo(), by=alice)
    assert refused.value.code == "cannot_be_undone"


def test_a_plan_that_cannot_be_played_is_refused_by_its_field(alice: UUID) -> None:
    with pytest.raises(BadRequest) as refused:
        opened(alice, stage(settings={"third_plaice": True}))
    assert "third_plaice" in str(refused.value)


def test_rebuilt_read_models_are_equal(alice: UUID, running: UUID) -> None:
    services.change(running, commands.EnterResult(at("main", 1, 1), wins(0)), by=alice)
    services.change(running, commands.Undo(), by=alice)
    services.change(running, commands.EnterResult(at("main", 1, 2), wins(0)), by=alice)
    services.change(running, commands.Withdraw(3), by=alice)
    assert projections.rebuild(projections.named("tournaments"), compare=True).differences == []


def test_the_log_says_who_when_and_why(alice: UUID, running: UUID) -> None:
    services.change(running, commands.Rule(at("main", 1, 1), wins(0), reason="Nobody else came."), by=alice)
    services.change(running, commands.AddNote("Bob was loud."), by=alice)
    log = queries.change_log(tournament_id=running, player=person("Charlie"))
    assert [(change.by, list(change.said.values())) for change in log[:2]] == [
        (alice, []),
        (alice, ["Nobody else came."]),
    ]
    assert list(queries.change_log(tournament_id=running, player=alice)[0].said.values()) == ["Bob was loud."]
    assert [KINDS.encoded(change.events)[0].kind for change in log][-1] == "tournament_opened"


def test_a_past_moment_is_shown_as_it_was(alice: UUID, running: UUID) -> None:
    version = store.version(running)
    play_round(running, alice)
    then = queries.as_it_stood(tournament_id=running, player=None, version=version)
    assert not any(table.is_done for table in then.state.stages["main"].tables())
    assert then.state == fold(running, store.read(running, upto=version))


def test_why_an_entry_was_struck_off_stands_in_the_log(alice: UUID) -> None:
    tournament = opened(alice)
    entered(tournament, alice, 2)
    services.change(tournament, commands.Withdraw(2, reason="Entered twice."), by=alice)
    (latest, *_) = queries.change_log(tournament_id=tournament, player=alice)
    assert list(latest.said.values()) == ["Entered twice."]


def test_who_has_left_neither_reports_nor_is_waited_for(alice: UUID) -> None:
    tournament = opened(alice)
    people = entered(tournament, alice, 2)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    seats = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats
    gone, stays = seats
    services.change(tournament, commands.Withdraw(gone), by=alice)
    ref, result = at("main", 1, 1), Result((2, 1), (), frozenset({0}))
    with pytest.raises(Conflict, match="already_withdrawn"):
        services.change(tournament, commands.Report(ref, wins(0)), by=people[gone - 1])
    services.change(tournament, commands.Report(ref, result), by=people[stays - 1])
    assert state_of(tournament).stages["main"].rounds[0].tables[1].source == "agreed"


def test_of_a_list_of_names_who_has_an_account_plays_by_it_and_the_others_are_new(alice: UUID) -> None:
    bob = person("Bob")
    made = opened(alice)
    services.change(made, commands.Enter(commands.named([("Bob", Newcomer(bob)), ("Celia", Newcomer())])), by=alice)
    first, second = state_of(made).entries.values()
    assert first.player == bob
    assert second.player not in (None, bob)


@pytest.mark.parametrize("seen_at_first", [False, True])
def test_who_was_not_checked_in_has_no_pairing_number_in_round_one(seen_at_first: bool) -> None:
    """FIDE C.04.2, 2.4: without 1 it is 2 that is the first and has the initial colour, and 3 the second."""
    alice = person("Alice")
    plan = stage(form="dutch", rounds=3, settings={"initial_colour": "white"})
    made = opened(alice, plan, settings=Settings(online=False, check_in=True))
    entered(made, alice, 5)
    services.change(made, commands.CheckIn(tuple([1, 2, 3, 4, 5] if seen_at_first else [2, 3, 4, 5])), by=alice)
    services.change(made, commands.StartStage("main"), by=alice)
    if seen_at_first:
        services.change(made, commands.CheckIn((1,), here=False), by=alice)
    services.change(made, commands.Pair("main"), by=alice)
    tables = state_of(made).stages["main"].rounds[0].tables.values()
    assert {table.pairing.seats for table in tables} == {(2, 4), (5, 3)}
