"""The picture of a match that is over, and what links show elsewhere."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match
from matches.play import services
from players.models import Player

from ..factories import Table, started

pytestmark = pytest.mark.django_db


def client() -> Client:
    return Client(headers={"accept-language": "en"})


def ended(*names: str, **more: str) -> Table:
    table = started(*names, **more)
    services.concede(match_id=table.match, seat=1, decision_id=uuid4(), actor=f"player:{table.players[1]}")
    return table


def test_it_tells_who_won_and_is_the_same_each_time() -> None:
    table = ended("Alice & <Co>", "Bob")
    address = f"/matches/{table.match}/picture.svg"
    answer = client().get(address)
    assert answer["Content-Type"].startswith("image/svg+xml")
    assert answer["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    text = answer.content.decode()
    assert ElementTree.fromstring(text).get("viewBox") == "0 0 1200 630"
    assert "Alice &amp; &lt;Co&gt; wins." in text
    assert "Bob" in text
    assert "/static/" not in text, "nothing outside is needed"
    assert client().get(address).content.decode() == text
    assert client().get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304


def test_its_day_is_that_of_the_servers_clock_whoever_asks() -> None:
    """It is one picture, and is kept as one."""
    table = ended("Alice", "Bob")
    Match.objects.update(ended_at=datetime(2026, 11, 24, 23, 30, tzinfo=UTC))
    reader = client()
    reader.cookies["zone"] = "America/New_York"
    shown = reader.get(f"/matches/{table.match}/picture.svg").content.decode()
    assert (timezone.get_default_timezone_name(), "25 Nov 2026" in shown) == ("Europe/Warsaw", True)


def test_every_part_that_it_uses_is_inside() -> None:
    for game in ("elekt", "enclave", "elector_counts"):
        text = client().get(f"/matches/{ended('Alice', 'Bob', game=game).match}/picture.svg").content.decode()
        used = {part.split('"')[0] for part in text.split('href="#')[1:]}
        assert used, game
        assert all(f'id="{part}"' in text for part in used), game


def test_a_renamed_player_has_another_picture() -> None:
    table = ended("Alice", "Bob")
    address = f"/matches/{table.match}/picture.svg"
    before = client().get(address)["ETag"]
    Player.objects.filter(id=str(table.players[0])).update(name="Alina")
    assert client().get(address)["ETag"] != before


@pytest.mark.parametrize("access", ["anyone", "link", "named"])
def test_of_a_match_that_goes_on_or_is_not_for_everybody_there_is_none(access: str) -> None:
    running = started("Alice", "Bob", access=access)
    assert running.client(0).get(f"/matches/{running.match}/picture.svg").status_code == 404
    assert "og:image" not in running.client(0).get(f"/matches/{running.match}/").content.decode()
    over = ended("Alice", "Bob", access=access)
    told = 404 if access == "named" else 200
    assert client().get(f"/matches/{over.match}/picture.svg").status_code == told
    page = over.client(0).get(f"/matches/{over.match}/").content.decode()
    assert (f'content="http://testserver/matches/{over.match}/picture.svg"' in page) == (told == 200)


def test_every_page_says_what_its_link_shows() -> None:
    table = ended("Alice", "Bob")
    assert '<meta name="description" content="Play hidden-hand' in client().get("/").content.decode()
    page = client().get(f"/matches/{table.match}/replay/1/").content.decode()
    assert '<meta property="og:title" content="Alice – Bob">' in page
    assert f'content="http://testserver/matches/{table.match}/replay/1/"' in page
    profile = client().get(f"/players/{table.players[0]}/").content.decode()
    assert '<meta property="og:title" content="Alice">' in profile
