"""Two people and two bots at one table: Alice with a mouse and in English, Bob with a phone and in Polish."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.sampling import sample

from .short_cuts import come_in

PATIENCE = sample(90_000, 600_000)
"""How long a turn, with LONG_TESTS a whole game, may take, in milliseconds."""
NewContext = Callable[..., BrowserContext]
PHONE: ViewportSize = {"width": 390, "height": 844}


@contextmanager
def met(
    browser: Browser, new_context: NewContext, site: str, *, game: str, bots: Sequence[int]
) -> Iterator[tuple[Page, Page]]:
    """Their pages when the match has begun; greedy bots sit on the seats ``bots`` (from 0)."""
    alice = come_in(new_context(), "Alice")
    phone = browser.new_context(base_url=site, locale="pl-PL", viewport=PHONE, has_touch=True)
    alice.goto(f"/tables/open/?game={game}")
    alice.locator("[name=seats][value='4']").check()
    alice.get_by_role("button", name="Open the table").click()
    for seat in bots:
        chosen = alice.locator(f"form:has([name=seat][value='{seat}']):has([name=bot])")
        chosen.locator("[name=bot]").select_option("greedy")
        chosen.get_by_role("button", name="Add a bot").click()
    bob = _come_in_polish(phone, "Bob")
    bob.goto(alice.url)
    bob.get_by_role("button", name="Usiądź").first.tap()
    for page in (alice, bob):
        expect(page.locator("#prompt")).to_be_visible()
    yield alice, bob
    phone.close()


def _come_in_polish(context: BrowserContext, name: str) -> Page:
    page = context.new_page()
    page.goto("/guest/")
    page.locator("[name=name]").fill(name)
    page.locator("main form button").last.tap()
    expect(page.locator("#menu .me", has_text=name)).to_be_attached()  # in the menu, which is folded on a phone
    return page


def to_turn(number: int, *pages: Page, click: str) -> None:
    """All of them ``click`` (a function of JavaScript) until so many turns have begun or the game is over."""
    reached = """number => document.querySelector("#prompt .result")
        || document.querySelectorAll("#log .is-turn_started").length >= number"""
    script = f"""number => {{
        const click = {click}, reached = {reached};
        const step = () => {{
            click();
            if (!reached(number)) setTimeout(step, 15);
        }};
        if (!reached(number)) step();
    }}"""
    for page in pages:
        page.evaluate(script, number)
    for page in pages:
        page.wait_for_function(reached, arg=number, timeout=PATIENCE)


def first_of(*offered: str) -> str:
    """A function of JavaScript that clicks the first thing there is of what somebody is offered, once."""
    selectors = [f"#prompt.prompt-mine {one}" for one in offered]
    return f"""() => {{
        if (document.querySelector(".htmx-request, .awaiting")) return;
        const button = {selectors!r}.map(one => document.querySelector(one)).find(one => one);
        if (button && button !== window.clicked) (window.clicked = button).click();
    }}"""


def step_through(page: Page, board: str) -> None:
    """The replay, by a key."""
    page.goto(page.url.split("?")[0] + "replay/1/")
    expect(page.locator(board)).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.locator("#replay")).not_to_have_attribute("data-at", "1")
