"""Somebody at a table in a real browser, beside the load: from a click to the first change on the page, and to the
server's answer."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from urllib.request import Request, urlopen
from uuid import uuid4

from playwright.sync_api import Page, sync_playwright

from benchmarks.pages import ARRIVES, CHROMIUM, PLACE, WATCH, told

from .setting import Playing, next_decision

PAUSE = 300
"""Milliseconds between a click's answer and the next click."""
ANSWERED = """() => {
  let clicked = 0;
  seen.answers = [];
  addEventListener("click", () => { clicked = performance.now(); }, {capture: true});
  addEventListener("htmx:afterRequest", () => {
    if (clicked) seen.answers.push(performance.now() - clicked);
    clicked = 0;
  });
}"""


@dataclass(slots=True)
class Clicks:
    """In milliseconds."""

    changes: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)

    def report(self) -> None:
        told("  click to first change", self.changes)
        told("  click to the server's answer", self.answers)


def click_along(site: str, tables: Sequence[tuple[Playing, str]], over: Event) -> Clicks:
    """Seat 0 of each table (with its cookie), one after the other, until the load is ``over``. The other seat is a
    program's."""
    from django.db import connections

    found = Clicks()
    with ThreadPoolExecutor(1) as reading, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for playing, cookie in tables:
            context = browser.new_context(base_url=site, locale="en-GB", viewport={"width": 1440, "height": 900})
            name, _, value = cookie.partition("=")
            context.add_cookies([{"name": name.strip(), "value": value, "url": site}])
            page = context.new_page()
            page.goto(f"/matches/{playing.match}/")
            page.evaluate(WATCH)
            page.evaluate(ANSWERED)
            play(page, playing, site, over, reading)
            seen = page.evaluate("window.seen")
            found.changes += seen["changes"]
            found.answers += seen["answers"]
            context.close()
        browser.close()
        reading.submit(connections.close_all).result()  # the one of the thread
    return found


def play(page: Page, playing: Playing, site: str, over: Event, reading: ThreadPoolExecutor) -> None:
    """``reading``: where a browser is driven, Django lets nobody read its database."""
    chance = random.Random(5)
    while not over.is_set() and (step := reading.submit(next_decision, playing, chance).result()) is not None:
        seat, decision, version = step
        if seat != 0:
            sent = {"seat": seat, "decision": decision, "expected_version": version, "decision_id": str(uuid4())}
            head = {"Authorization": f"Bearer {playing.keys[seat]}", "Content-Type": "application/json"}
            urlopen(Request(f"{site}/api/v1/matches/{playing.match}/decisions/", json.dumps(sent).encode(), head))
        elif place := page.evaluate(PLACE):
            page.mouse.move(*place)
            page.wait_for_timeout(ARRIVES)
            page.mouse.down()
            page.mouse.up()
        page.wait_for_timeout(PAUSE)
