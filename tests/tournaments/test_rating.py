"""Tournaments and the ladder: what stands is rated, and whatever becomes of it later follows. Alice organises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ledger import projections
from matches.models import Table as MatchTable
from players import services as people
from players.models import Player, RatedGame
from players.ratings import measures
from players.ratings import queries as ladders
from players.ratings import services as ratings
from players.ratings.commands import ImportRatings
from players.ratings.events import Imported, LadderKey
from players.ratings.outcome import person as named
from tests.matches.factories import account, person
from tournaments import commands, rating, running, services
from tournaments.decisions import results
from tournaments.decisions.field import Newcomer
from tournaments.evolve import evolve_all
from tournaments.formats.contract import Result
from tournaments.settings import Settings
from web.errors import BadRequest

from .factories import AT_A_TABLE, at, entered, opened, play_round, stage, state_of, wins

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    """At no table."""
    return account("Alice")


def begun(alice: UUID, settings: Settings = AT_A_TABLE, how_many: int = 4) -> UUID:
    """All against all in duels, with the first round published; everybody has entered by themself."""
    tournament = opened(alice, stage(form="round_robin"), settings=settings)
    for number in range(1, how_many + 1):
        player = Player.objects.create_user(uuid4().hex, name=f"Player {number}").id
        services.change(tournament, commands.EnterOneself(), by=player)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    return tournament


def standing(tournament: UUID) -> Mapping[str, tuple[int, int]]:
    return {rung.who: (rung.value, rung.games) for rung in ladders.ladder(rating.key_of(state_of(tournament)))}


def by_hand(*games: tuple[tuple[UUID, UUID], tuple[int, int]]) -> Mapping[str, tuple[int, int]]:
    """A ladder of its own on which only these were rated, in this order."""
    key = LadderKey("by hand", uuid4().hex)
    for players, places in games:
        ratings.record(
            game=uuid4(),
            ladder=key,
            seats=[named(player) for player in players],
            places=places,
            played_at=timezone.now(),
            actor="player:arbiter",
        )
    return {rung.who: (rung.value, rung.games) for rung in ladders.ladder(key)}


def is_rebuilt_alike() -> bool:
    """Nothing else is on the ladders than what the ledger's facts make of them."""
    differences = projections.rebuild(projections.named("ratings"), compare=True).differences
    assert differences == []
    return True


def seats(tournament: UUID, table: int, round_no: int = 1) -> tuple[UUID, UUID]:
    state = state_of(tournament)
    pairing = state.stages["main"].rounds[round_no - 1].tables[table].pairing
    one, two = (state.entries[no].player for no in pairing.seats)
    assert one is not None
    assert two is not None
    return one, two


def test_results_are_rated_corrected_undone_and_withdrawn_with_the_tournament(alice: UUID) -> None:
    tournament = begun(alice)
    play_round(tournament, alice)
    one, two = seats(tournament, 1), seats(tournament, 2)
    at_first = by_hand((one, (1, 2)), (two, (1, 2)))
    assert standing(tournament) == at_first
    assert is_rebuilt_alike()

    services.change(tournament, commands.Correct(at("main", 1, 1), wins(1)), by=alice)
    assert standing(tournament) == by_hand((one, (2, 1)), (two, (1, 2)))
    assert is_rebuilt_alike()

    services.change(tournament, commands.Undo(), by=alice)
    assert standing(tournament) == at_first
    assert is_rebuilt_alike()

    services.change(tournament, commands.Correct(at("main", 1, 1), None), by=alice)
    assert standing(tournament) == by_hand((two, (1, 2)))
    assert is_rebuilt_alike()

    services.change(tournament, commands.EnterResult(at("main", 1, 1), Result((1, 1))), by=alice)
    assert standing(tournament) == by_hand((one, (1, 1)), (two, (1, 2)))
    assert is_rebuilt_alike()


def test_an_undone_result_counts_no_more(alice: UUID) -> None:
    tournament = begun(alice)
    services.change(tournament, commands.EnterResult(at("main", 1, 1), wins(0)), by=alice)
    assert len(standing(tournament)) == 2
    services.change(tournament, commands.Undo(), by=alice)
    assert standing(tournament) == {}
    assert is_rebuilt_alike()


