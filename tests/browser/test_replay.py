"""The replay page: keys, slider, log, perspectives and addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.product import Product

from . import playing
from .short_cuts import against_bots


@pytest.fixture(scope="module")
def match(browser: Browser, site_of_module: str) -> Iterator[str]:
    """The address of a finished match; Alice gave up after some decisions."""
    context = browser.new_context(base_url=site_of_module, locale="en-GB")
    page = context.new_page()
    against_bots(page, 2)
    playing.play_until(page, Random(9), decisions=4)
    page.locator("#concede summary").click()
    page.get_by_role("button", name="Yes, I concede").click()
    expect(page.locator("#prompt .winner")).to_be_visible()
    yield page.url
    context.close()


@pytest.fixture(scope="module")
def site_of_module(product: Product) -> str:
    return product.url


@pytest.fixture
def replay(page: Page, match: str) -> Page:
    """Looked at by anybody, from its first event."""
    page.goto(match)
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator("#replay")).to_have_attribute("data-at", "1")
    return page


def at(page: Page, position: int) -> None:
    expect(page.locator("#replay")).to_have_attribute("data-at", str(position))


def last(page: Page) -> int:
    return int(page.locator("#at").get_attribute("max") or 0)


def test_keys_go_forwards_backwards_and_to_both_ends(replay: Page) -> None:
    asked: list[str] = []
    replay.on("request", lambda request: asked.append(request.url))
    replay.reload()
    assert not [url for url in asked if "/replay/steps/" in url], "nobody has touched the replay yet"
    with replay.expect_response("**/replay/steps/**&to=2**"):
        replay.mouse.move(200, 200)
    asked.clear()
    replay.keyboard.press("ArrowRight")
    at(replay, 2)
    replay.keyboard.press("ArrowRight")
    at(replay, 3)
    replay.keyboard.press("ArrowLeft")
    at(replay, 2)
    assert not [url for url in asked if "to=2" in url or "to=3" in url], "both had come before they were asked for"
    replay.keyboard.press("End")
    at(replay, last(replay))
    expect(replay.locator(".winner")).to_be_visible()
    replay.keyboard.press("Home")
    at(replay, 1)


TWICE = """() => {
    const press = () => new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
    for (const _ of [1, 2]) document.body.dispatchEvent(press());
    return find("#at").value;
}"""


def test_two_steps_before_the_page_is_painted_are_two_and_seen_at_once(replay: Page) -> None:
    assert replay.evaluate(TWICE) == "3"
    at(replay, 3)


def test_page_keys_go_from_decision_to_decision(replay: Page) -> None:
    replay.keyboard.press("PageDown")
    first = int(replay.locator("#replay").get_attribute("data-at") or 0)
    if first == 1:
        expect(replay.locator("#replay")).not_to_have_attribute("data-at", "1")
        first = int(replay.locator("#replay").get_attribute("data-at") or 0)
    assert first > 2, "the deal is one step"
    replay.keyboard.press("PageDown")
    expect(replay.locator("#replay")).not_to_have_attribute("data-at", str(first))
    replay.keyboard.press("PageUp")
    at(replay, first)


def test_the_slider_goes_to_any_event(replay: Page) -> None:
    middle = last(replay) // 2
    replay.locator("#at").fill(str(middle))
    at(replay, middle)
    assert f"/replay/{middle}/" in replay.url


def test_a_slider_that_is_moved_before_the_script_has_come_is_followed_all_the_same(page: Page, match: str) -> None:
    scripts: list[Route] = []
    page.route("**/js/replay*.js", lambda route: scripts.append(route))
    page.goto(f"{match}replay/1/", wait_until="commit")
    page.locator("#at").fill("5")
    assert scripts, "it is waited for"
    scripts[0].continue_()
    at(page, 5)


def test_a_line_of_the_log_leads_to_its_position(replay: Page) -> None:
    line = replay.locator("#log li").nth(-3)
    seq = line.get_attribute("data-seq")
    line.locator("a.goto").click()
    at(replay, int(seq or 0))
    expect(line).to_have_class(re.compile("is-here"))


def test_rounds_and_phases_lead_to_where_they_begin(replay: Page) -> None:
    replay.locator("#chapters summary").click()
    replay.locator("#chapters .level-2 a").first.click()
    expect(replay.locator(".phases [aria-current=step]")).to_contain_text("ecruitment")


def test_an_address_can_be_shared(replay: Page) -> None:
    replay.keyboard.press("ArrowRight")
    at(replay, 2)
    replay.wait_for_url("**/replay/2/**")
    somebody = replay.context.browser.new_context().new_page()  # type: ignore[union-attr]
    somebody.goto(replay.url)
    at(somebody, 2)
    replay.go_back()
    at(replay, 1)


def test_each_seat_is_shown_as_it_was(replay: Page) -> None:
    """From a seat one sees that hand alone; with open cards both; a spectator sees none."""
    replay.keyboard.press("End")
    at(replay, last(replay))
    for name, hands in (("Level 3: Courtier", 1), ("all cards open", 2), ("a spectator", 0)):
        replay.locator(".views").get_by_role("link", name=name).click()
        expect(replay.locator(".views [aria-current=true]")).to_have_text(name)
        expect(replay.locator(".hand:not(.drawn)")).to_have_count(hands)


def test_the_record_can_be_downloaded_and_says_what_it_is(replay: Page) -> None:
    with replay.expect_download() as download:
        replay.get_by_role("link", name="Download the record").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert '"record":"elekt-record"' in text.splitlines()[0].replace(" ", "")


def test_a_match_is_played_and_looked_back_at_without_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False, locale="en-GB")
    plain = context.new_page()
    plain.goto("/")
    plain.locator("form:has([name=game][value=elekt]) button[value='2']").click()
    given_up, decided = monotonic() + playing.PATIENCE, set[str]()
    placed = plain.locator("#log li.is-unit_assigned")
    while len(decided) < 6 or not placed.count():
        assert monotonic() < given_up, "the match does not go on"
        choices = plain.locator("#prompt.prompt-mine :is(#confirm, .choices .choice)")
        if choices.count():
            decided.add(plain.locator("#prompt").get_attribute("data-version") or "")
            choices.first.click()
            expect(plain.locator("#prompt")).to_be_visible()
        else:
            plain.reload()  # the bot decides
    plain.locator("#log li a.goto").first.click()
    here = int(plain.locator("#replay").get_attribute("data-at") or 0)
    plain.locator("#step-ArrowRight").click()
    at(plain, here + 1)
    line = plain.locator("#log li").nth(5)
    event = int(line.get_attribute("data-seq") or 0)
    line.locator("a.goto").click()
    at(plain, event)
    context.close()
