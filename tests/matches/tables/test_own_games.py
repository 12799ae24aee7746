"""The page on which one finds one's own games again."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from matches.play import services
from matches.tables import home_views as own_views
from players.models import Player

from ..factories import Table, started

pytestmark = pytest.mark.django_db


def client_of(player: object) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))  # type: ignore[misc]
    return client


def ended(*names: str) -> Table:
    table = started(*names)
    services.concede(match_id=table.match, seat=1, decision_id=uuid4(), actor=f"player:{table.players[1]}")
    return table


def test_ones_finished_games_are_found_and_those_of_others_are_not() -> None:
    mine, other, running = ended("Alice", "Bob"), ended("Charlie", "Dave"), started("Eve", "Frank")
    page = client_of(mine.players[0]).get("/matches/").content.decode()
    assert f"/matches/{mine.match}/replay/1/" in page
    assert str(other.match) not in page
    assert "Under way" not in page
    assert f"/matches/{running.match}/" in client_of(running.players[0]).get("/matches/").content.decode()
    assert "Log in to see" in Client(headers={"accept-language": "en"}).get("/matches/").content.decode()


def test_home_account_and_ones_own_profile_lead_there() -> None:
    alice = ended("Alice", "Bob").players[0]
    for address in ("/", "/account/", f"/players/{alice}/"):
        assert 'href="/matches/"' in client_of(alice).get(address).content.decode(), address
    assert 'href="/matches/"' not in Client().get(f"/players/{alice}/").content.decode()


def test_they_come_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_views, "PER_PAGE", 1)
    first = ended("Alice", "Bob")
    alice = Player.objects.get(id=str(first.players[0]))
    client = client_of(alice.id)
    assert "?page=2" not in client.get("/matches/").content.decode()
    page = client.get("/matches/?page=2").content.decode()
    assert "There are no more." in page
    assert "?page=1" in page
