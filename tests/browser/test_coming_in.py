"""An evening of a club by scanned codes alone: Bob checks in with his account and Ola with her name, an organiser looks
once, and the result that Bob reports at the table is confirmed on Ola's phone, which runs no script. At 390 pixels."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.product import Product
from tests.sampling import LONG

Axe = Callable[[Page], list[str]]
WIDTH = 390
PASSWORD = "correct horse battery staple"
SETTING_UP = """
import json
from players.clubs import commands as c, services as clubs
from players.models import Player
from tournaments import commands, services
from tournaments.decisions.field import Newcomer
from tournaments.presets import PRESETS, Wish
from tournaments.settings import Settings
from web.short_codes import code_of

alice, bob = (Player.objects.create_user(f"{name.lower()}-in", %(password)r, name=name).id for name in ("Alice", "Bob"))
club = clubs.found(c.FoundClub("Scanners", open_entry=True), by=alice).club
made = services.open_tournament(
    owner=alice, title="Tuesday", game="elekt", stages=PRESETS["round_robin"](Wish(2)),
    settings=Settings(online=False, check_in=True, club=str(club)),
).tournament
services.change(made, commands.Enter((Newcomer(bob), Newcomer(name="Ola"))), by=alice)
print("SET UP", json.dumps({"code": code_of(club), "desk": f"/tournaments/{made}/desk/"}))
"""


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: tests/tournaments/arrivals has the same evening by requests")
def test_an_evening_by_scanning_alone(product: Product, browser: Browser, site: str, axe: Axe) -> None:
    done = product.manage("shell", "-v", "0", "-c", SETTING_UP % {"password": PASSWORD})
    line = next(line for line in done.stdout.splitlines() if line.startswith("SET UP"))
    told = json.loads(line.removeprefix("SET UP"))
    faults: dict[str, list[str]] = {}

    def phone(script: bool = True) -> Page:
        size = {"width": WIDTH, "height": 844}
        context = browser.new_context(
            base_url=site,
            locale="en-GB",
            viewport=size,  # type: ignore[arg-type]  # a literal of that shape
            java_script_enabled=script,
        )
        page = context.new_page()
        page.goto(f"/in/{told['code']}/")
        return page

    def look(page: Page, what: str) -> None:
        faults[what] = axe(page)
        if page.evaluate("document.documentElement.scrollWidth") > WIDTH:
            faults[what].append("is wider than the screen")

    def log_in(page: Page, name: str) -> None:
        page.fill("input[name=username]", name)
        page.fill("input[name=password]", PASSWORD)
        page.locator("main form button.btn-main").click()

    bob, ola, alice = phone(), phone(script=False), phone()
    look(bob, "who are you")
    bob.get_by_role("link", name="I have an account").click()
    log_in(bob, "bob-in")
    bob.get_by_role("button", name="I am here").click()
    bob.get_by_text("Your table will appear here").wait_for()
    ola.get_by_label("No account? Your name").fill("ola")
    ola.get_by_role("button", name="I am here").click()
    ola.get_by_text("You are on the organisers").wait_for()

    alice.goto(f"/login/?next={told['desk']}")
    log_in(alice, "alice-in")
    alice.get_by_text("checked in until you look").wait_for()
    look(alice, "the desk")
    alice.get_by_role("button", name="Ola (2)").click()
    alice.get_by_text("checked in until you look").wait_for(state="hidden")
    alice.get_by_role("button", name="Start and pair").click()
    alice.get_by_role("button", name="Publish").first.click()
    alice.wait_for_url(f"**{told['desk']}**")

    for one in (bob, ola):
        one.goto(f"/in/{told['code']}/1/")
        one.get_by_role("heading", name="Table 1, round 1").wait_for()
    look(bob, "a table")
    bob.get_by_role("button", name="1–0").click()
    bob.get_by_text("You reported").wait_for()
    look(bob, "a report")
    ola.reload()
    ola.get_by_role("button", name="Yes, that is right").click()
    ola.get_by_text("The result stands. Thank you.").wait_for()
    alice.goto(told["desk"])
    expect(alice.get_by_text("result is missing")).to_have_count(0)
    for page in (alice, bob, ola):
        page.context.close()
    bad = {what: some for what, some in faults.items() if some}
    assert bad == {}, bad
