"""A story of competition in a real browser: Alice founds a club, Bob joins and hides it, sees his chances against her,
plays a rated match, and both look at what came of it. Wide and narrow, without an accessibility fault."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.sampling import LONG

from .short_cuts import send

Axe = Callable[[Page], list[str]]
PASSWORD = "three-ravens-on-a-gate"


def signed_up(browser: Browser, site: str, name: str, width: int) -> Page:
    context = browser.new_context(base_url=site, locale="en-GB", viewport={"width": width, "height": 844})
    send(context, "/signup/", name=name, username=f"{name.lower()}-{width}", password=PASSWORD)
    return context.new_page()


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: players/clubs has the same steps by requests")
@pytest.mark.parametrize("width", [390, 1440])
def test_a_club_and_a_rated_match(browser: Browser, site: str, axe: Axe, width: int) -> None:
    alice, bob = (signed_up(browser, site, name, width) for name in ("Alice", "Bob"))
    faults: dict[str, list[str]] = {}

    def look(page: Page, what: str) -> None:
        faults[what] = axe(page)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            faults[what].append("is wider than the screen")

    alice.goto("/clubs/new/")
    alice.get_by_label("Name of the club").fill(f"Bastion {width}")
    alice.get_by_label("About the club").fill("We meet on Tuesdays.")
    look(alice, "a new club")
    alice.get_by_role("button", name="Found the club").click()
    alice.get_by_role("heading", name=f"Bastion {width}").wait_for()
    club = alice.url
    bob.goto("/clubs/?q=bastion")
    look(bob, "clubs")
    bob.locator(f"a[href='{club.removeprefix(site)}']").click()
    bob.get_by_role("button", name="Ask to join").click()
    bob.get_by_text("Request to join sent").wait_for()
    alice.reload()
    alice.get_by_role("button", name="Admit").click()
    alice.get_by_text("They are now a member of the club.").wait_for()
    look(alice, "a club with members")
    bob.goto(club)
    bob.get_by_role("button", name="Show it to the club only").click()
    bob.get_by_text("Only the club can see that you are a member.").first.wait_for()

    alice.goto("/tables/open/")
    alice.locator("main form .btn-main").click()
    alice.get_by_label("Anyone who opens this link can sit down").wait_for()
    table = alice.url
    bob.goto(table)
    bob.get_by_role("heading", name="Chances with these players").wait_for()
    assert bob.locator(".forecast tbody tr").count() == 2
    look(bob, "a table with chances")
    bob.locator("#table form .btn-main").first.click()
    bob.wait_for_url("**/matches/**")
    bob.locator("#concede summary").click()
    bob.locator("#concede button").click()
    bob.locator("#prompt .winner").wait_for()
    bob.locator("summary", has_text="Chances and result").click()
    look(bob, "a finished match")
    bob.get_by_role("link", name="Why the ratings changed").first.click()
    bob.get_by_role("link", name="Alice").first.click()
    look(bob, "a player's page")
    on = bob.url.partition("?on=")[2]
    bob.goto(f"/ratings/?on={on}&seats=2&club={club.rstrip('/').rpartition('/')[2]}")
    assert bob.locator(".rating-rungs tbody tr").count() >= 2
    look(bob, "a club's ladder")
    bob.goto("/ratings/calibration/")
    look(bob, "the calibration")
    bob.goto("/account/merge/")
    look(bob, "two profiles")
    for page in (alice, bob):
        page.context.close()
    bad = {what: some for what, some in faults.items() if some}
    assert bad == {}, bad
