"""Ten things one comes for, each with a budget: clicks, seconds, and pixels to scroll, on a phone.

    python -m benchmarks.live.tasks

A product of its own runs, and a browser of 390 by 664 pixels does each task by touch as somebody would who knows where
things are. Typing a name or a sentence is no click; seconds are those of the machine, from the first touch to what was
wanted. A task over its budget makes the command fail.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from tests.product import Product, running

PHONE: ViewportSize = {"width": 390, "height": 664}
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")
BELOW = """(thing) => {
    const box = thing.getBoundingClientRect();
    return Math.max(0, Math.ceil(box.bottom - innerHeight), Math.ceil(-box.top));
}"""


@dataclass(frozen=True, slots=True)
class Budget:
    task: str
    clicks: int
    seconds: float
    scroll: int = 0


BUDGETS = (
    Budget("From landing to a running game against a bot", 2, 3),
    Budget("From a friend's link to the seat: one name and a tap", 1, 2),
    Budget("A table of one's own, as nobody yet, with a link to send", 2, 3),
    Budget("Place a Unit in a Zone", 2, 1.5),
    Budget("Read what a card of the hand does", 1, 1.5),
    Budget("The rule behind the question", 1, 1.5),
    Budget("What has happened: the log", 1, 1),
    Budget("Say something to the table", 3, 1.5),
    Budget("From a rules page back to the game that waits", 1, 2),
    Budget("After the end: rematch", 1, 3),
)


class Finger:
    """Touches one page, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.scrolled = page, 0, 0

    def tap(self, thing: Locator) -> None:
        thing = thing.first
        thing.wait_for(state="visible")
        self.scrolled += thing.evaluate(BELOW)
        self.clicks += 1
        thing.click()


class Spent:
    """What each task took."""

    def __init__(self) -> None:
        self.over = False

    @contextmanager
    def on(self, task: int, page: Page) -> Iterator[Finger]:
        budget, finger, begun = BUDGETS[task], Finger(page), perf_counter()
        yield finger
        seconds = perf_counter() - begun
        fits = finger.clicks <= budget.clicks and seconds <= budget.seconds and finger.scrolled <= budget.scroll
        self.over |= not fits
        sys.stdout.write(
            f"{budget.task:58} {finger.clicks} of {budget.clicks} clicks  {seconds:5.2f} of {budget.seconds:3} s  "
            f"{finger.scrolled:4} of {budget.scroll} px{'' if fits else '  OVER'}\n"
        )


def on_phones(browser: Browser, product: Product) -> Callable[[], Page]:
    def phone() -> Page:
        context = browser.new_context(base_url=product.url, locale="en-GB", viewport=PHONE, has_touch=True)
        context.set_default_timeout(20_000)
        return context.new_page()

    return phone


def measure(phone: Callable[[], Page]) -> bool:
    spent, alice, bob = Spent(), phone(), phone()
    alice.goto("/")
    with spent.on(0, alice) as finger:
        finger.tap(alice.locator(".hero .btn-main"))
        expect(alice.locator("#prompt")).to_be_visible()
    until_asked_to_assign(alice)
    with spent.on(4, alice) as finger:
        finger.tap(alice.locator(".hand-mine .face.is-choice"))
        expect(alice.locator(".hand-mine .face.is-taken .ability")).to_be_visible()
    alice.locator("#undo").click()
    expect(alice.locator(".hand-mine .face.is-taken")).to_have_count(0)
    with spent.on(5, alice) as finger:
        finger.tap(alice.locator("#question .rule"))
        expect(alice.locator("#rule-box")).to_be_visible()
    alice.keyboard.press("Escape")
    with spent.on(6, alice) as finger:
        finger.tap(alice.locator(".drawer-button"))
        expect(alice.locator("#log li").last).to_be_visible()
    alice.locator(".drawer-close").click()
    with spent.on(3, alice) as finger:
        before = alice.locator("#prompt").get_attribute("data-version")
        finger.tap(alice.locator(".hand-mine .face.is-choice"))
        finger.tap(alice.locator(".zone.is-choice"))
        expect(alice.locator("#prompt")).not_to_have_attribute("data-version", str(before))
    alice.goto("/games/elekt/rules/")
    with spent.on(8, alice) as finger:
        finger.tap(alice.locator("#turns"))
        expect(alice.locator("#prompt")).to_be_visible()
    host = phone()
    host.goto("/")
    with spent.on(2, host) as finger:
        finger.tap(host.get_by_role("button", name="Play a friend by link"))
        expect(host.locator("#link")).to_be_visible()
    bob.goto(host.locator("#link").input_value())
    with spent.on(1, bob) as finger:
        bob.get_by_label("Your name at the table").fill("Bob")
        finger.tap(bob.get_by_role("button", name="Sit down and play"))
        expect(bob.locator("#prompt")).to_be_visible()
    with spent.on(7, bob) as finger:
        finger.tap(bob.locator(".drawer-button"))
        finger.tap(bob.locator("#chat-text"))
        bob.locator("#chat-text").fill("Hello")
        finger.tap(bob.get_by_role("button", name="Say"))
        expect(bob.locator("#chat li", has_text="Hello")).to_be_visible()
    bob.locator(".drawer-close").click()
    bob.locator("#concede summary").click()
    bob.locator("#concede .btn-danger").click()
    expect(bob.locator("#prompt .result")).to_be_visible()
    with spent.on(9, bob) as finger:
        finger.tap(bob.get_by_role("button", name="Rematch"))
        expect(bob.locator("#table, #prompt").first).to_be_visible()
        bob.wait_for_url("**/tables/**")
    return spent.over


def until_asked_to_assign(page: Page) -> None:
    """Answers whatever comes before it."""
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    for _ in range(12):
        page.wait_for_timeout(500)  # what the bots have done is shown
        if page.locator(".prompt-mine #question", has_text="Assign a Unit").count():
            expect(page.locator(".hand-mine .face.is-choice").first).to_be_visible()
            return
        before = page.locator("#prompt").get_attribute("data-version")
        page.locator("#board .is-choice:visible, #prompt li:not(.on-board) .choice:visible").first.click()
        expect(page.locator("#prompt.prompt-mine")).not_to_have_attribute("data-version", str(before))
    raise SystemExit("never asked to assign a Unit")


def main() -> None:
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as product, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-dev-shm-usage"])
        over = measure(on_phones(browser, product))
        browser.close()
    sys.exit(1 if over else 0)


if __name__ == "__main__":
    main()
