"""What a page says of the time in which its question was seen: the network's time is given back, no thinking."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Page, Request, expect

from . import playing
from .short_cuts import send

THOUGHT = re.compile(r"(?:^|&)thought=([0-9]+)")
PAUSE = 1200
"""Milliseconds of thinking before each step."""


def test_neither_steps_nor_loading_the_page_anew_make_lag_of_thinking(page: Page) -> None:
    send(page.context, "/guest/", name="Alice")
    opened = {"seats": "2", "time": "rapid", "seat_2": "random", "access": "anyone"}
    page.goto(send(page.context, "/tables/open/?game=elekt", **opened))
    random = Random(7)
    while not page.locator("#question", has_text="Assign a Unit").count():
        playing.play_until(page, random, decisions=1)
        expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if "/decide/" in request.url else None)
    version = page.locator("#prompt").get_attribute("data-version")
    shown = page.evaluate("Date.now()")
    page.wait_for_timeout(PAUSE)
    page.reload()
    steps = 1
    while not sent:
        page.wait_for_timeout(PAUSE)
        assert page.locator("#prompt").get_attribute("data-version") == version
        steps += playing.act(page, random)
    passed = page.evaluate("Date.now()") - shown
    assert steps > 2, "loading the page anew, a Unit and its Zone"
    found = THOUGHT.search(sent[0].post_data or "")
    assert found
    assert steps * PAUSE <= int(found[1]) <= passed + 30_000
