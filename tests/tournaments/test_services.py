from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from ledger import projections, store
from tests.matches.factories import person
from tournaments import queries, services
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
    services.start_stage(tournament_id=tournament, by=alice, stage="main")
    services.pair(tournament_id=tournament, by=alice, stage="main")
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
    services.close(tournament_id=running, by=alice)
    assert state_of(running).status is Status.CLOSED
    ranks = [row.rank for row in standings(stage_of(state, "main"))]
    assert ranks == [1, 2, 3, 3]


def test_the_next_table_of_a_bracket_comes_with_the_result_that_makes_it_possible(alice: UUID, running: UUID) -> None:
    services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 1), result=wins(0))
    assert len(state_of(running).stages["main"].rounds) == 1
    changed = services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 2), result=wins(1))
    assert len(state_of(running).stages["main"].rounds) == 2
    assert [type(one).__name__ for one in changed.events] == ["ResultStood", "TablesPaired", "ConsentNoted"]


def test_closing_twice_does_nothing_the_second_time(alice: UUID, running: UUID) -> None:
    play_round(running, alice)
    play_round(running, alice)
    services.close(tournament_id=running, by=alice)
    version = store.version(running)
    assert services.close(tournament_id=running, by=alice).events == ()
    assert store.version(running) == version


def test_a_tournament_with_open_tables_is_not_closed(alice: UUID, running: UUID) -> None:
    with pytest.raises(Conflict) as refused:
        services.close(tournament_id=running, by=alice)
    assert refused.value.code == "tables_without_result"
    assert refused.value.data["tables"] == [1, 2]


def test_a_result_stands_when_both_have_reported_it(running: UUID) -> None:
    for seat in (0, 1):
        player = player_at(running, 1, 1, seat)
        services.report(tournament_id=running, player=player, ref=at("main", 1, 1), result=wins(1))
    table = state_of(running).stages["main"].table(1, 1)
    assert table is not None
    assert (table.is_done, table.source, table.pairing.result) == (True, "agreed", wins(1))


def test_reports_that_differ_stop_that_table_alone(alice: UUID, running: UUID) -> None:
    for seat in (0, 1):
        player = player_at(running, 1, 1, seat)
        services.report(tournament_id=running, player=player, ref=at("main", 1, 1), result=wins(seat))
    services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 2), result=wins(0))
    stage_now = state_of(running).stages["main"]
    progress = [table.progress for table in stage_now.rounds[0].tables.values()]
    assert progress == [Progress.DISPUTED, Progress.DONE]
    services.object_to(
        tournament_id=running, player=player_at(running, 1, 1, 0), ref=at("main", 1, 1), text="I had three Titles."
    )
    services.rule(tournament_id=running, by=alice, ref=at("main", 1, 1), result=wins(0), reason="Counted again.")
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
        services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 1), result=result)
    assert refused.value.code == code
    assert store.version(running) == version


def test_a_result_for_a_table_that_was_not_paired_is_refused(alice: UUID, running: UUID) -> None:
    with pytest.raises(NotFound) as refused:
        services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 9), result=wins(0))
    assert refused.value.code == "table_not_paired"


def test_of_two_arbiters_who_enter_different_results_the_second_is_shown_what_stands(
    alice: UUID, running: UUID
) -> None:
    services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 1), result=wins(0))
    with pytest.raises(Conflict) as refused:
        services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 1), result=wins(1))
    assert (refused.value.code, refused.value.data["places"]) == ("result_stands", [1, 2])


def test_an_old_version_is_refused(alice: UUID, running: UUID) -> None:
    with pytest.raises(StaleVersion):
        services.close_stage(tournament_id=running, by=alice, stage="main", expected_version=2)


def test_the_same_decision_counts_once(alice: UUID) -> None:
    tournament, decision = opened(alice), uuid4()
    newcomer = [Newcomer(person("Bob"))]
    first = services.enter(tournament_id=tournament, by=alice, newcomers=newcomer, decision_id=decision)
    again = services.enter(tournament_id=tournament, by=alice, newcomers=newcomer, decision_id=decision)
    assert (again.version, again.repeated) == (first.version, True)
    assert len(state_of(tournament).entries) == 1


def test_a_doubled_name_is_refused(alice: UUID) -> None:
    tournament, bob = opened(alice), person("Bob")
    services.enter_oneself(tournament_id=tournament, player=bob)
    with pytest.raises(Conflict) as refused:
        services.enter(tournament_id=tournament, by=alice, newcomers=[Newcomer(person("Dora")), Newcomer(bob)])
    assert refused.value.code == "already_entered"
    assert len(state_of(tournament).entries) == 1


def test_an_entry_after_the_deadline_is_refused(alice: UUID) -> None:
    past = (datetime.now(UTC) - timedelta(hours=1)).isoformat(timespec="seconds")
    tournament = opened(alice, settings=Settings(online=False, entries_close=past))
    with pytest.raises(Conflict) as refused:
        services.enter_oneself(tournament_id=tournament, player=person("Bob"))
    assert refused.value.code == "entries_closed"
    services.enter(tournament_id=tournament, by=alice, newcomers=[Newcomer(person("Bob"))])


