"""In play nothing scrolls: the table is as high as the window, and the hand and the question are in sight.

Whole games are played by the services; at sampled decisions the page is looked at in each size of a window. No product
runs: the browser's requests are answered by the pages themselves.
"""

from __future__ import annotations

import mimetypes
from random import Random
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.contrib.staticfiles import finders
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from elekt_core.contract import SeatNo
from elekt_core.registry import get_game
from matches.clocks.controls import TimeControl
from matches.models import Review
from matches.play import queries, services
from matches.reviews import judge
from matches.reviews import services as review_services
from tests.matches.factories import Table, started
from tests.sampling import LONG, sample

pytestmark = pytest.mark.django_db

SIZES = ((1440, 900), (1024, 768), (820, 1180), (390, 844), (390, 664), (360, 640))
"""The last two are what a phone's browser leaves: the compact set. The middle may be a rim too high there."""
NAMES = ("Alice", "Bartholomew", "Celina", "Darek")
LOOKS = sample(1, 60)
"""How many decisions of a game are looked at."""
FITTED = """async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
}"""
"""The page has heard of its window's size."""
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
        document.querySelector(".lay-hand .face") && box(".lay-hand").height < 40 && "the hand is too low",
        middle.scrollHeight - middle.clientHeight > 8
            && `the middle scrolls by ${middle.scrollHeight - middle.clientHeight} px`,
        low.length > 0 && "a button is too low for a finger",
        ...[...document.querySelectorAll(".seat-strip")].map((strip) => {
            const shown = strip.offsetWidth ? strip : strip.firstElementChild; // where only its head is left of it
            const within = shown.getBoundingClientRect();
            const clock = strip.querySelector(".clock")?.getBoundingClientRect();
            const name = strip.querySelector(".seat-name, h3").getBoundingClientRect();
            if (!clock || !clock.width || clock.right > within.right + 3 || clock.bottom > within.bottom + 3)
                return "a seat's strip does not show its clock";
            const covered = [...strip.querySelectorAll(".figures > div")].map((one) => one.getBoundingClientRect())
                .some((one) => one.right > clock.left + 2 && one.left < clock.right - 2
                    && one.bottom > clock.top + 4 && one.top < clock.bottom - 4);
            if (covered) return "a clock lies over a figure";
            return clock.left < name.right && clock.top < name.bottom - 3 && clock.bottom > name.top + 3
                && "a clock lies over a name";
        }),
    ].filter(Boolean);
}"""
AT_THE_END = """() => {
    const page = document.documentElement, prompt = document.querySelector("#prompt");
    return [
        page.scrollHeight > innerHeight && `the page is ${page.scrollHeight - innerHeight} px too high`,
        page.scrollWidth > innerWidth && `the page is ${page.scrollWidth - innerWidth} px too wide`,
        prompt.scrollHeight > prompt.clientHeight + 8
            && `the result scrolls by ${prompt.scrollHeight - prompt.clientHeight} px`,
    ].filter(Boolean);
}"""


def show(page: Page, html: bytes, *, refuses: bool = True) -> None:
    """Made before the browser asks for it: what answers a browser has no connection to the test's database.

    Whatever else the page asks for is refused, or gets no answer, as on a slow line.
    """

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            file = finders.find(path.removeprefix("/static/"))
            route.fulfill(path=str(file), content_type=mimetypes.guess_type(path)[0])
        elif route.request.is_navigation_request():
            route.fulfill(body=html, content_type="text/html")
        elif refuses:
            route.abort()

    page.unroute_all(behavior="ignoreErrors")
    page.route("**/*", answer)
    page.goto("http://table.test/")


def faults(page: Page, table: Table, measure: str = MEASURE) -> dict[str, Any]:
    """What does not fit, by size of the window."""
    show(page, table.client(0).get(f"/matches/{table.match}/").content)
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FITTED)
        if wrong := page.evaluate(measure):
            found[f"{width}x{height}"] = wrong
    return found


@pytest.mark.parametrize(
    ("game", "every", "seats"), [("elekt", 7, 4), *sample([], [("enclave", 17, 3), ("elector_counts", 19, 4)])]
)
def test_the_hand_the_question_and_the_clocks_are_in_sight_and_nothing_scrolls(
    browser: Browser, game: str, every: int, seats: int
) -> None:
    time = TimeControl(mode="increment", base=900, extra=10)
    table, random = started(*NAMES[:seats], game=game, seed="7", time=time), Random(3)
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
    for seat in range(1, seats):
        player = table.players[seat]
        assert player is not None
        services.concede(
            match_id=table.match, seat=SeatNo(seat), decision_id=uuid4(), actor=services.player_actor(player)
        )
    is_over = queries.match(match_id=table.match, player=None).is_over
    if LONG and is_over and (wrong := faults(page, table, AT_THE_END)):  # with its review there is more to fit
        found["the end"] = wrong
    if wrong := faults(page, reviewed(table), AT_THE_END):
        found["the end with its review"] = wrong
    context.close()
    assert made >= every, "no decision was looked at"
    assert found == {}


def reviewed(table: Table) -> Table:
    """Its three decisions with the longest sentences are marked."""
    match = queries.match(match_id=table.match, player=None)
    timeline, game = queries.timeline_of(match), get_game(match.game)
    said, found = game.words("en", match.names), []
    for at in timeline.ends(timeline.version):
        state = timeline.state(at)
        for question in game.awaiting(state):
            longest = max(game.options(state, question.seat), key=lambda one: len(said.decision(one, state)))
            found.append((len(said.decision(longest, state)), at, longest))
    worst = sorted(found, key=lambda one: -one[0])[:3]
    decisions = [
        {"at": at, "seat": int(one.seat), "mark": "blunder", "played": dict(game.encode_decision(one)), "loss": 1840,
         "only": False}
        for _length, at, one in worst
    ]  # fmt: skip
    host = table.players[0]
    assert host is not None
    Review.objects.create(
        id=review_services.review_id(match.id, match.ruleset), match=match.id, ruleset=match.ruleset, version="1",
        budget="usual", seed="", asked_by=host, asked_at=timezone.now(), parts=1, done=1, status="done",
        report=judge.text({"decisions": decisions, "curves": {}}),
    )  # fmt: skip
    return table


CROWD = """() => {
    for (const sites of document.querySelectorAll(".sites"))
        while (sites.children.length < 18) sites.append(sites.firstElementChild.cloneNode(true));
}"""
SHOWN = """() => [...document.querySelectorAll(".realm")].map((one) => one.querySelector(".sites").checkVisibility())"""


def test_a_full_middle_says_less_until_nothing_scrolls_and_what_it_folds_opens_at_a_tap(browser: Browser) -> None:
    context = browser.new_context()
    page, table = context.new_page(), started(*NAMES[:2], game="elector_counts", seed="7")
    show(page, table.client(0).get(f"/matches/{table.match}/").content)
    page.evaluate(CROWD)
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate(FITTED)
    expect(page.locator(".live")).to_have_attribute("data-tight", "3")
    assert page.evaluate("document.querySelector('.lay-middle').scrollHeight") <= page.evaluate(
        "document.querySelector('.lay-middle').clientHeight + 8"
    )
    assert sum(page.evaluate(SHOWN)) == 1
    for at, head in enumerate(page.locator(".realm-opens").all()):
        head.check(force=True)
        assert page.evaluate(SHOWN) == [at == 0, at == 1]
    page.set_viewport_size({"width": 1440, "height": 1800})
    page.evaluate(FITTED)
    assert page.locator(".live[data-tight]").count() == 0
    assert page.evaluate(SHOWN) == [True, True]
    context.close()
