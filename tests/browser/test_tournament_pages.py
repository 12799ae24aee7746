"""The pages of a tournament in a browser: on a phone and on a screen, live, by keyboard, for everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.sampling import LONG, sample

from .evenings import There, logged_in

Axe = Callable[[Page], list[str]]


@pytest.fixture
def phone(browser: Browser, site: str) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=site, locale="pl-PL", viewport={"width": 390, "height": 844}, color_scheme="light", has_touch=True
    )
    yield context
    context.close()


def addresses(there: There) -> list[str]:
    pods: tuple[str, ...] = (
        "",
        "entrants/1/",
        "tables/swiss/1/1/",
        "log/",
        "wall/",
        "picture/",
        "print/",
        "print/slips/",
    )
    pods = (*pods, "print/names/", "print/tables/", "print/standings/", "?version=5")
    leagues = ["/leagues/", there.league, f"{there.league}log/", f"{there.league}organisers-log/"]
    return ["/tournaments/", *(there.pods + page for page in pods), there.cup + "picture/", there.cup, *leagues]


def test_no_page_shuts_anybody_out_or_is_wider_than_a_phone(
    phone: BrowserContext, site: str, there: There, axe: Axe
) -> None:
    page = logged_in(phone, site, there.sessions[there.at_one[0]])
    found: list[str] = []
    for address in sample(addresses(there)[1::2], addresses(there)):
        page.goto(address)
        found += [f"{address}: {fault}" for fault in axe(page)]
        if "print/" not in address and page.evaluate("document.documentElement.scrollWidth") > 390:
            found.append(f"{address}: wider than the phone")
    assert found == [], "\n".join(found)


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: the same pages in the other colours")
def test_no_page_shuts_anybody_out_in_the_dark(browser: Browser, site: str, there: There, axe: Axe) -> None:
    context = browser.new_context(base_url=site, locale="en-GB", color_scheme="dark")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    found: list[str] = []
    for address in addresses(there):
        page.goto(address)
        found += [f"{address}: {fault}" for fault in axe(page)]
    context.close()
    assert found == [], "\n".join(found)
    assert said == []


def test_a_player_taps_the_order_on_a_phone_and_the_wall_hears_of_it(
    phone: BrowserContext, browser: Browser, site: str, there: There
) -> None:
    wall = browser.new_context(base_url=site, locale="en-GB", viewport={"width": 1920, "height": 1080}).new_page()
    wall.goto(there.pods + "wall/")
    assert ":" in (wall.locator(".wall-timer").text_content() or "")
    page = logged_in(phone, site, there.sessions[there.at_one[2]])
    page.goto(there.pods)
    expect(page.locator(".my-where b")).to_have_text("1")
    page.evaluate("navigator.vibrate = (times) => { window.shaken = times; }")
    page.get_by_role("button", name="Powiadom mnie o wezwaniu").tap()
    expect(page.locator("#alarm button")).to_have_attribute("aria-pressed", "true")
    page.evaluate("document.querySelector('.my-table').dataset.call = 'a new call'")
    page.evaluate("document.body.dispatchEvent(new Event('htmx:afterSettle', { bubbles: true }))")
    assert page.evaluate("window.shaken") == [400, 150, 400, 150, 800]
    page.get_by_role("link", name="Zgłoś wynik").tap()
    for name in (there.at_one[2], there.at_one[0], there.at_one[3], there.at_one[1]):
        page.get_by_role("button", name=name, exact=True).tap()
    page.locator(".t-report .btn-main").tap()
    expect(page.locator("#flash")).to_contain_text("Zgłoszone")
    expect(page.locator("#reports + .t-said")).to_contain_text(f"1. {there.at_one[2]}, 2. {there.at_one[0]}")
    version = int(page.locator("[data-version]").get_attribute("data-version") or 0)
    wall.wait_for_function("version => Number(document.querySelector('#wall').dataset.version) >= version", arg=version)
    wall.context.close()


def test_the_page_of_a_league_hears_of_its_members_and_of_its_season(
    phone: BrowserContext, browser: Browser, site: str, there: There, axe: Axe
) -> None:
    watching = browser.new_context(base_url=site, locale="en-GB").new_page()
    watching.goto(there.league)
    olga = logged_in(phone, site, there.sessions["olga"])
    for address in (f"{there.league}settings/", "/leagues/new/"):
        olga.goto(address)
        assert axe(olga) == []
        assert olga.evaluate("document.documentElement.scrollWidth") <= 390
    olga.goto(there.league)
    olga.get_by_role("button", name="Zgłoś się do następnego sezonu").tap()
    expect(watching.get_by_role("heading", name="Waiting for the next season")).to_be_visible()
    expect(watching.locator("#league")).to_contain_text("olga")
    before = int(watching.locator("#league").get_attribute("data-version") or 0)
    player = logged_in(browser.new_context(base_url=site, locale="en-GB"), site, there.sessions["player-1"])
    player.goto(there.league)
    player.locator(".league-mine summary").first.click()
    player.locator(".league-mine input[type=datetime-local]").first.fill(
        (datetime.now() + timedelta(days=60)).strftime("%Y-%m-%dT%H:%M")
    )
    player.get_by_role("button", name="Ask the others").first.click()
    watching.wait_for_function(
        "before => Number(document.querySelector('#league').dataset.version) > before", arg=before
    )
    player.context.close()
    watching.context.close()


def test_a_bracket_is_zoomed_and_walked_by_keyboard(quiet: Page, there: There) -> None:
    quiet.goto(there.cup + "picture/")
    picture = quiet.locator("svg.bracket")
    before = int(picture.get_attribute("width") or 0)
    quiet.get_by_role("button", name="Zoom in").click()
    assert int(picture.get_attribute("width") or 0) > before
    quiet.locator(".t-picture").focus()
    quiet.keyboard.press("0")
    assert int(picture.get_attribute("width") or 0) == before
    quiet.keyboard.press("Tab")
    quiet.keyboard.press("Enter")
    quiet.wait_for_url("**/tables/knockout/1/**")
    expect(quiet.locator("h1")).to_contain_text("Table")


def test_a_sheet_by_names_begins_under_its_heading(quiet: Page, there: There) -> None:
    quiet.goto(f"{there.pods}print/names/")
    head, names = (quiet.locator(part).bounding_box() for part in (".sheet-head", "ol.sheet-names"))
    assert head
    assert names
    assert head["x"] == names["x"]


def test_a_value_opens_from_the_standings(quiet: Page, there: There) -> None:
    quiet.goto(there.pods)
    quiet.locator(".t-standings tbody tr").first.locator("td a").nth(1).click()
    expect(quiet.locator("details.t-value[open]")).to_have_count(1)


def test_without_scripts_everything_is_there(browser: Browser, site: str, there: There) -> None:
    context = browser.new_context(base_url=site, locale="en-GB", java_script_enabled=False)
    page = context.new_page()
    page.goto(there.pods + "wall/")
    expect(page.locator(".wall-names li")).to_have_count(8)
    page.goto(there.cup + "picture/")
    expect(page.locator("svg.bracket .b-box")).to_have_count(8)  # seven duels, and the third place
    context.close()