OUTSIDERS: dict[str, Callable[[UUID, UUID], object]] = {
    "enter a result": lambda t, by: services.enter_result(tournament_id=t, by=by, ref=at("main", 1, 1), result=wins(0)),
    "report": lambda t, by: services.report(tournament_id=t, player=by, ref=at("main", 1, 1), result=wins(0)),
    "pair": lambda t, by: services.pair(tournament_id=t, by=by, stage="main"),
    "withdraw": lambda t, by: services.withdraw(tournament_id=t, by=by, no=1),
    "check in": lambda t, by: services.check_in(tournament_id=t, by=by, numbers=[1]),
    "grant a role": lambda t, by: services.grant_role(tournament_id=t, by=by, player=by, role=Role.OWNER),
    "undo": lambda t, by: services.undo(tournament_id=t, by=by),
    "close": lambda t, by: services.close(tournament_id=t, by=by),
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
        services.grant_role(tournament_id=running, by=alice, player=alice, role=None)
    assert refused.value.code == "last_owner"


def test_what_was_undone_leaves_the_state_as_it_was_before(alice: UUID, running: UUID) -> None:
    services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 1), result=wins(0))
    before = digest(state_of(running))
    services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 2), result=wins(0))
    assert digest(state_of(running)) != before
    services.undo(tournament_id=running, by=alice, reason="Wrong table.")
    assert digest(state_of(running)) == before
    services.undo(tournament_id=running, by=alice)
    assert not any(table.is_done for table in state_of(running).stages["main"].tables())
    services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 1), result=wins(0))
    assert digest_of_results(running) == {1: wins(0), 2: None}


def digest_of_results(tournament: UUID) -> dict[int, Result | None]:
    return {no: table.pairing.result for no, table in state_of(tournament).stages["main"].rounds[0].tables.items()}


def test_the_beginning_cannot_be_undone(alice: UUID) -> None:
    with pytest.raises(Conflict) as refused:
        services.undo(tournament_id=opened(alice), by=alice)
    assert refused.value.code == "cannot_be_undone"


def test_a_plan_that_cannot_be_played_is_refused_by_its_field(alice: UUID) -> None:
    with pytest.raises(BadRequest) as refused:
        opened(alice, stage(settings={"third_plaice": True}))
    assert "third_plaice" in str(refused.value)


def test_rebuilt_read_models_are_equal(alice: UUID, running: UUID) -> None:
    services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 1), result=wins(0))
    services.undo(tournament_id=running, by=alice)
    services.enter_result(tournament_id=running, by=alice, ref=at("main", 1, 2), result=wins(0))
    services.withdraw(tournament_id=running, by=alice, no=3)
    assert projections.rebuild(projections.named("tournaments"), compare=True).differences == []


def test_the_log_says_who_when_and_why(alice: UUID, running: UUID) -> None:
    services.rule(tournament_id=running, by=alice, ref=at("main", 1, 1), result=wins(0), reason="Nobody else came.")
    services.add_note(tournament_id=running, by=alice, text="Bob was loud.")
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
    services.withdraw(tournament_id=tournament, by=alice, no=2, reason="Entered twice.")
    (latest, *_) = queries.change_log(tournament_id=tournament, player=alice)
    assert list(latest.said.values()) == ["Entered twice."]


def test_who_has_left_neither_reports_nor_is_waited_for(alice: UUID) -> None:
    tournament = opened(alice)
    people = entered(tournament, alice, 2)
    services.start_stage(tournament_id=tournament, by=alice, stage="main")
    services.pair(tournament_id=tournament, by=alice, stage="main")
    seats = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats
    gone, stays = seats
    services.withdraw(tournament_id=tournament, by=alice, no=gone)
    ref, result = at("main", 1, 1), Result((2, 1), (), frozenset({0}))
    with pytest.raises(Conflict, match="already_withdrawn"):
        services.report(tournament_id=tournament, player=people[gone - 1], ref=ref, result=wins(0))
    services.report(tournament_id=tournament, player=people[stays - 1], ref=ref, result=result)
    assert state_of(tournament).stages["main"].rounds[0].tables[1].source == "agreed"


def test_of_a_list_of_names_who_has_an_account_plays_by_it_and_the_others_are_new(alice: UUID) -> None:
    bob = person("Bob")
    made = opened(alice)
    services.enter_names(tournament_id=made, by=alice, newcomers=[("Bob", Newcomer(bob)), ("Celia", Newcomer())])
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
    services.check_in(tournament_id=made, by=alice, numbers=[1, 2, 3, 4, 5] if seen_at_first else [2, 3, 4, 5])
    services.start_stage(tournament_id=made, by=alice, stage="main")
    if seen_at_first:
        services.check_in(tournament_id=made, by=alice, numbers=[1], here=False)
    services.pair(tournament_id=made, by=alice, stage="main")
    tables = state_of(made).stages["main"].rounds[0].tables.values()
    assert {table.pairing.seats for table in tables} == {(2, 4), (5, 3)}
