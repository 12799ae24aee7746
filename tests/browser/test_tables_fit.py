"""In play nothing scrolls: the table is as high as the window, and the hand and the question are in sight.

Whole games are played by the services; at sampled decisions the page is looked at in each size of a window. No product
runs: the browser's requests are answered by the pages themselves.
"""

from __future__ import annotations

import mimetypes
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, Page, Route

from matches.play import queries
from tests.matches.factories import Table, started
from tests.sampling import sample

pytestmark = pytest.mark.django_db

SIZES = ((1440, 900), (1024, 768), (820, 1180), (390, 844), (390, 664), (360, 640))
"""The last two are what a phone's browser leaves: the compact set. The middle may be a rim too high there."""
LOOKS = sample(3, 60)
"""How many decisions of a game are looked at."""
MEASURE = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const page = document.documentElement, middle = document.querySelector(".lay-middle");
    const inside = (selector) => box(selector).top >= 0 && box(selector).bottom <= innerHeight;
    const low = [...document.querySelectorAll("#prompt .choices .btn")]
        .filter((one) => one.checkVisibility() && !one.closest(".on-board") && one.getBoundingClientRect().height < 38);
    return [
        page.scrollHeight > innerHeight && `the page is ${page.scrollHeight - innerHeight} px too high`,
        page.scrollWidth > innerWidth && `the page is ${page.scrollWidth - innerWidth} px too wide`,
        !inside("#prompt") && "the question is out of sight",
        !inside(".lay-hand") && "the hand is out of sight",
        box(".lay-hand").height < 40 && "the hand is too low",
        middle.scrollHeight - middle.clientHeight > 8
            && `the middle scrolls by ${middle.scrollHeight - middle.clientHeight} px`,
        low.length > 0 && "a button is too low for a finger",
    ].filter(Boolean);
}"""


def show(page: Page, html: bytes) -> None:
    """Made before the browser asks for it: what answers a browser has no connection to the test's database."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            file = finders.find(path.removeprefix("/static/"))
            route.fulfill(path=str(file), content_type=mimetypes.guess_type(path)[0])
        elif route.request.is_navigation_request():
            route.fulfill(body=html, content_type="text/html")
        else:
            route.abort()

    page.unroute_all()
    page.route("**/*", answer)
    page.goto("http://table.test/")


def faults(page: Page, table: Table) -> dict[str, Any]:
    """What does not fit, by size of the window."""
    show(page, table.client(0).get(f"/matches/{table.match}/").content)
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if wrong := page.evaluate(MEASURE):
            found[f"{width}x{height}"] = wrong
    return found


@pytest.mark.parametrize(("game", "every"), [("elekt", 7), ("enclave", 19), ("elector_counts", 23)])
def test_the_hand_and_the_question_are_in_sight_and_nothing_scrolls(browser: Browser, game: str, every: int) -> None:
    table, random = started("Alice", "Bob", "Celina", game=game, seed="7"), Random(3)
    context = browser.new_context()
    page, made, found = context.new_page(), 0, {}
    while made < every * LOOKS:
        seat = table.awaited()
        here = queries.position(match_id=table.match, player=table.players[seat])
        if here.match.is_over:
            break
        if seat == 0:
            made += 1
            if made % every == 0 and (wrong := faults(page, table)):
                found[f"{made}: {here.awaiting[0].kind}"] = wrong
        table.decide(seat, decision=table.option(seat, random.randrange(len(here.options))))
    context.close()
    assert made >= every, "no decision was looked at"
    assert found == {}
