"""The style page shows parts by the product's own templates, is the same for all, and asks the database nothing."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from elekt_core.registry import game_names
from matches.games import games_in_order, usual_game
from matches.style import parts, tables
from players.models import Player
from tests.matches.factories import account

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NAME = re.compile(r'class="card-name">([^<]+)<')
HEAD = re.compile(r"<header.*?</header>", re.S)


@pytest.mark.parametrize(("language", "title"), [("en", "Style page"), ("pl", "Strona stylów")])
def test_page_and_tables_are_there_in_both_languages_for_anybody_without_a_query(language: str, title: str) -> None:
    parts.body.cache_clear()
    tables._page.cache_clear()
    client = Client(headers={"accept-language": language})
    with CaptureQueriesContext(connection) as asked:
        answer = client.get("/style/")
        page = answer.content.decode()
        assert f"<h1>{title}</h1>" in page
        framed = re.findall(r'<iframe src="([^"]+)"', page)
        for address in framed:
            table = client.get(address)
            assert 'id="prompt"' in table.content.decode(), address
            assert table["X-Frame-Options"] == "SAMEORIGIN"
            assert "frame-ancestors 'self'" in table["Content-Security-Policy"]
            assert "noindex" in table["X-Robots-Tag"]
    assert [one["sql"] for one in asked] == []
    assert "noindex" in answer["X-Robots-Tag"]
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert framed == [
        *(f"/style/{usual_game().name}/{state}/" for state in tables.STATES),
        *(f"/style/{game}/{tables.FIRST}/" for game in games_in_order()[1:]),
    ]


def test_every_game_shows_its_cards_and_every_sign_and_colour_is_on_it() -> None:
    page = Client(headers={"accept-language": "en"}).get("/style/").content.decode()
    shown = {name.strip() for name in NAME.findall(page)}
    for game in game_names():
        found = parts._faces(game)
        assert len(found) == (2 if found else 0)
        named = {name.strip() for row in found for face in row for name in NAME.findall(face)}
        assert named <= shown
        if found:
            assert ['class="face is-choice' in found[1][1], 'class="face is-taken' in found[1][2]] == [True, True]
    for colour in ("ground", "act", "seat-3", "occultism"):
        assert f"var(--{colour})" in page
    for sign in parts._signs("emblems"):
        assert f"#{sign}" in page


def test_a_table_shows_the_state_that_its_title_says() -> None:
    client, game = Client(headers={"accept-language": "en"}), usual_game().name
    seen = {state: client.get(f"/style/{game}/{state}/").content.decode() for state in tables.STATES}
    assert {state for state, page in seen.items() if "prompt-mine" in page} == {
        "asked", "picked", "confirm", "refused", "lost", "short",
    }  # fmt: skip
    assert {state for state, page in seen.items() if "data-paused" in page} == {"paused"}
    assert f"Everyone must agree to go on: {', '.join(tables.NAMES[:4])}." in seen["paused"]
    assert {state for state, page in seen.items() if 'id="confirm"' in page} == {"confirm"}
    assert {state for state, page in seen.items() if "data-taken=" in page} == {"picked", "confirm"}
    assert {state for state, page in seen.items() if 'role="alert"><p class="notice error"' in page} == {"refused"}
    assert {state for state, page in seen.items() if "clock-short" in page} == {"short"}
    assert {state for state, page in seen.items() if "clock-runs" not in page} == {"paused"}
    assert {state for state, page in seen.items() if 'class="away' in page} == {"away", "stood_in"}


def test_nobody_is_told_apart_and_no_other_table_is_there() -> None:
    mine = Client(headers={"accept-language": "en"})
    mine.force_login(Player.objects.get(id=account("Alice")))
    other = Client(headers={"accept-language": "en"})
    address = f"/style/{usual_game().name}/{tables.FIRST}/"
    assert mine.get(address).content == other.get(address).content
    own, public = (HEAD.sub("", one.get("/style/").content.decode()) for one in (mine, other))
    assert own.partition("<main")[2] == public.partition("<main")[2]
    assert other.get(f"/style/{usual_game().name}/nothing/").status_code == 404
    assert other.get(f"/style/nothing/{tables.FIRST}/").status_code == 404
    assert other.post(address).status_code == 405
