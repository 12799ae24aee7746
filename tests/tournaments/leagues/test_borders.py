"""Play-offs at the border of two divisions: a stage of the season, whose result decides when the season is closed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from matches.errors import Conflict, NotAllowed
from tests.matches.factories import person
from tests.tournaments.desk.conftest import client_of
from tests.tournaments.factories import at, state_of, wins
from tournaments import plans
from tournaments import services as tournaments
from tournaments.formats.contract import Plan
from tournaments.leagues import services
from tournaments.leagues.rules import Division, border_plan

from .made import DUELS, begun, league, numbers, of, play, rules

pytestmark = pytest.mark.django_db
BORDER = "division-1-border"


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
    assert "Two divisions are over: their play-off can begin." in page
    services.begin_season(league_id=made, by=alice)
    assert state_of(tournament).stages[BORDER].entrants == (4, 5)
    page = client_of(alice).get(f"/leagues/{made}/").content.decode()
    assert "Play-off between divisions 1 and 2" in page
    assert "can begin" not in page
    with pytest.raises(Conflict, match="season_not_over"):
        services.close_season(league_id=made, by=alice)
    play(tournament, alice, [*people[:3], people[4], people[3], *people[5:]])  # number 5 wins
    page = client_of(alice).get(f"/leagues/{made}/").content.decode()
    assert "By the play-off in “Division A” next season: Player 5." in page
    assert "Who won the play-off" not in page
    services.close_season(league_id=made, by=alice)
    assert divisions(made, people) == [[1, 2, 3, 5], [4, 6, 7, 8]]


def test_its_correction_corrects_the_moves(alice: UUID, over: tuple[UUID, list[UUID], UUID]) -> None:
    made, people, tournament = over
    services.begin_season(league_id=made, by=alice)
    play(tournament, alice, people)
    services.close_season(league_id=made, by=alice)
    assert divisions(made, people) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    seats = state_of(tournament).stages[BORDER].rounds[0].tables[1].pairing.seats
    tournaments.correct(tournament_id=tournament, by=alice, ref=at(BORDER, 1, 1), result=wins(seats.index(5)))
    services.correct_season(league_id=made, by=alice, season_no=1, reason="misread")
    assert divisions(made, people) == [[1, 2, 3, 5], [4, 6, 7, 8]]


def test_beginning_twice_begins_once_and_officers_alone_begin(alice: UUID, over: tuple[UUID, list[UUID], UUID]) -> None:
    made, _people, tournament = over
    with pytest.raises(NotAllowed):
        services.begin_season(league_id=made, by=person("Charlie"))
    assert BORDER not in state_of(tournament).stages
    services.begin_season(league_id=made, by=alice)
    version = state_of(tournament).version
    services.begin_season(league_id=made, by=alice)
    assert state_of(tournament).version == version


def test_where_others_would_have_played_it_an_officer_says_who_won_or_takes_it_back(
    alice: UUID, over: tuple[UUID, list[UUID], UUID]
) -> None:
    made, people, tournament = over
    services.begin_season(league_id=made, by=alice)
    tournaments.withdraw(tournament_id=tournament, by=alice, no=5)  # a walkover; number 6 would play now
    tournaments.take_back_stage(tournament_id=tournament, by=alice, stage=BORDER)
    assert BORDER not in [plan.key for plan in state_of(tournament).planned]
    services.begin_season(league_id=made, by=alice)
    assert state_of(tournament).stages[BORDER].entrants == (4, 6)
    play(tournament, alice, people)
    tournaments.withdraw(tournament_id=tournament, by=alice, no=6)
    with pytest.raises(Conflict, match="winners_do_not_fit"):
        services.close_season(league_id=made, by=alice)
    services.close_season(league_id=made, by=alice, playoffs={0: (people[3],)})
    assert divisions(made, people) == [[1, 2, 3, 4], [7, 8]]


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
    found = plans.read(border_plan(Division("A", 8, plan), players))
    plans.check(found, players)
    assert found.seats == seats
