"""The home page: one's own games first, then what one can play, watch and look forward to."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Match, Seat
from matches.play import queries as play
from matches.tables import home

from ..factories import GAME, started

pytestmark = pytest.mark.django_db


def stranger() -> Client:
    return Client(headers={"accept-language": "en"})


def test_ones_own_games_come_first_and_among_them_those_that_wait() -> None:
    table, later = started("Alice", "Bob"), started("Charlie", "Dave")
    Seat.objects.filter(table=later.id, number=1 - later.awaited()).update(player=table.players[table.awaited()])
    page = table.client(table.awaited()).get("/").content.decode()
    assert page.index(f"/matches/{table.match}/") < page.index(f"/matches/{later.match}/") < page.index("btn-big")
    assert page.count("is-mine") == 1
    assert "Your first game" not in page


def test_ones_own_game_names_the_others_apart() -> None:
    page = started("Alice", "Bob", "Charlie", "bot:random").client(0).get("/").content.decode()
    assert "<b>Bob, Charlie, Random bot</b>" in page


def test_a_newcomer_finds_a_first_game_and_no_empty_box() -> None:
    page = stranger().get("/").content.decode()
    assert "Your first game" in page
    assert "Nobody is playing at this moment." in page
    assert page.count('class="empty-plate"') >= 3


def test_the_best_table_is_shown_as_a_spectator_sees_it() -> None:
    few, many = started("Alice", "bot:random"), started("Bob", "Charlie", "Dave")
    watched = home.best(play.matches_shown(Match.objects.all(), None))
    assert watched is not None
    assert watched.match.id == many.match
    assert all(name in watched.tally for name in ("Bob", "Charlie", "Dave"))
    page = stranger().get("/").content.decode()
    assert page.index(str(many.match)) < page.index(str(few.match))


def test_what_only_some_may_see_is_not_shown_as_the_best() -> None:
    hidden, host = started("Alice", "Bob", access="named"), uuid4()
    rows = play.matches_shown(Match.objects.filter(id=hidden.match), host)
    assert home.best(rows) is None
    assert str(hidden.match) not in stranger().get("/").content.decode()


def test_bots_are_chosen_by_how_they_play() -> None:
    client = stranger()
    client.post("/play/", {"game": GAME, "seats": "2", "bot": "random"})
    assert Seat.objects.get(number=1).bot == "random"
    assert client.post("/play/", {"game": GAME, "seats": "2", "bot": "oracle"}).status_code == 400


def test_home_does_not_ask_more_where_more_is_shown() -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        return len(queries)

    table = started("Alice", "Bob")
    client = table.client(0)
    asked()
    few = asked()
    for _ in range(4):
        started("Charlie", "Dave")
    asked()
    assert asked() <= few + 1
    assert few < 45
