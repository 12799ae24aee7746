"""Leagues over several seasons."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4, uuid5

import pytest

from ledger import projections, store
from players.merging import commands as merging_commands
from players.merging import services as merging
from players.merging.events import BOTH
from players.models import Player
from tests.matches.factories import GAME, person
from tests.tournaments.factories import at, state_of, wins
from tournaments import commands, plans
from tournaments import services as tournaments
from tournaments.formats.contract import Plan
from tournaments.leagues import commands as league_commands
from tournaments.leagues import moving, queries, seasons, services
from tournaments.leagues.events import KINDS, Members
from tournaments.models import League, LeagueMember, Remark, Tournament
from tournaments.state import Role, Status
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from .made import begun, league, numbers, of, play, rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def moves(made: UUID, people: list[UUID], season: int = 1) -> dict[int, str]:
    found = of(made).seasons[season - 1].closing
    assert found is not None
    return {people.index(move.player) + 1: move.code for move in found.moves}


def divisions(made: UUID, people: list[UUID]) -> list[list[int]]:
    last = of(made).last
    assert last is not None
    assert last.closing is not None
    return numbers(people, last.closing.divisions)


# --- seasons ----------------------------------------------------------------------------------------------


def test_a_season_is_a_tournament_with_a_stage_for_each_division(alice: UUID) -> None:
    made, people = league(alice)
    season = state_of(begun(made, alice))
    assert season.league == made
    assert [stage.key for stage in season.stages.values()] == ["division-1", "division-2"]
    assert [[season.entries[no].player for no in stage.entrants] for stage in season.stages.values()] == [
        people[:4],
        people[4:],
    ]
    assert [len(stage.rounds) for stage in season.stages.values()] == [3, 3]
    assert season.title == "City league · 1"


def test_the_first_and_the_last_change_places(alice: UUID) -> None:
    made, people = league(alice)
    play(begun(made, alice), alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert divisions(made, people) == [[1, 2, 3, 5], [4, 6, 7, 8]]
    assert moves(made, people) | {1: "", 2: "", 3: "", 6: "", 7: "", 8: ""} == {
        **dict.fromkeys((1, 2, 3, 6, 7, 8), ""),
        4: "relegated",
        5: "promoted",
    }


def test_the_next_season_begins_with_these_divisions_and_those_who_waited(alice: UUID) -> None:
    made, people = league(alice)
    play(begun(made, alice), alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    people.append(person("Player 9"))
    services.change(made, league_commands.Join(), by=people[8])
    season = state_of(begun(made, alice))
    stages = [[season.entries[no].player for no in stage.entrants] for stage in season.stages.values()]
    assert numbers(people, stages) == [[1, 2, 3, 5], [4, 6, 7, 8, 9]]  # type: ignore[arg-type]
    assert of(made).waiting == ()


def test_divisions_of_uneven_size_and_tables_of_three_and_four(alice: UUID) -> None:
    pods = plans.plain(Plan("round_robin", 4, 3, 3))
    made, people = league(alice, rules(4, 9, plan=pods), members=11)
    tournament = begun(made, alice)
    seats = [{len(table.pairing.seats) for table in stage.tables()} for stage in state_of(tournament).stages.values()]
    assert seats[0] == {4}
    assert seats[1] <= {3, 4}
    play(tournament, alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert divisions(made, people)[0] == [1, 2, 3, 5]
    assert len(divisions(made, people)[1]) == 7


def test_a_last_division_that_is_too_small_joins_the_one_above(alice: UUID) -> None:
    made, people = league(alice, rules(4, 4, 4), members=9)
    assert numbers(people, moving.next_divisions(of(made))) == [[1, 2, 3, 4], [5, 6, 7, 8, 9]]


def test_a_division_that_most_have_left_takes_the_first_of_the_next(alice: UUID) -> None:
    made, people = league(alice)
    play(begun(made, alice), alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    for gone in (0, 1, 2):
        services.change(made, league_commands.Leave(player=people[gone]), by=alice)
    assert numbers(people, moving.next_divisions(of(made))) == [[5, 4], [6, 7, 8]]


def test_a_division_of_an_impossible_size_is_refused_before_anything_is_opened(alice: UUID) -> None:
    made, _ = league(alice, rules(5, plan=plans.plain(Plan("pods", 4, 3, 2))), members=5)
    with pytest.raises(Conflict):
        services.change(made, league_commands.OpenSeason(), by=alice)
    assert not Tournament.objects.exists()


def test_closing_a_season_does_nothing_the_second_time(alice: UUID) -> None:
    made, people = league(alice)
    play(begun(made, alice), alice, people)
    first = services.change(made, league_commands.CloseSeason(), by=alice)
    again = services.change(made, league_commands.CloseSeason(), by=alice)
    assert len(first.events) == 1
    assert again.events == ()
    assert again.version == first.version == store.version(made)
    assert state_of(of(made).seasons[0].tournament).status is Status.CLOSED


def test_a_season_that_was_closed_as_a_tournament_is_closed_as_a_season(alice: UUID) -> None:
    """A crash between the two streams leaves this behind."""
    made, people = league(alice)
    tournament = begun(made, alice)
    play(tournament, alice, people)
    tournaments.change(tournament, commands.Close(), by=alice)
    assert len(services.change(made, league_commands.CloseSeason(), by=alice).events) == 1


def test_a_season_whose_tournament_was_opened_already_takes_its_roster(alice: UUID) -> None:
    """So does one whose tournament was opened just before a crash."""
    made, people = league(alice)
    state = of(made)
    events = seasons.first_events(state, None)
    tournament = uuid5(made, "season 1")
    tournaments.open_with(owner=alice, events=events, tournament_id=tournament)
    services.change(made, league_commands.Leave(player=people[7]), by=people[7])
    services.change(made, league_commands.OpenSeason(), by=alice)
    running = of(made).running
    assert running is not None
    assert running.tournament == tournament
    assert len(running.places) == 8
    assert len(state_of(tournament).entries) == 8


def test_a_season_with_open_tables_is_not_closed(alice: UUID) -> None:
    made, _ = league(alice)
    begun(made, alice)
    with pytest.raises(Conflict, match="season_not_over"):
        services.change(made, league_commands.CloseSeason(), by=alice)
    assert of(made).running is not None


def test_one_season_at_a_time(alice: UUID) -> None:
    made, _ = league(alice)
    begun(made, alice)
    with pytest.raises(Conflict, match="season_runs"):
        services.change(made, league_commands.OpenSeason(), by=alice)


def test_a_decision_delivered_twice_opens_one_season(alice: UUID) -> None:
    made, _ = league(alice)
    decision = uuid4()
    first = services.change(made, league_commands.OpenSeason(), by=alice, decision_id=decision)
    again = services.change(made, league_commands.OpenSeason(), by=alice, decision_id=decision)
    assert (again.version, again.repeated) == (first.version, True)
    assert len(of(made).seasons) == 1


def test_nobody_begins_a_season_alone(alice: UUID) -> None:
    made, _ = league(alice, members=1)
    with pytest.raises(Conflict, match="too_few_members"):
        services.change(made, league_commands.OpenSeason(), by=alice)


# --- people come and go -----------------------------------------------------------------------------------


def test_who_leaves_takes_a_place_that_goes_down(alice: UUID) -> None:
    made, people = league(alice)
    play(begun(made, alice), alice, people)
    services.change(made, league_commands.Leave(player=people[1]), by=people[1])
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert divisions(made, people) == [[1, 3, 4, 5], [6, 7, 8]]
    assert moves(made, people)[2] == "withdrew"


def test_who_withdraws_from_a_running_season_leaves_the_league(alice: UUID) -> None:
    made, people = league(alice)
    tournament = begun(made, alice)
    tournaments.change(tournament, commands.Withdraw(6), by=alice)
    play(tournament, alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert moves(made, people)[6] == "withdrew"
    assert all(6 not in members for members in divisions(made, people))


def test_a_substitute_plays_and_the_member_keeps_the_place(alice: UUID) -> None:
    made, people = league(alice)
    tournament = begun(made, alice)
    stand_in = person("Dora")
    tournaments.change(tournament, commands.Substitute(5, player=stand_in), by=alice)
    play(tournament, alice, [*people[:4], stand_in, *people[5:]])
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert moves(made, people)[5] == "promoted"


def test_who_left_after_the_end_is_missing_in_the_next_season(alice: UUID) -> None:
    made, people = league(alice)
    play(begun(made, alice), alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    services.change(made, league_commands.Leave(player=people[0]), by=alice)
    assert numbers(people, moving.next_divisions(of(made))) == [[2, 3, 5], [4, 6, 7, 8]]
    services.change(made, league_commands.Join(), by=people[0])
    assert numbers(people, moving.next_divisions(of(made))) == [[1, 2, 3, 5], [4, 6, 7, 8]]


def test_joining_twice_is_joining_once(alice: UUID) -> None:
    made, people = league(alice)
    services.change(made, league_commands.Join(), by=people[0])
    version = of(made).version
    services.change(made, league_commands.Join(), by=people[0])
    assert of(made).version == version


def test_whom_an_officer_has_entered_confirms_it_by_joining(alice: UUID) -> None:
    made, people = league(alice)
    assert not of(made).own
    services.change(made, league_commands.Join(), by=people[0])
    assert of(made).own == {people[0]}
    assert len(of(made).waiting) == 8
    services.change(made, league_commands.Leave(player=people[0]), by=people[0])
    services.change(made, league_commands.Enter((people[0],)), by=alice)
    assert not of(made).own, "an officer's entry is not the player's yes"


# --- the rule ---------------------------------------------------------------------------------------------


def test_a_rule_that_changes_holds_from_the_next_season_on(alice: UUID) -> None:
    made, people = league(alice)
    tournament = begun(made, alice)
    services.change(
        made,
        league_commands.ChangeLeague(
            title="City league", rules=rules(4, 4, up=2, down=2), listed=True, open_entry=True
        ),
        by=alice,
    )
    play(tournament, alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert divisions(made, people) == [[1, 2, 3, 5], [4, 6, 7, 8]]
    play(begun(made, alice), alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert divisions(made, people) == [[1, 2, 4, 6], [3, 5, 7, 8]]


def test_a_play_off_decides_a_place(alice: UUID) -> None:
    made, people = league(alice, rules(4, 4, up=0, down=0, playoff=1))
    play(begun(made, alice), alice, people)
    wrongs: list[dict[int, Members]] = [{}, {0: ()}, {0: (people[0],)}]
    for wrong in wrongs:
        with pytest.raises(Conflict, match="winners_do_not_fit"):
            services.change(made, league_commands.CloseSeason(playoffs=wrong), by=alice)
    assert state_of(of(made).seasons[0].tournament).status is Status.RUNNING
    services.change(made, league_commands.CloseSeason(playoffs={0: (people[4],)}), by=alice)
    assert moves(made, people)[4] == "relegated_by_playoff"
    assert moves(made, people)[5] == "promoted_by_playoff"


# --- corrections after the end ----------------------------------------------------------------------------


def test_a_correction_after_the_end_moves_nobody_until_the_owner_says_so(alice: UUID) -> None:
    made, people = league(alice)
    tournament = begun(made, alice)
    play(tournament, alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    state = state_of(tournament)
    ref, seat = next(
        (at("division-1", one.no, table.no), table.pairing.seats.index(4))
        for one in state.stages["division-1"].rounds
        for table in one.tables.values()
        if set(table.pairing.seats) == {3, 4}
    )
    tournaments.change(tournament, commands.Correct(ref, wins(seat), reason="misread"), by=alice)
    assert divisions(made, people) == [[1, 2, 3, 5], [4, 6, 7, 8]]
    season = of(made).seasons[0]
    assert seasons.closing_now(season) != season.closing
    changed = services.change(made, league_commands.CorrectSeason(season=1, reason="table 2 was misread"), by=alice)
    assert len(changed.events) == 1
    assert divisions(made, people) == [[1, 2, 4, 5], [3, 6, 7, 8]]
    assert of(made).seasons[0].corrected
    assert Remark.objects.filter(tournament=made, text="table 2 was misread").exists()
    assert services.change(made, league_commands.CorrectSeason(season=1), by=alice).events == ()


def test_a_season_that_is_not_closed_cannot_be_corrected(alice: UUID) -> None:
    made, _ = league(alice)
    begun(made, alice)
    with pytest.raises(Conflict, match="season_not_closed"):
        services.change(made, league_commands.CorrectSeason(season=1), by=alice)
    with pytest.raises(NotFound, match="unknown_season"):
        services.change(made, league_commands.CorrectSeason(season=2), by=alice)


# --- who may what -----------------------------------------------------------------------------------------


def test_outsiders_change_nothing(alice: UUID) -> None:
    made, people = league(alice)
    charlie = person("Charlie")
    all_of_them: tuple[Callable[[], object], ...] = (
        lambda: services.change(made, league_commands.OpenSeason(), by=charlie),
        lambda: services.change(made, league_commands.BeginSeason(), by=charlie),
        lambda: services.change(made, league_commands.CloseSeason(), by=charlie),
        lambda: services.change(made, league_commands.CorrectSeason(season=1), by=charlie),
        lambda: services.change(made, league_commands.Enter((charlie,)), by=charlie),
        lambda: services.change(made, league_commands.Leave(player=people[0]), by=charlie),
        lambda: services.change(made, league_commands.GrantRole(player=charlie, role=Role.OWNER), by=charlie),
        lambda: services.change(
            made, league_commands.ChangeLeague(title="x", rules=rules(), listed=True, open_entry=True), by=charlie
        ),
    )
    for refused in all_of_them:
        with pytest.raises(NotAllowed, match="needs_league_role"):
            refused()


def test_arbiters_run_seasons_and_their_tournaments(alice: UUID) -> None:
    made, people = league(alice)
    dora = person("Dora")
    services.change(made, league_commands.GrantRole(player=dora, role=Role.ARBITER), by=alice)
    play(begun(made, dora), dora, people)
    services.change(made, league_commands.CloseSeason(), by=dora)
    with pytest.raises(NotAllowed):
        services.change(made, league_commands.CorrectSeason(season=1), by=dora)
    services.change(made, league_commands.GrantRole(player=dora, role=None), by=alice)
    with pytest.raises(NotAllowed):
        services.change(made, league_commands.OpenSeason(), by=dora)
    with pytest.raises(Conflict, match="last_owner"):
        services.change(made, league_commands.GrantRole(player=alice, role=None), by=alice)


def test_unknown_leagues_people_and_rules(alice: UUID) -> None:
    with pytest.raises(NotFound, match="unknown_league"):
        services.change(uuid4(), league_commands.Join(), by=alice)
    made, _ = league(alice)
    with pytest.raises(NotFound, match="unknown_player"):
        services.change(made, league_commands.Enter((uuid4(),)), by=alice)
    with pytest.raises(NotFound, match="not_in_league"):
        services.change(made, league_commands.Leave(player=person("Charlie")), by=alice)
    for wrong in (rules(1), rules(4, up=-1), rules(4, window_minutes=-1), rules(4, window_default="never")):
        with pytest.raises((BadRequest, Conflict)):
            services.open_league(owner=alice, command=league_commands.OpenLeague(title="x", game=GAME, rules=wrong))
    with pytest.raises(Conflict, match="unknown_format"):
        services.open_league(
            owner=alice,
            command=league_commands.OpenLeague(title="x", game=GAME, rules=rules(4, plan={"format": "chaos"})),
        )


# --- the record -------------------------------------------------------------------------------------------


def test_no_name_is_in_the_stream(alice: UUID) -> None:
    made, people = league(alice)
    play(begun(made, alice), alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert "Player 1" not in str([event.payload for event in store.read(made)])
    assert {event.kind for event in store.read(made)} <= KINDS.names


def test_the_read_model_is_rebuilt_the_same(alice: UUID) -> None:
    made, people = league(alice)
    play(begun(made, alice), alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    services.change(made, league_commands.Leave(player=people[0]), by=alice)
    assert League.objects.get().members == 8
    assert LeagueMember.objects.count() == 9
    assert projections.rebuild(projections.named("leagues"), compare=True).differences == []


# --- two profiles of one person ---------------------------------------------------------------------------------


def test_whose_profile_went_into_another_is_in_the_league_as_the_living_one(alice: UUID) -> None:
    made, people = league(alice, rules(4), members=4)
    bob, living = people[1], Player.objects.create_user("bob", name="Bob").id
    services.change(made, league_commands.GrantRole(player=bob, role=Role.ARBITER), by=alice)
    merging.merge(merging_commands.Merge(living, bob, BOTH), by=living)
    asked = queries.league(league_id=made, player=living)
    assert (asked.is_in, asked.role, asked.name(bob)) == (True, Role.ARBITER, "Bob")
    assert [line.id for line in queries.leagues(player=living, mine=True)] == [made]
    services.change(made, league_commands.Join(), by=living)
    assert len(of(made).waiting) == 4, "they are in already, and confirm it"
    season = {entry.player for entry in state_of(begun(made, living)).entries.values()}
    assert (living in season, bob in season) == (True, False)
    services.change(made, league_commands.Leave(player=living), by=living)
    assert not queries.league(league_id=made, player=living).is_in
    assert projections.rebuild(projections.named("leagues"), compare=True).differences == []
