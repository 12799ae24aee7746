"""The review of a match at three seats against two levels: its marks, lines on the board, playing on from a
mistake, an exercise; all of it by keyboard in English, and by touch in Polish.

The numbers of the review are made up (``tests.matches.reviews.made_up``), so nobody waits for the judges; everything
else, the lines too, is as people get it.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from random import Random
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.person import Person
from tests.product import Product
from tests.sampling import LONG

from . import keyboard, playing
from .meeting import PATIENCE, PHONE
from .short_cuts import as_person
from .test_training import solve

CHOICES = 6
"""So many decisions of Alice: some are no choices, and three are marked."""
MAX_FIRST_LOAD = 120 * 1024
"""Bytes of a review's page with all that it loads, compressed; here with every decision of a player."""
LOADED = "performance.getEntries().reduce((sum, one) => sum + (one.encodedBodySize || 0), 0)"
STORE = """
from uuid import UUID
from matches.models import Review
from tests.matches.reviews.made_up import store
store(UUID("{match}"))
Review.objects.filter(match=UUID("{match}")).update(status=Review.Status.WAITING, worker="nobody")
"""


def review_made_up(product: Product, match: str) -> None:
    """It waits, as if a worker had it in hand: no real one is made meanwhile."""
    said = product.manage("shell", "-v", "0", "-c", STORE.format(match=match))
    assert said.returncode == 0, said.stderr


def review_is_done(product: Product, match: str) -> None:
    with closing(sqlite3.connect(product.data / "elekt.sqlite3", timeout=20)) as database, database:
        found = database.execute("UPDATE matches_review SET status = 'done' WHERE match = ?", (UUID(match).hex,))
        assert found.rowcount == 1


def match_of(page: Page) -> str:
    return urlsplit(page.url).path.split("/")[2]


def focused(page: Page, selector: str) -> bool:
    return bool(page.evaluate("selector => document.activeElement.matches(selector)", selector))


def fits(page: Page) -> bool:
    """Whether nothing hangs over the edge."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.fixture
def played(product: Product, page: Page) -> str:
    """A match at three seats that is over, as ``page``'s own person played it: some choices, then gave up."""
    alice = Person(product.url, "Alice", 4)
    as_person(page.context, alice)
    match: str = alice.open_table(3, bots={"1": "random", "2": "level1"})["match"]
    made = filter(None, alice.play(match, 0))
    for _ in range(CHOICES):
        next(made)
    page.goto(f"/matches/{match}/")
    page.locator("#concede summary").click()
    page.locator("#concede button").click()
    expect(page.locator("#prompt .winner")).to_be_visible()  # the bots play it out
    return match


def test_a_review_is_walked_through_by_keyboard_alone(
    quiet: Page, product: Product, axe: Callable[[Page], list[str]], browser: Browser, played: str
) -> None:
    page, match = quiet, played
    page.goto(f"/matches/{match}/replay/1/")
    expect(page.locator("#replay")).to_be_visible()
    keyboard.tab_to(page, "a[href$='/review/']")
    page.keyboard.press("Enter")
    expect(page.locator("#review form")).to_be_visible()
    review_made_up(product, match)
    keyboard.tab_to(page, "#review form .btn")
    page.keyboard.press("Enter")
    expect(page.get_by_label("The review is being made.")).to_be_visible()
    review_is_done(product, match)
    expect(page.locator(".review-mark")).to_have_count(3)  # the page has asked again by itself
    assert axe(page) == []

    marks = [mark.get_attribute("id") for mark in page.locator(".review-mark").all()]
    for key, here in (("n", 0), ("n", 1), ("n", 2), ("p", 1)):
        page.keyboard.press(key)
        assert focused(page, f"#{marks[here]}"), key
    expect(page.locator(f"#{marks[1]}")).to_contain_text("Sample: 24 deals (88 were dealt), not weighted.")
    table = page.locator(".chances details")
    table.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(table.get_by_role("columnheader")).to_have_count(4)  # the event, and each player
    expect(table.get_by_role("row").nth(1).get_by_role("cell")).to_have_text(["33%", "33%", "33%"])

    lines = [mark.locator("details ol").first.locator("li").count() for mark in page.locator(".review-mark").all()]
    for _ in range(1 + next(place for place, steps in enumerate(lines) if steps > 1)):
        page.keyboard.press("n")
    keyboard.tab_to(page, ".best a", most=3)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="After the best choice")).to_be_visible()
    step = page.locator(".line-steps [aria-current=step]")
    first = step.inner_text()
    page.keyboard.press("ArrowRight")
    expect(step).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(step).to_have_text(first)
    assert axe(page) == []
    page.get_by_role("link", name="After the choice played").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="After the choice played")).to_be_visible()
    page.get_by_role("link", name="Review", exact=True).focus()
    page.keyboard.press("Enter")

    expect(page.locator(".review-mark")).to_have_count(3)
    page.locator("nav a[href$='seat=2']").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("Every decision of .*Level 1"))).to_be_visible()
    for key, here in (("]", 0), ("]", 1), ("[", 0)):
        page.keyboard.press(key)
        assert page.locator(".review-decision").nth(here).evaluate("(it) => it === document.activeElement"), key
    fold = page.locator(".decisions details").first
    fold.locator("summary").focus()
    page.keyboard.press("Enter")
    keyboard.tab_to(page, ".decisions .best a", most=1)
    keyboard.tab_to(page, ".decisions .best a[href*='/second/'], .decisions .best a[href*='/played/']", most=1)
    page.keyboard.press("Enter")
    expect(page.locator(".line-steps [aria-current=step]")).to_be_visible()
    page.go_back()

    with page.expect_download() as download:
        page.get_by_role("link", name="Download the review").focus()
        page.keyboard.press("Enter")
    report = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert [f"mark-{one['at']}" for one in report["decisions"] if one["mark"]] == marks
    keyboard_shared(page, browser)

    page.goto(f"/matches/{match}/review/")
    page.keyboard.press("n")
    keyboard.tab_to(page, ".review-mark a[href*='/replay/']", most=8)
    page.keyboard.press("Enter")
    expect(page.locator("#replay")).to_have_attribute("data-at", (marks[0] or "").removeprefix("mark-"))
    page.keyboard.press("n")
    expect(page.locator("#replay")).to_have_attribute("data-at", (marks[1] or "").removeprefix("mark-"))
    keyboard.tab_to(page, ".play-on summary")
    page.keyboard.press("Enter")
    keyboard.tab_to(page, ".play-on button", most=5)
    page.keyboard.press("Enter")
    expect(page.locator("#prompt.prompt-mine")).to_be_visible(timeout=PATIENCE)
    assert match_of(page) != match