def test_a_preview_says_what_the_correction_then_does_and_stores_nothing(alice: UUID) -> None:
    tournament = begun(alice)
    play_round(tournament, alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    play_round(tournament, alice)
    before, state = standing(tournament), state_of(tournament)
    change = results.correct(state, at("main", 1, 1), wins(1))
    lines = rating.preview(state, evolve_all(state, change, timezone.now()))
    assert standing(tournament) == before
    services.change(tournament, commands.Correct(at("main", 1, 1), wins(1)), by=alice)
    now = standing(tournament)
    assert {line.who for line in lines} == {who for who in now if now[who] != before[who]} != set()
    for line in lines:
        assert (line.before, line.after) == tuple((side[line.who][0] + 500) // 1000 for side in (before, now))
    assert lines[0].name.startswith("Player ")


def test_a_preview_takes_in_every_result_that_a_change_touches(alice: UUID) -> None:
    tournament = begun(alice)
    play_round(tournament, alice)
    before, state = standing(tournament), state_of(tournament)
    change = results.correct(state, at("main", 1, 1), wins(1))
    both = evolve_all(state, [*change, *results.correct(state, at("main", 1, 2), wins(1))], timezone.now())
    lines = rating.preview(state, both)
    services.change(tournament, commands.Correct(at("main", 1, 1), wins(1)), by=alice)
    services.change(tournament, commands.Correct(at("main", 1, 2), wins(1)), by=alice)
    now = standing(tournament)
    assert {line.who: line.after for line in lines} == {who: (value + 500) // 1000 for who, (value, _) in now.items()}
    assert len(lines) == 4
    assert all(line.before == (before[line.who][0] + 500) // 1000 for line in lines)


def test_forfeits_and_unrated_tournaments_do_not_count(alice: UUID) -> None:
    tournament = begun(alice)
    services.change(tournament, commands.Forfeit(at("main", 1, 1), (0,)), by=alice)
    unrated = begun(alice, replace(AT_A_TABLE, rated=False))
    play_round(unrated, alice)
    assert not RatedGame.objects.exists()
    assert rating.unrated(state_of(tournament)) == []


def test_a_substitute_does_not_take_over_what_was_played_before(alice: UUID) -> None:
    tournament = begun(alice)
    play_round(tournament, alice)
    one, two = seats(tournament, 1), seats(tournament, 2)
    no = state_of(tournament).stages["main"].rounds[0].tables[1].pairing.seats[0]
    newcomer = person("Charlie")
    services.change(tournament, commands.Substitute(no, player=newcomer), by=alice)
    services.change(tournament, commands.Correct(at("main", 1, 1), wins(1)), by=alice)
    assert standing(tournament) == by_hand((one, (2, 1)), (two, (1, 2)))


def test_what_the_ladder_refuses_stands_in_the_tournament_and_is_told(alice: UUID) -> None:
    tournament = begun(alice)
    refusal = BadRequest("ratings.unknown_player", who="player:nobody")
    with patch("tournaments.rating.services.record", side_effect=refusal):
        services.change(tournament, commands.EnterResult(at("main", 1, 1), wins(0)), by=alice)
    assert state_of(tournament).stages["main"].rounds[0].tables[1].is_done
    assert rating.unrated(state_of(tournament)) == [at("main", 1, 1)]
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(Player.objects.get(id=alice))
    assert (
        "1 result is missing from the ratings"
        in desk.get(reverse("tournaments:desk", args=[tournament])).content.decode()
    )
    assert standing(tournament) == {}


def test_a_tournament_that_turns_out_to_be_unrated_gives_all_its_points_back(alice: UUID) -> None:
    tournament = begun(alice)
    play_round(tournament, alice)
    rated = standing(tournament)
    unrated = commands.ChangeTournament("Club evening", replace(AT_A_TABLE, rated=False))
    services.change(tournament, unrated, by=alice)
    assert standing(tournament) == {}
    services.change(tournament, commands.ChangeTournament("Club evening", AT_A_TABLE), by=alice)
    assert standing(tournament) == rated
    assert is_rebuilt_alike()


@pytest.mark.parametrize("rated", [True, False])
def test_a_match_of_a_tournament_here_is_rated_if_the_tournament_is_and_once(alice: UUID, *, rated: bool) -> None:
    tournament = opened(alice, stage(), settings=Settings(rated=rated, automatic=False))
    players = [people.sign_up(username=name, name=name, password="dvopq-83nvfg").id for name in ("bob", "charlie")]
    services.change(tournament, commands.Enter(tuple(Newcomer(player) for player in players)), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    running.call_tables(tournament)
    table = MatchTable.objects.get()
    assert (table.rated, table.speed) == (rated, "live" if rated else "")
    assert rating.counting(state_of(tournament)) == {}


def test_entries_take_the_rating_of_the_ladder_where_none_is_given(alice: UUID) -> None:
    first = begun(alice)
    services.change(first, commands.EnterResult(at("main", 1, 1), wins(0)), by=alice)
    winner, loser = seats(first, 1)
    second = opened(alice)
    services.change(second, commands.Enter((Newcomer(winner), Newcomer(loser, rating=1800), Newcomer(alice))), by=alice)
    bob = seats(first, 2)[0]
    services.change(second, commands.EnterOneself(), by=bob)
    # A first game among equals is worth half of K 88 (docs/ratings.md).
    assert [entry.rating for entry in state_of(second).entries.values()] == [1544, 1800, 0, 0]


def test_the_page_of_a_correction_and_the_api_show_what_it_does_to_ratings(alice: UUID) -> None:
    tournament = begun(alice)
    services.change(tournament, commands.EnterResult(at("main", 1, 1), wins(0)), by=alice)
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(Player.objects.get(id=alice))
    url = reverse("tournaments:desk_correct", args=[tournament, "main", 1, 1])
    shown = desk.post(url, {"table": "1", "place_0": "2", "place_1": "1"})
    winner, loser = (named(player) for player in seats(tournament, 1))
    lines = {line.who: (line.before, line.after) for line in shown.context["ratings"]}
    assert lines == {winner: (1544, 1456), loser: (1456, 1544)}
    assert "<del>1544</del>" in shown.content.decode()
    token = people.issue_token(player=Player.objects.get(id=alice), label="desk", now=timezone.now()).secret
    answer = Client(headers={"authorization": f"Bearer {token}"}).post(
        f"/api/v1/tournaments/{tournament}/tables/main/1/1/correction/preview/",
        {"places": [2, 1]},
        content_type="application/json",
    )
    assert {one["who"]: one["after"] for one in answer.json()["ratings"]} == {winner: 1456, loser: 1544}


def test_a_table_says_what_was_likely_and_then_what_came(alice: UUID) -> None:
    """By ratings as they stood when the round was published: 100 points more are 64 % (Elo's curve)."""
    tournament = opened(alice, stage(form="round_robin"))
    one, two = entered(tournament, alice, 2)
    entries = Imported(named(one), 1600, 100), Imported(named(two), 1500, 100)
    asked = ImportRatings(rating.key_of(state_of(tournament)), entries)
    measures.change(asked, actor="player:arbiter", now=timezone.now(), decision_id=uuid4())
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    address = reverse("tournaments:table", args=[tournament, "main", 1, 1])
    before = Client(headers={"accept-language": "en"}).get(address).content.decode()
    assert "Chances when the round was published" in before
    assert (">64%<" in before, ">36%<" in before, "this happened" in before) == (True, True, False)
    services.change(tournament, commands.EnterResult(at("main", 1, 1), wins(1)), by=alice)
    after = Client(headers={"accept-language": "en"}).get(address).content.decode()
    assert "Chances and result" in after
    assert (">64%<" in after, after.count("this happened")) == (True, 2), (
        "the prediction stays, and what came is marked"
    )
    unrated = replace(AT_A_TABLE, rated=False)
    services.change(tournament, commands.ChangeTournament("Club evening", unrated), by=alice)
    assert 'class="forecast"' not in Client().get(address).content.decode()
