"""The chance of each place on the pages of a table, a match and a replay; nothing where nothing is rated."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match
from matches.models import Table as TableRow
from matches.tables import services as table_services
from matches.tables.commands import OpenTable
from players.models import Player
from players.ratings import services as ratings
from players.ratings.outcome import person

from ..factories import GAME, Table
from .test_rated import account, ladder, seated

pytestmark = pytest.mark.django_db


def page(address: str, who: UUID | None = None) -> str:
    client = Client(headers={"accept-language": "en"})
    if who is not None:
        client.force_login(Player.objects.get(id=who))
    answer = client.get(address)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def won_before(winner: UUID, loser: UUID, number: int = 5) -> None:
    for n in range(number):
        ratings.record(
            game=UUID(int=n + 1),
            ladder=ladder(),
            seats=[person(winner), person(loser)],
            places=[1, 2],
            played_at=timezone.now() - timedelta(days=1),
            actor="player:arbiter",
        )


def test_a_match_shows_what_was_likely_and_then_what_came() -> None:
    alice, bob = account("Alice"), account("Bob")
    seated(account("Charlie"), account("Dana"))  # names the ladder
    won_before(alice, bob)
    table = seated(alice, bob)
    running = page(f"/matches/{table.match}/", alice)
    assert "Chances at the start" in running
    assert "Chances and result" not in running
    likely = running.split('class="n chance-')[1].split(">")[1].split("<")[0]
    assert int(likely.rstrip("%")) > 50
    table.play_out()
    over = page(f"/matches/{table.match}/", bob)
    assert "Chances and result" in over
    assert all("css/forecast.css" in shown for shown in (running, over))
    assert f">{likely}<" in over, "the prediction is still that of the beginning"
    row = Match.objects.get(id=table.match)
    first, last = (page(f"/matches/{table.match}/replay/{at}/") for at in (1, row.version))
    assert "Chances at the start" in first
    assert "this happened" not in first, "a replay does not tell its end"
    assert "this happened" in last


def test_a_table_shows_who_comes_what_they_would_be_up_against() -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    guest = Player.objects.create_user(None, name="Gast").id
    opened = table_services.open_table(OpenTable(game=GAME, seats=2), by=alice)
    address = f"/tables/{opened.table}/"
    assert "Chances with these players" in page(address, bob), "with Bob on the free seat"
    assert "Chances with these players" not in page(address, alice), "alone"
    assert "Chances with these players" not in page(address, guest), "a match with a guest does not count"
    TableRow.objects.filter(id=opened.table).update(rated=False)
    assert "Chances with these players" not in page(address, charlie)


def test_nothing_is_predicted_where_nothing_counts() -> None:
    alice = account("Alice")
    opened = table_services.open_table(OpenTable(game=GAME, seats=2, bots={1: "random"}, rated=False), by=alice)
    assert opened.match is not None
    table = Table(opened.table, opened.match, [alice, None])
    assert "forecast" not in page(f"/matches/{table.match}/", alice).split("</head>")[1]