def keyboard_shared(page: Page, browser: Browser) -> None:
    """The address of what one sees shows the same to somebody else."""
    page.get_by_role("link", name="What each player knew").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".chances polyline")).to_have_count(3)
    somebody = browser.new_context(locale="en-GB").new_page()
    somebody.goto(page.url)
    expect(somebody.locator(".chances polyline")).to_have_count(3)
    expect(somebody.get_by_role("heading", name=re.compile("Every decision of .*Level 1"))).to_be_visible()
    expect(somebody.get_by_role("button", name="Ask for a review")).to_have_count(0)
    somebody.wait_for_load_state("networkidle")
    assert 0 < somebody.evaluate(LOADED) <= MAX_FIRST_LOAD
    somebody.context.close()


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: by keyboard it is walked through in the usual run")
def test_a_review_is_walked_through_in_polish_by_touch(
    browser: Browser, product: Product, axe: Callable[[Page], list[str]]
) -> None:
    page = browser.new_context(base_url=product.url, locale="pl-PL", viewport=PHONE, has_touch=True).new_page()
    page.goto("/tables/open/?game=elekt")
    page.locator("label:has([name=seats][value='3'])").tap()
    page.locator("[name=seat_2]").select_option("level3")
    page.locator("[name=seat_3]").select_option("level6")
    page.get_by_role("button", name="Otwórz stół").tap()
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    playing.play_until(page, Random(9), decisions=3)
    page.locator("#concede summary").tap()
    page.get_by_role("button", name="Tak, poddaję").tap()
    expect(page.locator("#prompt .winner")).to_be_visible()
    match = match_of(page)
    page.goto(f"/matches/{match}/review/")
    review_made_up(product, match)
    page.get_by_role("button", name="Poproś o analizę").tap()
    review_is_done(product, match)
    expect(page.locator(".review-mark")).to_have_count(3)
    assert axe(page) == []
    assert fits(page)
    mark = page.locator(".review-mark").first
    for said in ("gruby błąd", "liczy się 18,4 ± 2,1", "Próba: 24 rozdania (rozdano 88), bez wag.", "najlepsza"):
        expect(mark).to_contain_text(said)
    page.get_by_text("Jak to policzono").tap()
    expect(page.get_by_text("bez wag według tego, jak prawdopodobne")).to_be_visible()
    marks = page.locator(".review-mark").all()
    longer = next(one for one in marks if one.locator("details ol").first.locator("li").count() > 1)
    longer.locator(".best a").first.tap()
    expect(page.get_by_role("heading", name="Po najlepszej decyzji")).to_be_visible()
    assert fits(page)
    page.get_by_role("link", name="Następna decyzja").tap()
    expect(page.locator(".line-steps [aria-current=step]")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Analiza", exact=True).tap()
    page.locator("nav", has_text="Wszyscy").get_by_role("link").nth(1).tap()
    page.get_by_text("Najlepsze decyzje", exact=True).first.tap()
    expect(page.locator(".decisions .best").first).to_contain_text("zagrana")
    assert fits(page)
    assert axe(page) == []
    # before the direction is set there is no position to play on from
    page.locator(".review-decision").filter(has_not_text="Kierunek gry").first.tap()
    page.get_by_text("Graj dalej od tego miejsca").tap()
    page.locator(".play-on button").tap()
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    assert match_of(page) != match
    page.goto("/training/?game=elekt")
    page.locator("#next").tap()
    solve(page)
    expect(page.locator("#verdict")).to_be_visible()
    page.context.close()
