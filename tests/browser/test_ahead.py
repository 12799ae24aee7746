"""Settled ahead: a choice planned while the other one decides, and passing until something concerns me."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic

from playwright.sync_api import Page, expect

from tests.sampling import LONG

from . import playing
from .short_cuts import at_one_table, come_in
from .test_drag import middle
from .test_play import NewContext

Axe = Callable[[Page], list[str]]
PLAN = "#plan-ahead:visible"


def two_at_a_table(new_context: NewContext) -> tuple[Page, Page]:
    alice, bob = (come_in(new_context(), name) for name in ("Alice", "Bob"))
    at_one_table(alice, bob, time="classical")
    for page in (alice, bob):
        page.wait_for_load_state()
    return alice, bob


def to_plan(pages: tuple[Page, Page]) -> tuple[Page, Page]:
    """Who waits and may plan, and who decides."""
    random, last = Random(3), monotonic() + playing.PATIENCE
    while monotonic() < last:
        for waits, decides in (pages, pages[::-1]):
            if waits.locator(PLAN).count() and decides.locator("#question", has_text="Assign a Unit").count():
                return waits, decides
        playing.play_together(list(pages), random, acts=1)
    raise AssertionError("nobody may plan")


def plan(page: Page) -> None:
    page.locator(PLAN).click()
    expect(page.locator("#prompt.prompt-plan")).to_be_visible()
    page.locator(".hand-mine .is-choice").first.click()
    expect(page.locator("#prompt.prompt-plan .taken")).to_be_visible()
    expect(page.locator(".zone [data-would]").first).to_be_attached()
    page.locator(".zone.is-choice h3").first.click()
    expect(page.locator("#planned")).to_be_visible()


def known_to(page: Page) -> list[str | None]:
    """All that a page has of the match but its clocks, which run."""
    return [page.locator(where).text_content() for where in (".zones", "#question", "#log", ".lay-hand", "#takeback")]


def company_shuts_nobody_out(waits: Page, decides: Page, axe: Axe) -> None:
    """Clocks, chat, a request to go back, a plan, and on the other page a card that is being dragged."""
    decides.locator("#chat-text").fill("Good luck!")
    decides.locator("#chat-form button").click()
    expect(waits.locator("#chat li")).to_have_count(1)
    decides.reload()  # when it was loaded, there was nothing to take back
    decides.get_by_role("button", name="Take back my last decision").click()
    decides.wait_for_load_state()
    expect(waits.locator("#takeback[data-asked]")).to_be_visible()
    assert axe(waits) == []
    decides.mouse.move(*middle(decides.locator(".hand-mine .is-choice").first))
    decides.mouse.down()
    decides.mouse.move(*middle(decides.locator(".zone").last), steps=3)
    expect(decides.locator(".ghost.dragged")).to_have_count(1)
    assert axe(decides) == []
    decides.keyboard.press("Escape")
    decides.mouse.up()
    decides.get_by_role("button", name="Withdraw").click()
    expect(decides.locator("#prompt.prompt-mine")).to_be_visible()
    decides.wait_for_load_state()


def test_a_planned_choice_is_made_when_its_question_comes_and_nobody_sees_it_before(
    new_context: NewContext, axe: Axe
) -> None:
    waits, decides = to_plan(two_at_a_table(new_context))
    before = known_to(decides)
    plan(waits)
    expect(waits.locator("#board .is-planned").first).to_be_visible()
    assert known_to(decides) == before, "the other page has heard of it"
    waits.keyboard.press("Escape")
    expect(waits.locator("#planned")).to_be_hidden()
    expect(waits.locator(PLAN)).to_be_visible()
    plan(waits)
    waits.reload()
    expect(waits.locator("#planned")).to_be_visible()
    said = (waits.locator("#planned [data-said]").text_content() or "").removeprefix("Planned:").strip()
    assert said.startswith("Assign")
    company_shuts_nobody_out(waits, decides, axe)
    decided = waits.locator("#log li", has_text="assigned").count()
    decides.locator('#prompt [data-part="pass"]').first.click(force=True)
    decides.locator("#confirm").click()
    expect(waits.locator("#log li", has_text="assigned")).to_have_count(decided + 1)
    expect(waits.locator("#planned:visible")).to_have_count(0)
    if LONG:
        pass_until_something_happens(waits, decides)


def pass_until_something_happens(page: Page, other: Page) -> None:
    """They decline what their Unit could do and what else they are asked; when they are woken, the page says why."""
    random, last = Random(5), monotonic() + playing.PATIENCE
    while not page.locator("#pass-ahead:visible").count():
        assert monotonic() < last, "there is nothing to decline"
        asked = next((one for one in (page, other) if playing.is_my_turn(one)), None)
        if asked:
            playing.act(asked, random)
        page.wait_for_timeout(20)
    version = page.locator("#prompt").get_attribute("data-version")
    page.locator("#pass-ahead").click()
    expect(page.locator("#prompt")).not_to_have_attribute("data-version", str(version))
    while not playing.is_my_turn(page):
        assert monotonic() < last, "the match does not go on"
        if playing.is_my_turn(other):
            playing.act(other, random)
        page.wait_for_timeout(20)
    expect(page.locator("#errors .notice")).to_contain_text("You no longer pass ahead")
    page.reload()
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    assert page.evaluate("Object.keys(sessionStorage).filter(key => key.startsWith('planned'))") == []
