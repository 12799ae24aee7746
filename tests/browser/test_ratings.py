"""Ladders, a player's page, a game and the calculator in a real browser: usable by keyboard and reader, wide and
narrow, in Polish."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.product import Product
from tests.sampling import LONG

RATED = """
from datetime import timedelta
from uuid import uuid4
from django.utils import timezone
from players import services
from players.models import Player
from players.ratings import commands, measures
from players.ratings import services as ratings
from players.ratings.events import Imported, LadderKey, Rules
from players.ratings.outcome import bot, person
alice = services.sign_up(username="rated", name="Alicja Brzęczyszczykiewicz-Nowak", password="dvopq-83nvfg")
seats, games = [person(alice.id), bot("greedy"), bot("random")], []
for n in range(16):
    games.append(uuid4())
    ratings.record(game=games[-1], ladder=LadderKey("elekt", "elekt-2", "live"), seats=seats, places=[1, 2, 3],
                   played_at=timezone.now(), actor="player:arbiter")
Player.objects.filter(id=alice.id).update(is_staff=True)
fide, then = LadderKey("elekt", "elekt-2", "live", "fide"), timezone.now() - timedelta(days=40)
measures.change(commands.SetRules(fide, Rules()), now=then, actor=seats[0])
imported = tuple(Imported(who, 1800, 50) for who in seats)
measures.change(commands.ImportRatings(fide, imported, "Lista klubu"), now=then, actor=seats[0], decision_id=uuid4())
games.append(uuid4())
ratings.record(game=games[-1], ladder=LadderKey("elekt", "elekt-2", "live"), seats=seats[:2], places=[1, 2],
               played_at=then, actor="player:arbiter")
measures.follow_calendar(timezone.now())
for annulled in (games[-1], games[3]):
    ratings.change(commands.AnnulGame(annulled), actor="player:arbiter", decision_id=uuid4())
print("IDS", alice.id, games[3])
"""


@pytest.fixture(scope="module")
def addresses(product: Product) -> list[str]:
    done = product.manage("shell", "-c", RATED)
    alice, game = next(line for line in done.stdout.splitlines() if line.startswith("IDS")).split()[1:]
    asked = "mode=club&name_1=A&rating_1=1500&place_1=1&name_2=B&rating_2=1500&place_2=2"
    return [
        "/ratings/",
        f"/players/{alice}/",
        f"/ratings/games/{game}/",
        f"/ratings/player:{alice}/against/bot:greedy/",
        f"/ratings/calculator/?{asked}",
        "/ratings/rules/?on=elekt~elekt-2~live",
        "/ratings/lists/",
        "/ratings/import/?on=elekt~elekt-2~live~fide",
        f"/ratings/games/{game}/correct/?what=correct&places=2&places=1&places=3&reason=Karty&look=1",
    ]


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: test_access.py looks at a page of each kind")
@pytest.mark.parametrize("width", [390, 1440])
def test_the_pages_fit_and_have_no_accessibility_fault(
    quiet: Page, addresses: list[str], axe: Callable[[Page], list[str]], width: int
) -> None:
    quiet.set_viewport_size({"width": width, "height": 900})
    quiet.goto(addresses[0])
    quiet.get_by_role("button", name="Polski").click()
    quiet.goto("/login/")
    quiet.locator("[name=username]").fill("rated")
    quiet.locator("[name=password]").fill("dvopq-83nvfg")
    quiet.locator("main form button.btn-main").click()
    expect(quiet.locator("body[data-me]")).to_be_attached()
    for address in addresses:
        quiet.goto(address)
        assert quiet.locator("html").get_attribute("lang") == "pl"
        assert quiet.evaluate("document.documentElement.scrollWidth") <= width, address
        assert axe(quiet) == [], address
