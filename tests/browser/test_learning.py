"""The guided first game in a real browser: a newcomer plays it without touching a mouse.

The first decisions; with ``LONG_TESTS`` to its end.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic

from playwright.sync_api import Page, expect

from tests.sampling import LONG

from . import playing

Axe = Callable[[Page], list[str]]
READY = "#prompt.prompt-mine .choice, #prompt.prompt-mine #confirm"


def tab_to(page: Page, selector: str, most: int = 120) -> None:
    for _ in range(most):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never comes to {selector}")


def press(page: Page, selector: str) -> None:
    """Enter on it, and wait for what comes of it."""
    tab_to(page, selector)
    with page.expect_response(lambda answer: "/choose/" in answer.url or "/decide/" in answer.url) as answer:
        page.keyboard.press("Enter")
    assert answer.value.status in (200, 204)
    expect(page.locator(".htmx-request, .awaiting")).to_have_count(0)


def test_a_newcomer_plays_the_guided_game_by_keyboard_alone(page: Page, axe: Axe) -> None:
    page.goto("/")
    tab_to(page, "#learn")
    page.keyboard.press("Enter")
    expect(page.locator("#begin-first_game")).to_be_visible()
    assert axe(page) == []
    tab_to(page, "#begin-first_game")
    page.keyboard.press("Enter")
    expect(page.locator("#coach")).to_be_visible()
    assert axe(page) == []
    random, followed, last = Random(3), 0, monotonic() + 2 * playing.PATIENCE
    while not playing.is_over(page) and (LONG or followed < 5):
        assert monotonic() < last, "the lesson does not come to an end"
        if not page.locator(READY).count():
            page.wait_for_timeout(20)
        elif page.locator("#prompt .is-advised").count():
            press(page, "#prompt .is-advised")
            followed += 1
        elif page.locator("#prompt #confirm").count():
            press(page, "#confirm")
        else:
            choices = page.locator("#prompt .choice")
            press(page, f"#{choices.nth(random.randrange(choices.count())).get_attribute('id')}")
    if LONG:
        assert followed > 15
        expect(page.locator("#coach .topics .is-learned")).to_have_count(5)
        expect(page.locator("#prompt .winner")).to_be_visible()
        assert axe(page) == []
