"""A final after a division's rounds: its places come first, and decide who goes up."""

from __future__ import annotations

from uuid import UUID

import pytest

from tests.matches.factories import person
from tests.tournaments.factories import at, state_of, wins
from tournaments import commands, plans
from tournaments import services as tournaments
from tournaments.formats.contract import Plan
from tournaments.leagues import commands as league_commands
from tournaments.leagues import seasons, services
from tournaments.leagues.rules import Division, Rules
from web.errors import BadRequest, Conflict

from .made import DUELS, begun, league, numbers, of, play

pytestmark = pytest.mark.django_db

KNOCK_OUT = plans.plain(Plan("single_elimination"))
AGREED = Rules((Division("A", 4, DUELS), Division("B", 4, DUELS, 2, KNOCK_OUT)))


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def test_the_final_decides_who_goes_up(alice: UUID) -> None:
    made, people = league(alice, AGREED)
    tournament = begun(made, alice)
    play(tournament, alice, people)
    with pytest.raises(Conflict, match="season_not_over"):
        services.change(made, league_commands.CloseSeason(), by=alice)
    services.change(made, league_commands.BeginSeason(), by=alice)
    assert state_of(tournament).stages["division-2-final"].entrants == (5, 6)
    turned = [*people[:4], people[5], people[4], *people[6:]]
    play(tournament, alice, turned)
    services.change(made, league_commands.CloseSeason(), by=alice)
    closing = of(made).seasons[0].closing
    assert closing is not None
    assert numbers(people, closing.standings) == [[1, 2, 3, 4], [6, 5, 7, 8]]
    assert numbers(people, closing.divisions) == [[1, 2, 3, 6], [4, 5, 7, 8]]


def test_beginning_twice_begins_once(alice: UUID) -> None:
    made, people = league(alice, AGREED)
    tournament = begun(made, alice)
    play(tournament, alice, people)
    services.change(made, league_commands.BeginSeason(), by=alice)
    version = state_of(tournament).version
    services.change(made, league_commands.BeginSeason(), by=alice)
    assert state_of(tournament).version == version


def test_a_final_for_which_nobody_is_left_is_not_waited_for(alice: UUID) -> None:
    made, people = league(alice, AGREED)
    tournament = begun(made, alice)
    play(tournament, alice, people)
    for no in (6, 7, 8):
        tournaments.change(tournament, commands.Withdraw(no), by=alice)
    services.change(made, league_commands.BeginSeason(), by=alice)
    assert "division-2-final" not in state_of(tournament).stages
    services.change(made, league_commands.CloseSeason(), by=alice)
    assert numbers(people, of(made).seasons[0].closing.divisions)[0][-1] == 5  # type: ignore[union-attr]


def test_a_correction_of_the_final_moves_others(alice: UUID) -> None:
    made, people = league(alice, AGREED)
    tournament = begun(made, alice)
    play(tournament, alice, people)
    services.change(made, league_commands.BeginSeason(), by=alice)
    play(tournament, alice, people)
    services.change(made, league_commands.CloseSeason(), by=alice)
    ref = at("division-2-final", 1, 1)
    tournaments.change(tournament, commands.Correct(ref, wins(1), reason="misread"), by=alice)
    season = of(made).seasons[0]
    now = seasons.closing_now(season)
    assert now != season.closing
    assert numbers(people, now.divisions) == [[1, 2, 3, 6], [4, 5, 7, 8]]


@pytest.mark.parametrize(
    "wrong",
    [
        Division("B", 4, DUELS, 2),
        Division("B", 4, DUELS, 0, KNOCK_OUT),
        Division("B", 4, DUELS, 5, KNOCK_OUT),
        Division("B", 4, DUELS, 2, {"format": "chaos"}),
    ],
    ids=["no plan", "nobody", "too many", "no such format"],
)
def test_a_final_that_cannot_be_played_is_refused(alice: UUID, wrong: Division) -> None:
    with pytest.raises((BadRequest, Conflict)):
        league(alice, Rules((wrong,)))
