"""The picture of a match that is over, and what links show elsewhere."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from io import BytesIO
from uuid import uuid4
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone, translation
from PIL import Image

from matches.models import Match
from matches.play import picture, services
from players import remembered
from players.models import Player
from web import drawings

from ..factories import Table, started

pytestmark = pytest.mark.django_db


def client() -> Client:
    return Client(headers={"accept-language": "en"})


def ended(*names: str, **more: str) -> Table:
    table = started(*names, **more)
    services.concede(match_id=table.match, seat=1, decision_id=uuid4(), actor=f"player:{table.players[1]}")
    return table


def address(table: Table) -> str:
    with translation.override("en"):
        return picture.address(table.match)


def drawn(table: Table) -> str:
    with translation.override("en"):
        return picture.drawn(picture.of(table.match))


def test_it_tells_who_won_and_is_the_same_each_time() -> None:
    table = ended("Alice & <Co>", "Bob")
    text = drawn(table)
    assert ElementTree.fromstring(text).get("viewBox") == "0 0 1200 630"
    assert "Alice &amp; &lt;Co&gt; wins." in text
    assert "Bob" in text
    assert drawn(table) == text


def test_a_name_is_written_as_it_is_whatever_it_looks_like() -> None:
    text = drawn(ended("var(--x)", '"var(--paper)"'))
    assert "var(--x) wins." in text
    assert "&quot;var(--paper)&quot;" in text


def test_a_messenger_gets_a_png_once_and_for_all() -> None:
    table = ended("Alice", "Bob")
    page = client().get(f"/matches/{table.match}/").content.decode()
    found = dict(re.findall(r'property="og:image(:?\w*)" content="([^"]+)"', page))
    assert found[""] == f"http://testserver{address(table)}"
    drawings.png.cache_clear()
    answer = Client(headers={"accept-language": "pl"}).get(address(table))
    assert answer["Cache-Control"] == f"public, max-age={drawings.KEPT_SECONDS}, immutable"
    assert answer.content == client().get(address(table)).content, "its language is that of the address"
    assert drawings.png.cache_info().misses == 1
    with Image.open(BytesIO(answer.content)) as image:
        assert [image.format, str(image.width), str(image.height)] == ["PNG", found[":width"], found[":height"]]
        assert not image.info, "nothing is in the file but what is seen"
        assert image.convert("RGB").getpixel((100, 300)) != image.convert("RGB").getpixel((300, 280)), "arms are drawn"
    assert found[":type"] == answer["Content-Type"] == "image/png"


def test_its_day_is_that_of_the_servers_clock_whoever_asks() -> None:
    """It is one picture, and is kept as one."""
    table = ended("Alice", "Bob")
    Match.objects.update(ended_at=datetime(2026, 11, 24, 23, 30, tzinfo=UTC))
    with timezone.override(ZoneInfo("America/New_York")):
        shown = drawn(table)
    assert (timezone.get_default_timezone_name(), "25 Nov 2026" in shown) == ("Europe/Warsaw", True)


def test_every_part_that_it_uses_is_inside_and_no_variable() -> None:
    for game in ("elekt", "enclave", "elector_counts"):
        text = drawn(ended("Alice", "Bob", game=game))
        used = {part.split('"')[0] for part in text.split('href="')[1:]}
        assert used, game
        assert all(part.startswith("#") and text.count(f'id="{part[1:]}"') == 1 for part in used), game
        assert "var(" not in text


def test_a_renamed_player_has_another_picture_and_the_old_address_leads_there() -> None:
    table = ended("Alice", "Bob")
    before = address(table)
    Player.objects.filter(id=str(table.players[0])).update(name="Alina")
    remembered.people.forget()
    assert address(table) != before
    assert client().get(before).headers["Location"] == address(table)


def test_of_names_that_our_typeface_cannot_write_there_is_none() -> None:
    table = ended("Алиса", "Bob")
    assert address(table) == ""
    assert "og:image" not in client().get(f"/matches/{table.match}/").content.decode()


@pytest.mark.parametrize("access", ["anyone", "link", "named"])
def test_of_a_match_that_goes_on_or_is_not_for_everybody_there_is_none(access: str) -> None:
    running = started("Alice", "Bob", access=access)
    assert running.client(0).get(f"/matches/{running.match}/picture/en/{'0' * 16}.png").status_code == 404
    assert "og:image" not in running.client(0).get(f"/matches/{running.match}/").content.decode()
    over = ended("Alice", "Bob", access=access)
    asked = client().get(f"/matches/{over.match}/picture/en/{'0' * 16}.png")
    assert asked.status_code == (404 if access == "named" else 302)
    page = over.client(0).get(f"/matches/{over.match}/").content.decode()
    assert ("og:image" in page) == (access != "named")


def test_every_page_says_what_its_link_shows() -> None:
    table = ended("Alice", "Bob")
    assert '<meta name="description" content="Play hidden-hand' in client().get("/").content.decode()
    page = client().get(f"/matches/{table.match}/replay/1/").content.decode()
    assert '<meta property="og:title" content="Alice – Bob">' in page
    assert f'content="http://testserver/matches/{table.match}/replay/1/"' in page
    profile = client().get(f"/players/{table.players[0]}/").content.decode()
    assert '<meta property="og:title" content="Alice">' in profile
