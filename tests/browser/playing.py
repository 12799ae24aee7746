"""Somebody who plays with the mouse: looks at the prompt, clicks one of the choices, and waits for what comes of it."""

from __future__ import annotations

from math import inf
from random import Random
from time import monotonic

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

PATIENCE = 480.0
SOON = 3000
"""Milliseconds after which somebody looks whether what is to be clicked is still there."""


def is_over(page: Page) -> bool:
    return page.locator("#prompt .result").count() > 0


def is_my_turn(page: Page) -> bool:
    return page.locator("#prompt.prompt-mine").count() > 0


class Gone(Exception):
    """The choice was no longer there: somebody else who was asked at the same time has answered meanwhile."""


def act(page: Page, random: Random) -> bool:
    """One click: a choice, or the confirmation of a finished one. Whether there was still something to click."""
    confirm = page.locator("#prompt #confirm")
    choices = page.locator("#prompt .choices .choice")
    if not confirm.count() and not choices.count():  # the page has answered what makes no difference
        return False
    button = confirm if confirm.count() else choices.nth(random.randrange(choices.count()))
    try:
        with page.expect_response(lambda answer: "/choose/" in answer.url or "/decide/" in answer.url) as answer:
            choose(page, button)
    except Gone:
        return False
    assert answer.value.status in (200, 204), f"{answer.value.status}: {answer.value.text()[:500]}"
    expect(page.locator(".htmx-request, .awaiting")).to_have_count(0)
    return True


def choose(page: Page, choice: Locator) -> None:
    """Click a choice of the prompt: on the table, where something stands for it there. Raises Gone."""
    last, name = monotonic() + PATIENCE, None
    while True:
        try:
            name = name or choice.get_attribute("id", timeout=SOON)
            if choice.locator("xpath=ancestor::li[contains(@class, 'on-board')]").count():
                page.locator(f"#board [data-for='{name}']:visible").first.click(position={"x": 6, "y": 6}, timeout=SOON)
            else:
                unfold(page, choice)
                choice.click(timeout=SOON)
        except TookTooLong:
            if not choice.count() or choice.get_attribute("id") != name:
                raise Gone from None
            if monotonic() > last:
                raise
        else:
            return


def unfold(page: Page, choice: Locator) -> None:
    """Tap the place that stands for it and for others, where that is how they come to be listed."""
    if choice.locator("xpath=ancestor::li[contains(@class, 'is-folded')]").count():
        name = choice.get_attribute("id", timeout=SOON)
        page.locator(f"#board [data-several~='{name}']:visible").first.click(position={"x": 6, "y": 6}, timeout=SOON)


def choose_first(page: Page) -> None:
    """The first choice of what is asked: where no choice makes a difference, the page answers and the next comes."""
    while True:
        try:
            return choose(page, page.locator("#prompt .choices button").first)
        except Gone:
            expect(page.locator("#prompt.prompt-mine")).to_be_visible()


def play_until(page: Page, random: Random, *, decisions: int) -> None:
    """Decide so often, or to the end of the match."""
    last = monotonic() + PATIENCE
    made = 0
    while made < decisions and not is_over(page):
        assert monotonic() < last, "the match does not go on"
        if not is_my_turn(page):
            page.wait_for_timeout(20)
            continue
        made += act(page, random) and not page.locator("#prompt .taken").count()


def play_out(pages: list[Page], random: Random) -> None:
    """All of them, until the match is over on every page."""
    play_together(pages, random)
    for page in pages:
        expect(page.locator("#prompt .winner")).to_be_visible()


def play_together(pages: list[Page], random: Random, *, acts: float = inf) -> None:
    """All of them, so many clicks or to the end of the match."""
    last, made = monotonic() + PATIENCE, 0
    while made < acts and not all(is_over(page) for page in pages):
        assert monotonic() < last, "the match does not come to an end"
        asked = next((page for page in pages if is_my_turn(page)), None)
        if asked is None:
            pages[0].wait_for_timeout(20)
        else:
            made += act(asked, random)
