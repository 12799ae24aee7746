"""Which bots people are offered, and which one first."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.utils import timezone

from elekt_core.registry import get_game
from matches import opponents
from matches.tables.rating import AGAINST_BOTS
from players.ratings import services as ratings
from players.ratings.events import ladder_key
from players.ratings.outcome import bot, person

from .factories import GAME, account, started

pytestmark = pytest.mark.django_db


def test_the_levels_come_first_and_in_their_order() -> None:
    bots = [name for name, _ in opponents.offered(get_game("elekt"))]
    assert bots[:8] == [f"level{number}" for number in range(1, 9)]
    assert {"greedy", "random"} <= {*bots[8:]}, "what older tables play with is still there"


def test_who_has_no_rating_is_offered_the_third_level() -> None:
    game = get_game(GAME)
    assert opponents.first_for(None, game) == opponents.first_for(account("Alice"), game) == "level3"


def test_who_has_one_is_offered_the_bot_nearest_to_it() -> None:
    alice, game = account("Alice"), get_game(GAME)
    key = ladder_key(game.name, game.ruleset().name, AGAINST_BOTS)

    def play(first: str, second: str) -> None:
        ratings.record(
            game=uuid4(), ladder=key, seats=[first, second], places=[1, 2], played_at=timezone.now(), actor="test"
        )

    for _ in range(6):
        play(person(alice), bot("level2"))
        play(bot("level6"), bot("level1"))
    assert opponents.first_for(alice, game) == "level6"
    assert opponents.first_for(account("Bob"), game) == "level3"
    client = started("Charlie", "bot:random").client(0)
    assert 'value="level3" selected' in client.get("/").content.decode()
