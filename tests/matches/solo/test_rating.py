"""Solo games are rated as duels with their level."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from ledger import projections
from matches.tables.rating import rated_game
from players import services as players
from players.models import Player
from players.ratings.elo import START, k_factor
from players.ratings.models import Correction, Ladder, RatedGame, Rating
from players.ratings.outcome import bot, person
from tests.matches.factories import person as somebody

from . import playing

pytestmark = pytest.mark.django_db
EASY, HARD = bot("level-easy"), bot("level-hard")


@pytest.fixture
def alice() -> UUID:
    return players.sign_up(username="alice", name="Alice", password="a long enough one").id


def values() -> dict[str, int]:
    return dict(Rating.objects.values_list("who", "value"))


def gain() -> int:
    """Of a first game between equals."""
    return k_factor(0) * 500


def test_a_game_moves_the_player_and_the_level_alike(alice: UUID) -> None:
    match = playing.begun(alice)
    row = playing.finish(match, alice)
    won = 1 if row.winner == 0 else -1
    assert values() == {person(alice): START + won * gain(), EASY: START - won * gain()}
    ladder = Ladder.objects.get()
    assert (ladder.game, ladder.ruleset, ladder.speed) == (playing.GAME, playing.RULESET, "live")
    assert RatedGame.objects.get().source == f"match:{match}"


def test_levels_of_a_ruleset_stand_on_one_ladder(alice: UUID) -> None:
    playing.concede(playing.begun(alice), alice)
    playing.concede(playing.begun(alice, "hard"), alice)
    assert values()[EASY] == START + gain()
    assert values()[EASY] > values()[HARD] > START
    client = Client(headers={"accept-language": "en"})
    page = client.get(reverse("players:ladder")).content.decode()
    assert "Level: easy" in page
    assert "Level: hard" in page
    assert "Level: easy" in client.get(reverse("players:bot", args=["level-easy"])).content.decode()


def test_a_game_that_was_left_is_lost_until_it_is_finished(alice: UUID) -> None:
    first = playing.begun(alice)
    assert values() == {}
    playing.begun(alice)
    assert values()[person(alice)] == START - gain()
    row = playing.finish(first, alice)
    assert values()[person(alice)] == START + (gain() if row.winner == 0 else -gain())
    assert Correction.objects.count() == (row.winner == 0)
    assert RatedGame.objects.filter(game=rated_game(first)).exists()


def test_guests_and_what_does_not_count_are_not_rated(alice: UUID) -> None:
    guest = somebody("Charlie")
    assert Player.objects.get(id=guest).is_guest
    playing.finish(playing.begun(guest), guest)
    playing.finish(playing.begun(alice, access="practice"), alice)
    assert values() == {}


def test_a_rebuild_gives_the_same(alice: UUID) -> None:
    first = playing.begun(alice)
    playing.finish(playing.begun(alice), alice)
    playing.finish(first, alice)
    done = projections.rebuild(projections.named("ratings"), compare=True)
    assert (done.differences, done.parked) == ([], 0)
