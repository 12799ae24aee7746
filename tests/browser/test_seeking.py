"""Two accounts in two browsers seek a rated match and are seated; a challenge goes to and fro until it is accepted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.sampling import LONG

from .test_clubs import signed_up

Axe = Callable[[Page], list[str]]
PATIENCE = 90_000


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: matches/seeking seats and challenges by requests")
def test_two_people_are_seated_and_challenge_each_other(browser: Browser, site: str, axe: Axe) -> None:
    alice, bob = signed_up(browser, site, "Seeker", 390), signed_up(browser, site, "Finder", 1440)
    faults: dict[str, list[str]] = {}
    alice.goto("/")
    alice.get_by_role("link", name="Play rated").click()
    faults["form"] = axe(alice)
    alice.get_by_role("button", name="Find me a table").click()
    expect(alice.get_by_role("heading", name="Waiting for a match")).to_be_visible()
    faults["waiting"] = axe(alice)
    bob.goto("/play/rated/")
    expect(bob.get_by_text("1 player is waiting")).to_be_visible()
    bob.get_by_role("button", name="Find me a table").click()
    for page in (alice, bob):
        page.wait_for_url("**/matches/**", timeout=PATIENCE)
    assert alice.url == bob.url
    finder = alice.locator("a[href*='/players/']", has_text="Finder").first.get_attribute("href")
    assert finder is not None
    alice.goto(finder)
    alice.get_by_role("link", name="Challenge to a match").click()
    faults["challenge"] = axe(alice)
    alice.get_by_label("Correspondence, 3 days for each decision").check()
    alice.get_by_role("button", name="Send the challenge").click()
    bob.goto("/")
    bob.get_by_role("link", name="Answer").click()
    bob.get_by_text("Offer something else").click()
    faults["answer"] = axe(bob)
    bob.get_by_label("Correspondence, 7 days for each decision").check()
    bob.get_by_role("button", name="Send this offer").click()
    alice.get_by_role("button", name="Accept and play").click(timeout=PATIENCE)
    for page in (alice, bob):
        page.wait_for_url("**/matches/**", timeout=PATIENCE)
    assert {what: some for what, some in faults.items() if some} == {}
    assert alice.evaluate("document.documentElement.scrollWidth") <= 390
    for page in (alice, bob):
        page.context.close()
