"""What a ladder and a player's page show beside ratings: sizes of tables, leagues, tournaments, what was predicted."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from players import services as accounts
from players.models import Player
from players.ratings.models import Ladder
from players.ratings.outcome import person
from players.ratings.pages import choosing, listing
from players.ratings.pages.listing import at_tables_of
from players.ratings.pages.played import played as games_of
from tests.matches.conftest import high_card as high_card
from tests.tournaments.factories import AT_A_TABLE, opened, stage
from tests.tournaments.leagues.made import rules
from tournaments import commands
from tournaments import services as tournaments
from tournaments.decisions.field import Newcomer
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues

from .factories import annulled, corrected, played

pytestmark = pytest.mark.django_db


def account(name: str) -> UUID:
    return accounts.sign_up(username=name.lower(), name=name, password="dvopq-83nvfg").id


@pytest.fixture
def four() -> list[UUID]:
    return [account(name) for name in ("Alice", "Bob", "Charlie", "Dana")]


def page(address: str, player: UUID | None = None) -> str:
    client = Client(headers={"accept-language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    answer = client.get(address)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def test_games_are_counted_by_the_size_of_their_table_as_known_now(four: list[UUID]) -> None:
    whos = [person(one) for one in four]
    games = [played(whos[: 2 + n % 3]) for n in range(9)]
    annulled(games[0])
    corrected(games[1], [whos[3], whos[1], whos[2]], [1, 2, 3])
    corrected(games[3], whos[:2], [2, 1])
    ladder = Ladder.objects.get()
    for size in (2, 3, 4):
        counted = at_tables_of(ladder, size)
        for rating in ladder.rating_set.all():
            mine = [game for game in games_of(rating) if game.size == size]
            assert counted.get(rating.pk, (0, 0)) == (len(mine), sum(game.place == 1 for game in mine))
    (choice,) = choosing.ladders()
    shown = listing.ladder(choice.ladder, now=timezone.now(), size=2)
    assert {row.person.name for row in shown.provisional} == {"Alice", "Bob"}
    assert "At 2-player tables" in page("/ratings/?seats=2")
    assert "first: " not in page("/ratings/?seats=5&club=nonsense")


def test_a_league_has_a_ladder_of_its_members(four: list[UUID]) -> None:
    alice, bob, charlie, _ = four
    played([person(alice), person(charlie)])
    made = leagues.open_league(
        owner=alice, command=league_commands.OpenLeague(title="City league", game="high-card", rules=rules())
    ).league
    for player in (alice, bob):
        leagues.change(made, league_commands.Join(), by=player)
    shown = page(f"/leagues/{made}/ratings/", alice)
    assert ">Alice</a>" in shown
    assert ">Charlie</a>" not in shown, "he is not in it"
    assert Client().get(f"/leagues/{UUID(int=1)}/ratings/").status_code == 404


def test_a_page_lists_the_tournaments_and_leagues_that_the_reader_may_find(
    four: list[UUID], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    alice, bob, charlie, _ = four
    shown = opened(alice, stage(), title="Open evening")
    hidden = opened(alice, stage(), title="Secret evening", settings=replace(AT_A_TABLE, listed=False))
    for tournament in (shown, hidden):
        tournaments.change(tournament, commands.Enter((Newcomer(bob),)), by=alice)
    played([person(bob), person(charlie)])
    for reader, sees in ((alice, True), (bob, True), (charlie, False), (None, False)):
        assert "Open evening" in page(f"/players/{bob}/", reader)
        assert ("Secret evening" in page(f"/players/{bob}/", reader)) is sees
    with django_assert_max_num_queries(30):
        page(f"/players/{bob}/")


def test_a_history_says_what_was_likely_beside_what_came(four: list[UUID]) -> None:
    alice, bob, charlie, _ = four
    played([person(alice), person(bob), person(charlie)], [2, 1, 3])
    game = played([person(alice), person(bob)])
    corrected(game, [person(alice), person(bob)], [2, 1])
    shown = page(f"/players/{alice}/")
    assert "33%" in shown
    assert "2 of 3" in shown
    assert "2 of 2" in shown, "after corrections"
