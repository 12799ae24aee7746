"""Play-offs at the border of two divisions: a stage of the season, whose result decides when the season is closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from tests.matches.factories import person
from tests.tournaments.desk.conftest import client_of
from tests.tournaments.factories import at, foreseen, state_of, wins
from tests.tournaments.test_api import Caller
from tournaments import commands, corrections, plans, qualification
from tournaments import services as tournaments
from tournaments.corrections import AGAIN, KEEP, REPAIR, Later, Tables
from tournaments.decisions import results
from tournaments.events import TournamentEvent
from tournaments.formats.contract import EntrantNo, Plan, Result
from tournaments.leagues import commands as league_commands
from tournaments.leagues import seasons, services, ways
from tournaments.leagues.rules import Division, Rules, border_plan, border_window, check
from tournaments.pages import about
from tournaments.stages import digest
from tournaments.state import TableRef
from web.errors import BadRequest, Conflict, NotAllowed

from .made import DUELS, begun, league, numbers, of, play, rules

pytestmark = pytest.mark.django_db
BORDER = "division-1-border"
FIVES = plans.plain(Plan("round_robin", 5, 5))


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def over(alice: UUID) -> tuple[UUID, list[UUID], UUID]:
    """Both divisions are over: the fourth of the upper one and the first of the lower one (number 5) play off."""
    made, people = league(alice, rules(4, 4, up=0, down=0, playoff=1))
    tournament = begun(made, alice)
    play(tournament, alice, people)
    return made, people, tournament


def divisions(made: UUID, people: list[UUID]) -> list[list[int]]:
    closing = of(made).seasons[0].closing
    assert closing is not None
    return numbers(people, closing.divisions)


def test_it_is_played_in_the_season_and_decides_without_being_typed(
    alice: UUID, over: tuple[UUID, list[UUID], UUID]
) -> None:
    made, people, tournament = over
    page = client_of(alice).get(f"/leagues/{made}/").content.decode()
    assert "Two divisions have finished: their play-off can start." in page
    services.change(made, league_commands.BeginSeason(), by=alice)
    assert state_of(tournament).stages[BORDER].entrants == (4, 5)
    assert about.divisions(state_of(tournament)) == ["division-1", "division-2"]
    page = client_of(alice).get(f"/leagues/{made}/").content.decode()
    assert "Play-off between divisions 1 and 2" in page
    assert "can start" not in page
    with pytest.raises(Conflict, match="season_not_over"):
        services.change(made, league_commands.CloseSeason(), by=alice)
    play(tournament, alice, [*people[:3], people[4], people[3], *people[5:]])  # number 5 wins
    page = client_of(alice).get(f"/leagues/{made}/").content.decode()
    assert "In “Division A” next season, after the play-off: Player 5." in page
    assert "Who won the play-off" not in page
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert divisions(made, people) == [[1, 2, 3, 5], [4, 6, 7, 8]]


def test_its_correction_corrects_the_moves(alice: UUID, over: tuple[UUID, list[UUID], UUID]) -> None:
    made, people, tournament = over
    services.change(made, league_commands.BeginSeason(), by=alice)
    play(tournament, alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert divisions(made, people) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    seats = state_of(tournament).stages[BORDER].rounds[0].tables[1].pairing.seats
    tournaments.change(tournament, commands.Correct(at(BORDER, 1, 1), wins(seats.index(5))), by=alice)
    services.change(made, league_commands.CorrectSeason(season=1, reason="misread"), by=alice)
    assert divisions(made, people) == [[1, 2, 3, 5], [4, 6, 7, 8]]


def test_beginning_twice_begins_once_and_officers_alone_begin(alice: UUID, over: tuple[UUID, list[UUID], UUID]) -> None:
    made, _people, tournament = over
    with pytest.raises(NotAllowed):
        services.change(made, league_commands.BeginSeason(), by=person("Charlie"))
    assert BORDER not in state_of(tournament).stages
    services.change(made, league_commands.BeginSeason(), by=alice)
    version = state_of(tournament).version
    services.change(made, league_commands.BeginSeason(), by=alice)
    assert state_of(tournament).version == version


def test_where_others_would_have_played_it_an_officer_says_who_won_or_takes_it_back(
    alice: UUID, over: tuple[UUID, list[UUID], UUID]
) -> None:
    made, people, tournament = over
    services.change(made, league_commands.BeginSeason(), by=alice)
    tournaments.change(tournament, commands.Withdraw(5), by=alice)  # a walkover; number 6 would play now
    tournaments.change(tournament, commands.TakeBackStage(BORDER), by=alice)
    assert BORDER not in [plan.key for plan in state_of(tournament).planned]
    services.change(made, league_commands.BeginSeason(), by=alice)
    assert state_of(tournament).stages[BORDER].entrants == (4, 6)
    play(tournament, alice, people)
    tournaments.change(tournament, commands.Withdraw(6), by=alice)
    with pytest.raises(Conflict, match="winners_do_not_fit"):
        services.change(made, league_commands.CloseSeason(), by=alice)
    services.change(made, league_commands.CloseSeason(playoffs={0: (people[3],)}), by=alice)
    assert divisions(made, people) == [[1, 2, 3, 4], [7, 8]]


# --- corrections after it was paired ------------------------------------------------------------------------


@pytest.fixture
def paired(alice: UUID, over: tuple[UUID, list[UUID], UUID]) -> UUID:
    made, _people, tournament = over
    services.change(made, league_commands.BeginSeason(), by=alice)
    return tournament


def turned(tournament: UUID) -> tuple[TableRef, Result]:
    """The table of the third and the fourth of the upper division, and that the fourth won it after all."""
    stage = state_of(tournament).stages["division-1"]
    (table,) = (one for one in stage.tables() if set(one.pairing.seats) == {3, 4})
    return at("division-1", table.pairing.round, table.no), wins(table.pairing.seats.index(EntrantNo(4)))


def looked_at(tournament: UUID, change: Sequence[TournamentEvent], key: str = "division-1") -> Later:
    later = corrections.preview(state_of(tournament), change, key, timezone.now()).later
    assert later is not None
    return later


def of_correction(tournament: UUID) -> Later:
    return looked_at(tournament, results.correct(state_of(tournament), *turned(tournament)))


def test_a_correction_says_who_would_play_it_instead_and_what_can_become_of_its_tables(
    alice: UUID, paired: UUID
) -> None:
    before = digest(state_of(paired))
    later = of_correction(paired)
    assert [(one.key, one.out, one.into, one.border) for one in later.stages] == [(BORDER, (4,), (3,), True)]
    keep, repair, again = later.choices
    assert all(choice.is_open for choice in later.choices)
    assert (keep.changed, keep.removed) == ((), ())
    for one in (repair, again):
        assert [set(pairing.seats) for pairing in (*one.removed, *one.changed)] == [{4, 5}, {3, 5}]
    assert digest(state_of(paired)) == before
    ref, result = turned(paired)
    address = f"/tournaments/{paired}/desk/correct/division-1/{ref.round}/{ref.table}/"
    page = client_of(alice).post(address, {f"place_{seat}": no for seat, no in enumerate(result.places)})
    shown = page.content.decode()
    for said in (
        "Other players would be in the play-off between the divisions",
        "Smallest repair",
        "<del>Player 4</del>",
    ):
        assert said in shown


def test_the_api_tells_it_too(alice: UUID, paired: UUID) -> None:
    ref, result = turned(paired)
    body = {"places": list(result.places)}
    path = f"tournaments/{paired}/tables/division-1/{ref.round}/{ref.table}/correction/preview/"
    (told,) = Caller(alice).post(path, body)["later"]["stages"]
    assert told == {"stage": BORDER, "out": [4], "into": [3], "reordered": False, "border": True}


@pytest.mark.parametrize("later", [KEEP, REPAIR, AGAIN])
def test_it_is_as_chosen_and_undo_gives_back_the_identical_state(alice: UUID, paired: UUID, later: str) -> None:
    before, seed = digest(state_of(paired)), state_of(paired).stages[BORDER].seed
    ref, result = turned(paired)
    tournaments.change(paired, commands.Correct(ref, result, later=later), by=alice)
    border = state_of(paired).stages[BORDER]
    assert set(border.entrants) == ({4, 5} if later == KEEP else {3, 5})
    assert [set(table.pairing.seats) for table in border.tables()] == [set(border.entrants)]
    assert border.seed == seed
    tournaments.change(paired, commands.Undo(), by=alice)
    assert digest(state_of(paired)) == before


def test_what_has_started_is_never_changed(alice: UUID, paired: UUID) -> None:
    tournaments.change(paired, commands.StartTable(at(BORDER, 1, 1)), by=alice)
    keep, *others = of_correction(paired).choices
    assert keep.is_open
    assert [one.refused and one.refused.code for one in others] == ["tables_have_started"] * 2


def test_a_final_that_was_played_by_others_stays_and_the_play_off_after_it_is_put_right(alice: UUID) -> None:
    """The final of the lower division puts its two finalists first; the third plays off, until a correction."""
    agreed = rules(4, 4, up=2, down=2, playoff=1)
    upper, lower = agreed.divisions
    final = plans.plain(Plan("single_elimination"))
    made, people = league(alice, replace(agreed, divisions=(upper, replace(lower, best=2, final=final))))
    tournament = begun(made, alice)
    for _ in range(2):
        play(tournament, alice, people)
        services.change(made, league_commands.BeginSeason(), by=alice)
    assert state_of(tournament).stages[BORDER].entrants == (2, 7)
    change = foreseen(tournament, commands.Penalise(6, "division-2", 6), alice)
    later = looked_at(tournament, change, "division-2")
    assert [(one.key, one.out, one.into) for one in later.stages] == [("division-2-final", (6,), (7,))]
    change = foreseen(tournament, commands.Penalise(7, "division-2", 6), alice)
    both = [*change, *foreseen(tournament, commands.Penalise(6, "division-2", 5), alice)]
    later = looked_at(tournament, both, "division-2")
    assert {one.key: (one.out, one.into) for one in later.stages} == {
        "division-2-final": ((6,), (8,)),
        BORDER: ((7,), (8,)),
    }
    _keep, *others = later.choices
    for choice in others:
        assert (choice.is_open, choice.kept) == (True, ("division-2-final",))
        assert [set(pairing.seats) for pairing in choice.changed] == [{2, 8}]


def test_who_leaves_either_division_or_is_penalised_moves_the_border(alice: UUID, paired: UUID) -> None:
    def told(command: commands.TablesCommand, key: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        change = foreseen(paired, command, alice)
        return [(one.out, one.into) for one in looked_at(paired, change, key).stages]

    assert told(commands.Withdraw(5), "division-1") == [((5,), (6,))]
    assert told(commands.Withdraw(4), BORDER) == [((4,), (3,))]
    assert told(commands.Penalise(5, "division-2", 10), "division-2") == [((5,), (6,))]
    tournaments.change(
        paired, commands.Withdraw(5, tables=Tables("division-2", later=REPAIR), reason="moved away"), by=alice
    )
    (table,) = state_of(paired).stages[BORDER].tables()
    assert (set(table.pairing.seats), table.is_done, bool(table.until)) == ({4, 6}, False, True)


def test_a_change_that_moves_nobody_there_says_nothing_and_who_has_left_before_is_no_matter_of_it(
    alice: UUID, paired: UUID
) -> None:
    state = state_of(paired)
    change = foreseen(paired, commands.Withdraw(8), alice)
    assert corrections.preview(state, change, "division-2", timezone.now()).later is None
    tournaments.change(paired, commands.Withdraw(5), by=alice)
    (one,) = of_correction(paired).stages
    assert (one.out, one.into) == ((4,), (3,))


def test_the_place_of_who_left_may_be_given_to_the_next_one_afterwards(alice: UUID, paired: UUID) -> None:
    tournaments.change(paired, commands.Withdraw(5), by=alice)
    league_id = state_of(paired).league
    for who, told in ((alice, True), (person("Charlie"), False)):
        page = client_of(who).get(f"/leagues/{league_id}/").content.decode()
        assert ("it would now be played by: Player 4, Player 6." in page) == told
    assert qualification.could_follow(state_of(paired), state_of(paired).stages[BORDER]) == [6]
    tournaments.change(paired, commands.Exchange(BORDER, 5, 6), by=alice)
    assert "would play it now" not in client_of(alice).get(f"/leagues/{league_id}/").content.decode()
    assert state_of(paired).stages[BORDER].entrants == (4, 6)


def test_after_the_end_the_owner_says_who_wins_where_others_would_have_had_to_play(
    alice: UUID, over: tuple[UUID, list[UUID], UUID]
) -> None:
    made, people, tournament = over
    services.change(made, league_commands.BeginSeason(), by=alice)
    play(tournament, alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    refused = [one.refused and one.refused.code for one in of_correction(tournament).choices]
    assert refused == [None, "tournament_closed", "tournament_closed"]
    ref, result = turned(tournament)
    tournaments.change(tournament, commands.Correct(ref, result), by=alice)
    assert [one.people for one in seasons.undecided(of(made).seasons[0])] == [(people[2], people[4])]
    page = client_of(alice).get(f"/leagues/{made}/").content.decode()
    assert "other players should have been in the play-off" in page
    with pytest.raises(Conflict, match="winners_do_not_fit"):
        services.change(made, league_commands.CorrectSeason(season=1), by=alice)
    address, chosen = f"/leagues/{made}/correct/", {"season": 1, "won-0": str(people[4]), "reason": "misread"}
    assert client_of(alice).post(address, chosen).status_code == 302
    assert divisions(made, people) == [[1, 2, 4, 5], [3, 6, 7, 8]]
    assert seasons.undecided(of(made).seasons[0]) == []


# --- how it is played ---------------------------------------------------------------------------------------


def agreed(way: str, playoff: int, **more: Any) -> Rules:
    return rules(6, 6, up=0, down=0, playoff=playoff, border=ways.Border(way, **more).plan())


def test_a_knock_out_is_over_once_as_many_are_left_as_there_are_places(alice: UUID) -> None:
    """The last defender meets the first challenger, the other two each other; the winners are in the upper division."""
    made, people = league(alice, agreed("knockout", 2, games=3), 12)
    tournament = begun(made, alice)
    play(tournament, alice, people)
    services.change(
        made, league_commands.ChangeLeague(title="x", rules=agreed("duels", 2), listed=True, open_entry=True), by=alice
    )
    services.change(made, league_commands.BeginSeason(), by=alice)  # as was agreed when the season began
    border = state_of(tournament).stages[BORDER]
    assert (border.plan.plan["format"], border.plan.plan["settings"]["length"]) == ("single_elimination", 3)
    assert {frozenset(table.pairing.seats) for table in border.tables()} == {frozenset({5, 8}), frozenset({6, 7})}
    assert all(table.until for table in border.tables())
    play(tournament, alice, people)
    page = client_of(alice).get(f"/tournaments/{tournament}/?stage={BORDER}").content.decode()
    assert "Best of 3 games" in page
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert divisions(made, people) == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]


def test_it_is_played_as_agreed_or_where_fewer_are_left_as_suits_them() -> None:
    for way, playoff, seats in (
        ("knockout", 1, 2),
        ("knockout", 3, 2),
        ("pods", 2, 4),
        ("threes", 2, 3),
        ("duels", 2, 2),
    ):
        one = agreed(way, playoff)
        check(one)
        assert plans.read(border_plan(one, 0, 2 * playoff)).seats == seats
        assert ways.border_of(one.border).way == way
    assert plans.read(border_plan(agreed("knockout", 3), 0, 6)).settings["third_place"]
    assert plans.read(border_plan(agreed("pods", 2), 0, 2)).format == "round_robin"
    assert ways.border_of(DUELS).way == ways.KEPT


def test_what_cannot_be_played_by_so_many_is_refused_where_it_is_agreed(alice: UUID) -> None:
    for wrong in (agreed("pods", 1), rules(playoff=1, border={"format": "chaos"}), rules(playoff=1, border=FIVES)):
        with pytest.raises((BadRequest, Conflict)):
            league(alice, wrong)


@pytest.mark.parametrize(
    ("plan", "players", "seats"),
    [
        (DUELS, 2, 2),
        (DUELS, 4, 2),
        (plans.plain(Plan("round_robin", 4, 2)), 4, 4),
        (plans.plain(Plan("round_robin", 4, 3)), 2, 2),
        (plans.plain(Plan("round_robin", 4, 3)), 6, 4),
    ],
)
def test_as_many_as_fit_sit_at_one_table_and_others_meet_in_turn(plan: Any, players: int, seats: int) -> None:
    found = plans.read(border_plan(Rules((Division("A", 8, plan),)), 0, players))
    plans.check(found, players)
    assert found.seats == seats


# --- the time to play in --------------------------------------------------------------------------------------


def test_a_division_has_its_own_time_and_the_border_the_longer_one(alice: UUID) -> None:
    agreed = rules(4, 4, 4, up=0, down=0, playoff=1)
    upper, middle, lower = agreed.divisions
    agreed = replace(agreed, divisions=(replace(upper, window_minutes=60), replace(middle, window_minutes=0), lower))
    assert [border_window(agreed, at) for at in (0, 1)] == [60, agreed.window_minutes]
    made, people = league(alice, agreed, 12)
    tournament = begun(made, alice)
    rounds = {key: stage.rounds for key, stage in state_of(tournament).stages.items()}
    assert [len(rounds[f"division-{no}"]) for no in (1, 2, 3)] == [3, 1, 3]
    first, second = (datetime.fromisoformat(one.window) for one in rounds["division-1"][:2])
    assert second - first == timedelta(minutes=60)
    assert rounds["division-2"][0].window == ""
    later = datetime.fromisoformat(rounds["division-3"][0].window)
    assert timedelta(days=6) < later - timezone.now() <= timedelta(days=7)
    play(tournament, alice, people)
    for _ in range(2):
        tournaments.change(tournament, commands.Pair("division-2"), by=alice)
        play(tournament, alice, people)
    services.change(made, league_commands.BeginSeason(), by=alice)
    border = state_of(tournament).stages[BORDER]
    assert border.plan.window_minutes == 60
    assert all(table.until for table in border.tables())
    page = client_of(alice).get(f"/leagues/{made}/").content.decode()
    assert "Division A: each round may be played any time within its 1 days." in page
    assert "Division B: rounds are paired and called one after the other." in page
