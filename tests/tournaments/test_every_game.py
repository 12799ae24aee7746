"""A tournament and a rated ladder of each game that is installed: nothing here or there knows any of its rules."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from elekt_core.contract import SeatNo
from elekt_core.registry import get_game
from matches.models import Match
from matches.models import Table as MatchTable
from matches.play import services as matches
from matches.tables import services as table_services
from matches.tables.commands import SitDown
from players import services as people
from players.ratings import queries as ladders
from tests.matches.factories import account
from tournaments import commands, rating, running, services
from tournaments.formats.contract import Result
from tournaments.settings import Settings

from .factories import at, stage, state_of

pytestmark = pytest.mark.django_db
GAMES = ("elector_counts", "enclave", "elekt")


def begun(game: str, people_in: int, settings: Settings, **plan: Any) -> tuple[UUID, UUID]:
    """Alice organises; accounts enter, and a round is paired. The tournament, and who may rule in it."""
    alice = account("Alice")
    players = [
        people.sign_up(username=f"p{n}", name=f"Player {n}", password="dvopq-83nvfg").id for n in range(people_in)
    ]
    tournament = services.open_tournament(
        owner=alice, title="Evening", game=game, stages=(stage(**plan),), settings=settings
    ).tournament
    for player in players:
        services.change(tournament, commands.EnterOneself(), by=player)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    return tournament, alice


@pytest.mark.parametrize("game", GAMES)
def test_a_match_played_here_is_a_result_of_the_tournament_and_a_step_of_the_ladder(game: str) -> None:
    tournament, _ = begun(game, 2, Settings(rated=True, automatic=False), form="round_robin")
    running.call_tables(tournament)
    table = MatchTable.objects.get()
    assert (table.game, table.rated) == (game, True)
    for seat, player in enumerate(row.player for row in table.seat_rows.order_by("number")):
        if player is None:
            reserved = table.seat_rows.get(number=seat).reserved
            assert reserved is not None
            table_services.change(table.id, SitDown(seat), by=reserved)
    match = Match.objects.get(table=table)
    loser = match.table.seat_rows.get(number=1).player
    assert loser is not None
    matches.decide(
        match_id=match.id,
        seat=SeatNo(1),
        decision={"seat": 1, "kind": "concede"},
        expected_version=match.version,
        decision_id=uuid4(),
        actor=matches.player_actor(loser),
    )
    running.take_result(table.id)
    state = state_of(tournament)
    result = state.stages["main"].rounds[0].tables[1].pairing.result
    assert result is not None
    assert result.places == (1, 2)
    rungs = ladders.ladder(rating.key_of(state))
    assert [rung.games for rung in rungs] == [1, 1]
    assert rungs[0].value > rungs[1].value
    assert rungs[1].who == f"player:{loser}"
    title = get_game(game).words("en", ()).title()
    browser = Client(headers={"accept-language": "en"})
    assert title in browser.get(f"/tournaments/{tournament}/").content.decode()
    assert browser.get(f"/ratings/?on={game}").status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_four_with_a_shared_place_is_rated(game: str) -> None:
    tournament, alice = begun(game, 4, Settings(online=False), form="pods", seats=4, least=4, rounds=1)
    ref = at("main", 1, 1)
    services.change(tournament, commands.EnterResult(ref, Result((1, 2, 2, 4))), by=alice)
    rungs = ladders.ladder(rating.key_of(state_of(tournament)))
    assert [rung.games for rung in rungs] == [1] * 4
    assert rungs[0].value > rungs[1].value == rungs[2].value > rungs[3].value


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("address", ["/tables/open/", "/tournaments/new/", "/leagues/new/"])
def test_whoever_opens_something_chooses_the_game_by_a_link(address: str, game: str) -> None:
    browser = Client(headers={"accept-language": "en"})
    people.sign_up(username="alice", name="Alice", password="dvopq-83nvfg")
    assert browser.login(username="alice", password="dvopq-83nvfg")
    link = f'<a href="?game={game}"'
    assert link in browser.get(address).content.decode()
    page = browser.get(f"{address}?game={game}").content.decode()
    assert f'{link} aria-current="page">' in page
    assert get_game(game).words("en", ()).ruleset(get_game(game).ruleset().name) in page
