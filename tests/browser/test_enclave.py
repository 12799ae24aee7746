"""Enclave in a real browser: two people, one with a mouse and one with a phone, and two bots.

They choose in secret once; with ``LONG_TESTS`` set, the whole game.
"""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.sampling import LONG

from . import keyboard, playing
from .meeting import PATIENCE, NewContext, first_of, met, step_through, to_turn
from .test_access import Axe

FIRST = first_of("#confirm", ".choices:not(.besides *) .choice")


def planning(*pages: Page) -> None:
    """Until all of them are asked for an action card."""
    random = Random(6)
    while not all(page.locator("#prompt.prompt-mine [data-part='action:oracle']").count() for page in pages):
        for page in pages:
            if playing.is_my_turn(page) and not page.locator("[data-part='action:oracle']").count():
                playing.act(page, random)
        pages[0].wait_for_timeout(20)


def test_two_people_and_two_bots_play_together(browser: Browser, new_context: NewContext, site: str, axe: Axe) -> None:
    with met(browser, new_context, site, game="enclave", bots=(2, 3)) as (alice, bob):
        planning(alice, bob)
        faults = {"planning on a phone": axe(bob)} | ({"planning": axe(alice)} if LONG else {})
        assert bob.evaluate("document.documentElement.scrollWidth") <= 390
        seal_and_change(alice, bob)
        if LONG:
            to_turn(7, alice, bob, click=FIRST)
        faults |= {"later": axe(alice)} | ({"later on a phone": axe(bob)} if LONG else {})
        assert {where: found for where, found in faults.items() if found} == {}
        if LONG:
            for page in (alice, bob):
                expect(page.locator(".ranks li")).to_have_count(4)
                expect(page.locator(".reckoned thead th")).to_have_count(4)
        if LONG:
            replayed(bob)
            alice.get_by_role("link", name="Verify").click()
            expect(alice.locator(".notice.success")).to_be_visible()


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: test_elector_counts.py has the same way with keys")
def test_it_is_played_by_keyboard_alone(quiet: Page) -> None:
    keyboard.play_through(quiet, "enclave", ".enclave")


def seal_and_change(alice: Page, bob: Page) -> None:
    """On the board with the mouse, then another with the keyboard; the other player learns that, and not what."""
    alice.locator(".action.is-choice", has_text="Oracle").click()
    expect(bob.locator(".mat.s0 .tag-sealed")).to_have_count(0)
    alice.locator("#confirm").click()
    expect(alice.locator("#prompt-title")).to_have_text("Waiting")
    expect(alice.locator(".action.is-sealed")).to_contain_text("Oracle")
    expect(bob.locator(".mat.s0 .tag-sealed")).to_be_visible()
    assert bob.locator(".mat.s0 .is-sealed").count() == 0
    assert bob.locator("#prompt.prompt-mine").count() == 1
    alice.locator(".besides [data-part='action:shepherd']").focus()
    alice.keyboard.press("Enter")
    expect(alice.locator("#confirm")).to_be_focused()
    alice.keyboard.press("Enter")
    expect(alice.locator(".action.is-sealed")).to_contain_text("Shepherd")
    bob.locator(".action.is-choice", has_text="Wyrocznia").tap()
    bob.locator("#confirm").tap()
    revealed = bob.locator("#log li", has_text="Odkryto: Alice – Pasterz, Bob – Wyrocznia").first
    expect(revealed).to_be_attached(timeout=PATIENCE)  # the bots choose too
    expect(alice.locator(".loc.l-shepherd .pawn .s0")).to_be_visible()


def replayed(page: Page) -> None:
    """Step by step with the keys, and as a spectator, who sees no hand."""
    step_through(page, ".enclave")
    page.get_by_role("link", name="widz", exact=False).first.tap()
    expect(page.locator(".enclave .mat")).to_have_count(4)
    assert page.locator(".en-hand").count() == 0
