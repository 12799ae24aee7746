"""What is refused changes nothing; who comes late, leaves or returns is where they belong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from tests.matches.factories import person
from tournaments import commands, plans, presets, running, services, undoing
from tournaments.corrections import Tables
from tournaments.decisions.field import Newcomer
from tournaments.decisions.rounds import propose
from tournaments.formats.contract import BadPlan, Bye, EntrantNo, Plan, Result, Scoring
from tournaments.leagues.rules import MAX_DIVISIONS
from tournaments.settings import MAX_STAGES, Settings, Source
from tournaments.stages import digest
from tournaments.state import Role, Status
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, StaleVersion

from .factories import AT_A_TABLE, at, entered, opened, play_round, stage, state_of, wins

pytestmark = pytest.mark.django_db
FIRST = at("main", 1, 1)


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def paired(alice: UUID, how_many: int, *stages: Any, settings: Settings = AT_A_TABLE) -> UUID:
    tournament = opened(alice, *stages, settings=settings)
    entered(tournament, alice, how_many)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    return tournament


# --- what is over -----------------------------------------------------------------------------------------

LATER: list[Callable[[UUID, UUID], object]] = [
    lambda tournament, by: services.change(
        tournament, commands.Pair("main", proposal=propose(running_again(tournament), "main", at=timezone.now())), by=by
    ),
    lambda tournament, by: services.change(tournament, commands.Substitute(1, bot="random"), by=by),
    lambda tournament, by: services.change(tournament, commands.ChangeEntrant(no=1, rating=2000), by=by),
    lambda tournament, by: services.change(tournament, commands.Seed((4, 3, 2, 1)), by=by),
    lambda tournament, by: services.change(
        tournament, commands.GrantBye(no=1, stage="main", round_no=2, bye=Bye.HALF), by=by
    ),
    lambda tournament, by: services.change(tournament, commands.StartTimer("main", 1, 5), by=by),
    lambda tournament, by: services.change(tournament, commands.Correct(FIRST, None), by=by),
    lambda tournament, by: services.change(tournament, commands.Repair(Tables("main", "repair")), by=by),
]


def running_again(tournament: UUID) -> Any:
    return replace(state_of(tournament), status=Status.RUNNING)


@pytest.mark.parametrize("end", [commands.Close(), commands.Cancel()])
def test_a_tournament_that_is_over_goes_no_further(alice: UUID, end: commands.Command) -> None:
    tournament = paired(alice, 4, stage(form="dutch", rounds=3))
    play_round(tournament, alice)
    services.change(tournament, end, by=alice)
    before = digest(state_of(tournament))
    for attempt in LATER:
        with pytest.raises(Conflict) as refused:
            attempt(tournament, alice)
        assert refused.value.code == "tournament_closed"
        assert digest(state_of(tournament)) == before


def test_a_stage_that_was_closed_early_leads_to_the_next(alice: UUID) -> None:
    final = stage("final", source=Source("main", best=2))
    tournament = paired(alice, 4, stage(form="dutch", rounds=3), final)
    play_round(tournament, alice)
    services.change(tournament, commands.CloseStage("main"), by=alice)
    services.change(tournament, commands.StartStage("final"), by=alice)
    assert len(state_of(tournament).stages["final"].entrants) == 2


@pytest.mark.parametrize("choice", ["repair", "again"])
def test_tables_of_a_closed_bracket_do_not_go(alice: UUID, choice: str) -> None:
    """They would never come again: nothing is published in a closed stage."""
    tournament = paired(alice, 4, stage())
    play_round(tournament, alice)
    play_round(tournament, alice)
    services.change(tournament, commands.CloseStage("main"), by=alice)
    with pytest.raises(Conflict) as refused:
        services.change(tournament, commands.Correct(FIRST, wins(1), choice=choice), by=alice)
    assert refused.value.code == "stage_is_closed"
    services.change(tournament, commands.Correct(FIRST, Result((1, 2), (3, 1))), by=alice)


def test_a_round_of_a_closed_stage_is_not_taken_back(alice: UUID) -> None:
    tournament = paired(alice, 2, stage())
    services.change(tournament, commands.TakeBackRound("main", 1), by=alice)
    services.change(tournament, commands.CloseStage("main"), by=alice)
    with pytest.raises(Conflict):
        services.change(tournament, commands.Pair("main"), by=alice)


def test_a_table_of_another_size_than_planned_is_not_published(alice: UUID) -> None:
    tournament = opened(alice, stage(form="pods", seats=4, least=4, rounds=3))
    entered(tournament, alice, 8)
    services.change(tournament, commands.StartStage("main"), by=alice)
    made = propose(state_of(tournament), "main", at=timezone.now())
    one, other = made.pairings
    crooked = (replace(one, seats=one.seats[:3]), replace(other, seats=other.seats[:3]))
    byes = {one.seats[3]: Bye.FULL, other.seats[3]: Bye.FULL}
    with pytest.raises(BadRequest) as refused:
        services.change(
            tournament, commands.Pair("main", proposal=replace(made, pairings=crooked, byes=byes)), by=alice
        )
    assert refused.value.code == "bad_number_of_seats"


# --- who comes and goes -----------------------------------------------------------------------------------


def test_who_checks_in_after_the_start_plays_from_the_next_round(alice: UUID) -> None:
    tournament = opened(
        alice, stage(form="dutch", rounds=3), settings=Settings(online=False, check_in=True, late_entry=True)
    )
    entered(tournament, alice, 5)
    services.change(tournament, commands.CheckIn((1, 2, 3, 4)), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    services.change(tournament, commands.CheckIn((5,)), by=alice)
    play_round(tournament, alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    one = state_of(tournament).stages["main"].rounds[1]
    present = {no for table in one.tables.values() for no in table.pairing.seats} | one.byes.keys()
    assert present == {1, 2, 3, 4, 5}


def test_who_returns_joins_a_stage_that_began_without_them(alice: UUID) -> None:
    first, second = stage("main", "dutch", rounds=1), stage("second", "dutch", rounds=2)
    tournament = paired(alice, 4, first, second)
    services.change(tournament, commands.Withdraw(4), by=alice)
    services.change(tournament, commands.StartStage("second"), by=alice)
    assert 4 not in state_of(tournament).stages["second"].entrants
    services.change(tournament, commands.BringBack(4), by=alice)
    assert 4 in state_of(tournament).stages["second"].entrants


def test_a_player_is_in_a_tournament_once(alice: UUID) -> None:
    """A withdrawn player who plays on as a substitute does not come back as themselves too."""
    tournament = paired(alice, 4, stage(form="dutch", rounds=3))
    play_round(tournament, alice)
    one = state_of(tournament).entries[1].player  # type: ignore[index]
    services.change(tournament, commands.Withdraw(1), by=alice)
    services.change(tournament, commands.Substitute(2, player=one), by=alice)
    with pytest.raises(Conflict) as refused:
        services.change(tournament, commands.BringBack(1), by=alice)
    assert refused.value.code == "already_entered"
    with pytest.raises(Conflict):
        services.change(tournament, commands.Enter((Newcomer(one),)), by=alice)


def test_a_substitute_exists(alice: UUID) -> None:
    tournament = paired(alice, 4, stage(form="dutch", rounds=3))
    with pytest.raises(NotFound):
        services.change(tournament, commands.Substitute(1, player=uuid4()), by=alice)
    with pytest.raises(Exception, match="nobody-knows-it"):
        services.change(tournament, commands.Substitute(1, bot="nobody-knows-it"), by=alice)


def test_nobody_enters_a_division_whose_knock_out_has_begun(alice: UUID) -> None:
    a = stage("main", "single_elimination", Source(division="a"))
    b = stage("b", "dutch", Source(division="b"), rounds=3)
    tournament = opened(alice, a, b)
    crowd = [Newcomer(person(f"{name} {number}"), division=name) for name in ("a", "b") for number in range(2)]
    services.change(tournament, commands.Enter(tuple(crowd)), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Enter((Newcomer(person("Late"), division="b"),)), by=alice)
    with pytest.raises(Conflict) as refused:
        services.change(tournament, commands.Enter((Newcomer(person("Too late"), division="a"),)), by=alice)
    assert refused.value.code == "no_late_entry"


@pytest.mark.parametrize("newcomer", [{"title": "Jan Kowalski"}, {"division": "a\0"}, {"division": "d" * 21}])
def test_there_is_no_room_for_a_name_in_an_entry(alice: UUID, newcomer: dict[str, str]) -> None:
    tournament = opened(alice)
    with pytest.raises(BadRequest):
        services.change(tournament, commands.Enter((Newcomer(person("Bob"), **newcomer),)), by=alice)  # type: ignore[arg-type]


def test_a_player_chooses_among_the_divisions_that_are_planned(alice: UUID) -> None:
    tournament = opened(alice, stage(source=Source(division="a")))
    services.change(tournament, commands.EnterOneself(division="a"), by=person("Bob"))
    with pytest.raises(BadRequest):
        services.change(tournament, commands.EnterOneself(division="Eve was here"), by=person("Carol"))


@pytest.mark.parametrize("key", ["", "k" * 41, "a/b", "ą", "a b"])
def test_a_stage_has_a_key_that_fits_every_table_and_address(alice: UUID, key: str) -> None:
    with pytest.raises(BadRequest) as refused:
        opened(alice, stage(key))
    assert refused.value.data["field"] == "key"


def test_who_comes_late_is_seated_by_the_smallest_repair(alice: UUID) -> None:
    tournament = paired(alice, 5, stage(form="dutch", rounds=3))
    (alone,) = state_of(tournament).stages["main"].rounds[0].byes
    services.change(tournament, commands.Enter((Newcomer(person("Late")),)), by=alice)
    assert state_of(tournament).stages["main"].rounds[0].byes[EntrantNo(6)] is Bye.ZERO
    services.change(tournament, commands.Repair(Tables("main", "repair")), by=alice)
    one = state_of(tournament).stages["main"].rounds[0]
    assert {alone, 6} in [set(table.pairing.seats) for table in one.tables.values()]
    assert one.byes == {}


# --- who may ----------------------------------------------------------------------------------------------


@pytest.fixture
def bob(alice: UUID) -> UUID:
    return person("Bob")


def test_an_arbiter_does_not_take_back_what_the_owner_alone_does(alice: UUID, bob: UUID) -> None:
    tournament = opened(alice)
    services.change(tournament, commands.GrantRole(bob, Role.ARBITER), by=alice)
    services.change(tournament, commands.Cancel(), by=alice)
    for _ in range(2):
        with pytest.raises(NotAllowed):
            services.change(tournament, commands.Undo(), by=bob)
        services.change(tournament, commands.Undo(), by=alice)
        services.change(tournament, commands.GrantRole(bob, Role.SCORER), by=alice)
        services.change(tournament, commands.GrantRole(bob, Role.ARBITER), by=alice)


def test_of_two_who_take_back_the_same_change_one_is_refused(alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = opened(alice)
    entered(tournament, alice, 3)
    decide = undoing.latest

    def somebody_is_faster(*args: Any) -> Any:
        monkeypatch.setattr(undoing, "latest", decide)
        services.change(tournament, commands.Undo(), by=alice)
        return decide(*args)

    services.change(tournament, commands.Seed((3, 2, 1)), by=alice)
    monkeypatch.setattr(undoing, "latest", somebody_is_faster)
    with pytest.raises(StaleVersion):
        services.change(tournament, commands.Undo(), by=alice)
    assert len(state_of(tournament).entries) == 3


def test_a_scorer_leaves_a_game_that_is_played_here_to_its_players(alice: UUID, bob: UUID) -> None:
    tournament = paired(alice, 2, stage(), settings=Settings())
    services.change(tournament, commands.GrantRole(bob, Role.SCORER), by=alice)
    running.call_tables(tournament)
    with pytest.raises(Conflict) as refused:
        services.change(tournament, commands.EnterResult(FIRST, wins(0)), by=bob)
    assert refused.value.code == "played_here"
    services.change(tournament, commands.EnterResult(FIRST, wins(0)), by=alice)


# --- plans ------------------------------------------------------------------------------------------------


def test_a_plan_comes_back_from_an_event_as_it_was() -> None:
    plan = Plan("dutch", scoring=Scoring({2: (6, 0)}, draw=2), tie_breaks=("BH",), rounds=5)
    plain = plans.plain(plan)
    assert json.loads(json.dumps(plain)) == plain
    assert plans.read(plain) == plan
    assert (
        plans.read({"format": "dutch", "rounds": 5, "scoring": {"by_place": {"2": [6, 0]}, "draw": 2}}).scoring.draw
        == 2
    )


def test_a_plan_for_an_uncommon_field_is_not_refused_before_the_field_is_known() -> None:
    """Twelve groups need 24 players, more than the first sizes that are tried."""
    plans.check(Plan("groups", settings={"groups": 12}))
    with pytest.raises(BadPlan) as refused:
        plans.check(Plan("dutch", rounds=5, settings={"nonsense": 1}))
    assert refused.value.field != "entrants"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", ["knockout", "double_knockout"])
def test_a_ready_knock_out_takes_short_tables_of_one_less(preset: str, seats: int) -> None:
    (only,) = presets.PRESETS[preset](presets.Wish(seats=seats))
    assert plans.read(only.plan).least == max(2, seats - 1)
    plans.check_stages([only])


def test_a_tournament_has_a_bounded_number_of_stages(alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    stages = [stage(f"s{number}") for number in range(MAX_STAGES + 1)]
    plans.check_stages(stages[:-1])
    monkeypatch.setattr(plans, "read", lambda plan: pytest.fail("looked at before they were counted"))
    with pytest.raises(BadRequest) as refused:
        opened(alice, *stages)
    assert (refused.value.code, refused.value.data["field"]) == ("too_many_stages", "stages")
    assert refused.value.data["most"] == MAX_STAGES


def test_the_longest_season_of_a_league_is_not_too_long() -> None:
    assert MAX_DIVISIONS + MAX_DIVISIONS + (MAX_DIVISIONS - 1) <= MAX_STAGES, "divisions, finals, play-offs"
