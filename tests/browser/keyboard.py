"""Somebody who plays by keyboard alone: Tab, arrows, Enter and Escape, and what a screen reader is told meanwhile."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, expect

from tests.sampling import LONG

from .meeting import PATIENCE

CHOICE = "#prompt .choice, #confirm"
FOCUSED_WELL = """() => {
    const here = document.activeElement, box = here.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return here.matches(":focus-visible") && here.contains(there) && getComputedStyle(here).outlineStyle === "solid";
}"""


def play_through(page: Page, game: str, board: str) -> None:
    """The first turns against a bot, with ``LONG_TESTS`` the whole game, and the replay."""
    begin(page, game)
    take_back(page)
    play(page, Random(4), presses=None if LONG else 6)
    if not LONG:
        give_up(page)
    look_back(page, board)


def tab_to(page: Page, selector: str, *, most: int = 60) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not among the next {most} stops")


def begin(page: Page, game: str) -> None:
    """From the home page to a match against a bot, and over the head of the page to the first choice."""
    page.goto("/")
    tab_to(page, f"form:has([name=game][value={game}]) button[value='2']")
    page.keyboard.press("Enter")
    to_the_question(page)


def to_the_question(page: Page) -> None:
    """On a table that has just come, over the head of the page to the first choice."""
    expect(page.locator("#prompt.prompt-mine")).to_be_visible(timeout=PATIENCE)
    tab_to(page, ".skip", most=1)
    page.keyboard.press("Enter")
    tab_to(page, CHOICE, most=3)  # what has gone by, the rule, the first choice


def act(page: Page, random: Random) -> None:
    """Wherever the focus was left, it is on something to press, and can be seen; Enter presses it."""
    assert page.evaluate("selector => document.activeElement.matches(selector)", CHOICE)
    for _ in range(random.randrange(page.locator(CHOICE).count())):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED_WELL), page.evaluate("document.activeElement.outerHTML")
    with page.expect_response(lambda answer: "/choose/" in answer.url or "/decide/" in answer.url):
        page.keyboard.press("Enter")
    expect(page.locator(".htmx-request, .awaiting")).to_have_count(0)
    expect(page.locator("#prompt :focus")).to_have_count(1)


def play(page: Page, random: Random, *, presses: int | None) -> None:
    """So many times Enter, or (None) to the end of the match."""
    while presses is None or presses > 0:
        expect(page.locator("#prompt:is(.prompt-mine, :has(.result))")).to_be_visible(timeout=PATIENCE)
        if page.locator("#prompt .result").count():
            return
        expect(page.locator("#prompt :is(.choice, #confirm):focus")).to_have_count(1)
        act(page, random)
        presses = presses and presses - 1


def take_back(page: Page) -> None:
    """A step that leads to another, and Escape; then from somewhere else on the page back to the question."""
    expect(page.locator("#prompt .choice:focus")).to_have_count(1, timeout=PATIENCE)
    while not page.evaluate("document.activeElement.matches('a')"):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt .taken")).to_be_visible()
    expect(page.locator("#prompt .keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#prompt .taken")).to_have_count(0)
    expect(page.locator("#prompt .choice:focus")).to_have_count(1)
    tab_to(page, "#concede summary")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("#prompt .choice:focus")).to_have_count(1)


def give_up(page: Page) -> None:
    tab_to(page, "#concede summary")
    page.keyboard.press("Enter")
    tab_to(page, "#concede button", most=1)
    page.keyboard.press("Enter")


def look_back(page: Page, board: str) -> None:
    """Who won is told; then the replay: its keys, and its buttons, which let go of the focus at neither end."""
    expect(page.locator("#prompt-title")).to_be_focused()
    expect(page.locator("#announce")).to_contain_text(page.locator("#prompt .winner").inner_text().strip())
    tab_to(page, "#prompt a[href*='/replay/']")
    page.keyboard.press("Enter")
    expect(page.locator(f"#replay {board}")).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.locator("#replay .now")).not_to_be_empty()
    tab_to(page, "[id='step-End']")
    page.keyboard.press("Enter")
    expect(page.locator("#replay .winner")).to_be_visible()
    expect(page.locator("#at")).to_be_focused()
