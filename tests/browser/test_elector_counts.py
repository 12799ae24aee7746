"""Elector Counts in a real browser: two people, one with a mouse and one with a phone, and two bots.

They play some turns; with ``LONG_TESTS`` set, the whole game.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.sampling import LONG

from . import keyboard
from .meeting import NewContext, first_of, met, step_through, to_turn
from .test_access import Axe

TO_THE_END = first_of("#confirm", "[data-part=end_turn]", ".choices .choice")


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: test_enclave.py has a table of two people and two bots")
def test_two_people_and_two_bots_play_together(browser: Browser, new_context: NewContext, site: str, axe: Axe) -> None:
    with met(browser, new_context, site, game="elector_counts", bots=(1, 3)) as (alice, bob):
        for page in (alice, bob):
            expect(page.locator(".realm")).to_have_count(4)
        asked(alice, bob)
        choose_on_the_board(alice)
        faults = {"chosen": axe(alice)}
        alice.locator("#undo").click()
        expect(alice.locator("#prompt .taken")).to_have_count(0)
        pass_on_by_keyboard(alice)
        asked(bob, alice)
        faults |= {"on a phone": axe(bob)}
        assert bob.evaluate("document.documentElement.scrollWidth") <= 390
        bob.locator(".hand-mine .ec-card.is-choice").first.tap()
        expect(bob.locator("#prompt .taken")).to_be_visible()
        to_turn(1000 if LONG else 8, alice, bob, click=TO_THE_END)
        faults |= {"later": axe(alice), "later on a phone": axe(bob)}
        assert {where: found for where, found in faults.items() if found} == {}
        if LONG:
            for page in (alice, bob):
                expect(page.locator(".ranks li")).to_have_count(4)
                expect(page.locator(".reckoning-seats > div")).to_have_count(4)
        step_through(bob, ".counts")
        expect(bob.locator(".realm")).to_have_count(4)
        if LONG:
            alice.get_by_role("link", name="Verify").click()
            expect(alice.locator(".notice.success")).to_be_visible()


def test_it_is_played_by_keyboard_alone(quiet: Page) -> None:
    keyboard.play_through(quiet, "elector_counts", ".counts")


def asked(mine: Page, other: Page) -> None:
    """Until it is the turn of this one; the other ends turns meanwhile."""
    for _ in range(400):
        if mine.locator("#prompt [data-part=end_turn]").count():
            return
        other.evaluate(TO_THE_END)
        mine.wait_for_timeout(50)
    raise AssertionError("it is never this player's turn")


def choose_on_the_board(page: Page) -> None:
    """Two cards of the hand, the later one first; one of them is put back by a click on it."""
    cards = page.locator(".hand-mine .ec-card")
    last = cards.count() - 1
    cards.nth(last).click()
    expect(page.locator(".hand-mine .is-taken")).to_have_count(1)
    page.locator(".hand-mine .ec-card.is-choice").first.click()
    expect(page.locator("#prompt .taken .tag")).to_have_count(2)
    expect(page.locator("#prompt [data-part=sell]")).to_be_visible()
    page.locator(".hand-mine .is-taken").first.click()
    expect(page.locator("#prompt .taken .tag")).to_have_count(1)


def pass_on_by_keyboard(page: Page) -> None:
    """Enter ends the turn, three times Enter names cards, and once more confirms them."""
    version = page.locator("#prompt").get_attribute("data-version")
    page.locator("#prompt [data-part=end_turn]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).not_to_have_attribute("data-version", str(version))
    if page.locator("#prompt.prompt-mine .choices [data-part^='card:']").count():  # with three cards nothing is asked
        for taken in range(3):
            page.locator("#prompt .choices .choice").first.focus()
            page.keyboard.press("Enter")
            expect(page.locator("#prompt .taken .tag")).to_have_count(taken + 1)
        expect(page.locator("#confirm")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#log li", has_text="Alice passed").first).to_be_attached()
