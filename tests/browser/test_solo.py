"""Cesarski Gambit in a real browser: with the keyboard alone, by mouse on a phone, and the pages around it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.sampling import LONG, sample

from . import playing

Axe = Callable[[Page], list[str]]


def begin(page: Page, level: str) -> None:
    page.goto("/")
    page.locator(f".solo-offer button[value={level}]").click()
    expect(page.locator("#prompt")).to_be_visible()


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: by touch in the usual run; by keyboard the guided game is")
def test_a_game_is_played_with_the_keyboard_alone(quiet: Page) -> None:
    """From the home page to the next game, no mouse: Tab goes to a choice, Enter takes it, the focus stays there."""
    page = quiet
    page.goto("/")
    tab_to(page, ".solo-offer button[value=easy]")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    expect(page.locator("#seat-1 .seat-name")).to_have_text("The Elder Houses")
    random, last = Random(11), monotonic() + playing.PATIENCE
    tab_to(page, "#prompt .choice")
    reasons = page.locator("#log .is-houses_chose", has_text="(E21.")
    while not playing.is_over(page):
        assert monotonic() < last, "the match does not come to an end"
        expect(page.locator("#prompt .choice:focus, #prompt #confirm:focus")).to_have_count(1)
        choices = page.locator("#prompt .choices .choice").count()
        for _ in range(random.randrange(choices) if choices else 0):
            page.keyboard.press("Tab")
        with page.expect_response(lambda answer: "/choose/" in answer.url or "/decide/" in answer.url) as answer:
            page.keyboard.press("Enter")
        assert answer.value.status in (200, 204), answer.value.text()[:500]
        expect(page.locator(".htmx-request, .awaiting")).to_have_count(0)
    expect(page.locator("#prompt .winner")).to_be_visible()
    assert reasons.count() > 1, "the Houses say why"
    match = page.url
    tab_to(page, ".again button[value=medium]")
    page.keyboard.press("Enter")
    expect(page.locator(".terms")).to_contain_text("medium")
    assert page.url != match
    page.goto(match + "verification/")
    expect(page.locator(".notice.success")).to_be_visible()
    page.goto(match + "replay/30/?as=open")  # in the end the hand may be empty
    expect(page.locator("#hand-1 .card-name, .hand.s1").first).to_be_visible()


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {selector}")


def test_each_button_says_what_it_does_from_question_to_question(page: Page) -> None:
    """What was pressed keeps the focus, and must not keep the words of the question before."""
    begin(page, "easy")
    random = Random(5)
    for _ in range(sample(3, 12)):
        if playing.is_over(page):
            break
        playing.act(page, random)
        shown = page.locator("#prompt .choices .choice").all_inner_texts()
        fresh = page.evaluate(
            """async () => {
                const text = await (await fetch(location.href + location.search)).text();
                const page = new DOMParser().parseFromString(text, "text/html");
                return [...page.querySelectorAll("#prompt .choices .choice")].map(choice => choice.textContent.trim());
            }"""
        )
        if page.locator("#prompt .taken").count() == 0:
            assert [text.strip() for text in shown] == fresh


def test_the_news_after_a_decision_can_be_read_and_stepped_through(page: Page) -> None:
    begin(page, "medium")
    playing.act(page, Random(1))
    while not page.locator("#since").count():
        playing.act(page, Random(1))
    told = page.locator("#since li")
    page.locator("#since summary").click()
    expect(told.last).to_be_visible()
    news = page.locator("#log .is-new")
    expect(news).to_have_count(told.count())
    assert news.last.locator(".said").inner_text().strip() == told.last.inner_text().strip()
    page.get_by_role("link", name="Step by step").click()
    expect(page.locator("#replay .now")).to_be_visible()
    expect(page.locator("#replay")).to_have_attribute("data-at", str(news_seq(page)))


def news_seq(page: Page) -> int:
    return int(page.url.split("/replay/")[1].split("/")[0])


def test_it_is_played_by_touch_on_a_phone_and_shuts_nobody_out(browser: Browser, site: str, axe: Axe) -> None:
    context = browser.new_context(
        base_url=site, locale="pl-PL", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    begin(page, "hard")
    found = {"solo": axe(page)}
    random = Random(4)
    for _ in range(6):
        if not playing.is_over(page):
            playing.act(page, random)
    if page.locator("#since summary").count():
        page.locator("#since summary").tap()
    found["solo, after some decisions"] = axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#concede summary").tap()
    page.get_by_role("button", name="Tak, poddaję się").tap()
    expect(page.locator("#prompt .winner")).to_contain_text("Starsze Rody")
    found["solo, over"] = axe(page)
    for address in ("/games/elekt/solo/?level=hard", "/tables/open/?ruleset=elekt-solo-r2&access=named"):
        page.goto(address)
        found[address] = axe(page)
        for width in (360, 390, 768, 1024, 1440):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    context.close()
    assert {where: faults for where, faults in found.items() if faults} == {}


def test_the_form_shows_what_belongs_to_the_ruleset_and_names_players(page: Page) -> None:
    page.goto("/guest/")
    page.get_by_label("Your name at the table").fill("Alice")
    page.get_by_role("button", name="Continue as a guest").click()
    page.goto("/tables/open/")
    expect(page.get_by_role("group", name="Seats")).to_be_visible()
    expect(page.get_by_role("group", name="Level")).to_be_hidden()
    page.get_by_text("Imperial Gambit (solo)").click()
    expect(page.get_by_role("group", name="Seats")).to_be_hidden()
    expect(page.get_by_role("group", name="Level")).to_be_visible()
    page.get_by_text("First edition").click()
    expect(page.get_by_role("group", name="Invited players")).to_be_hidden()
    page.get_by_text("Only players I name").click()
    page.get_by_label("Name a player").fill("Nobody Whosoever")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#id_names-errors")).to_contain_text("Nobody Whosoever")
    expect(page.get_by_role("group", name="Invited players")).to_be_visible()
    expect(page.get_by_label("First edition")).to_be_checked()
