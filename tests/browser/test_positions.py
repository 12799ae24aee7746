"""A position set up by the keyboard alone and played out; practice from each seat; scenarios; nobody is shut out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.sampling import LONG, sample

Axe = Callable[[Page], list[str]]
EDITOR = "/games/elekt/positions/"
PAGES = (
    EDITOR,
    EDITOR + "?scenario=occultism",
    EDITOR + "?scenario=solo_heat",
    "/games/elector_counts/positions/?scenario=last_siege_token",
    "/games/enclave/positions/",
    "/games/elekt/practice/",
    "/games/elekt/cards/bone_carver/",
    "/games/elekt/rules/E21.17/",
    "/games/elekt/scenarios/",
    "/games/elekt/scenarios/occultism/",
)


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press it until the element has the focus: nothing is clicked."""
    for _ in range(400):
        if page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {selector}")


def items(page: Page, place: str, name: str = "") -> Locator:
    return page.locator(f'[id="e-{place}"] .place-item', has_text=name)


def put(page: Page, place: str, letters: str) -> None:
    """Choose a card by its first letters, then the button behind it."""
    tab_to(page, f'[id="pick-{place}"]')
    page.keyboard.type(letters)
    page.keyboard.press("Tab")
    with page.expect_response(lambda answer: EDITOR in answer.url):
        page.keyboard.press("Enter")
    expect(items(page, place, letters)).to_have_count(1)


@pytest.mark.usefixtures("quiet")
def test_a_position_is_set_up_and_played_by_keyboard_alone(page: Page) -> None:
    page.goto(EDITOR)
    expect(page.locator("#verdict")).to_contain_text("13 decisions are possible")
    put(page, "zones.missions.rows.0", "Symb")
    expect(page.locator('[id="add-zones.missions.rows.0"]')).to_be_focused()
    put(page, "zones.missions.rows.1", "Necr")
    tab_to(page, '[id="take-zones.missions.rows.1.0"]', "Shift+Tab")
    with page.expect_response(lambda answer: EDITOR in answer.url):
        page.keyboard.press("Space")
    expect(items(page, "zones.missions.rows.1")).to_have_count(0)
    expect(page.locator('[id="pick-zones.missions.rows.1"]')).to_be_focused()
    expect(page.locator("#board .zone.z-missions")).to_contain_text("Symbiont")
    tab_to(page, "#play-it")
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/*/")
    expect(page.locator("#practice")).to_be_visible()
    expect(page.locator("#prompt-title")).to_have_text("Player 1")
    tab_to(page, "#prompt .choice")
    page.keyboard.press("Enter")  # to pass
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt-title")).to_have_text("Player 2")
    expect(page.locator("#log")).to_contain_text("Player 1 passed")


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: by keyboard Elekt's is, and one of fields; the solo one by touch")
@pytest.mark.usefixtures("quiet")
def test_a_solo_position_is_set_up_and_played_by_keyboard_alone(page: Page) -> None:
    page.goto(EDITOR)
    tab_to(page, "#d-ruleset")
    page.keyboard.type("Imperial")
    expect(page.locator("[id='d-houses.seals']")).to_be_visible()
    tab_to(page, "[id='d-houses.seals']")
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    expect(page.locator(".flaw-list")).to_contain_text("E21.24")
    page.keyboard.press("Shift+Tab")  # to the rule that the flaw names
    page.keyboard.press("Shift+Tab")
    expect(page.locator("[id='d-houses.seals']")).to_be_focused()
    page.keyboard.type("2")
    page.keyboard.press("Tab")
    expect(page.locator("#verdict")).to_contain_text("13 decisions are possible")
    tab_to(page, '[id="none-players.1.hand"]')
    page.keyboard.press("Enter")
    expect(page.locator('[id="pick-players.1.hand"]')).to_be_visible()
    put(page, "players.1.hand", "Symb")
    put(page, "houses.won", "Hidden")
    page.locator("#main").focus()
    put(page, "zones.missions.rows.1", "Necr")
    expect(page.locator("#board .zone.z-missions")).to_contain_text("Necrarch")
    page.locator("#main").focus()
    tab_to(page, "#play-it")
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/*/")
    expect(page.locator("#board")).to_contain_text("Elder Houses")
    tab_to(page, "#prompt .choice")
    page.keyboard.press("Enter")  # to pass
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("Houses")
    page.locator("#practice a", has_text="Change this position").click()
    expect(page.locator("[id='d-houses.seals']")).to_have_value("2")


def test_a_solo_position_is_set_up_by_touch_on_a_phone(browser: Browser, site: str, axe: Axe) -> None:
    context = browser.new_context(
        base_url=site, locale="pl-PL", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(EDITOR + "?scenario=solo_seals_become_a_title")
    page.locator('[id="pick-zones.court.rows.1"]').select_option("necrarch")
    page.locator('[id="add-zones.court.rows.1"]').tap()
    expect(items(page, "zones.court.rows.1")).to_have_count(1)
    page.locator("#jump").tap()
    expect(page.locator("#board .zone.z-court")).to_contain_text("Nekrarcha")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: matches/play/test_practice.py takes each seat by requests")
@pytest.mark.usefixtures("quiet")
def test_practice_is_seen_and_played_from_each_seat(page: Page) -> None:
    page.goto(EDITOR)
    page.locator("#play-it").click()
    page.wait_for_url("**/matches/*/")
    page.locator("#practice a", has_text="Player 2").click()
    expect(page.locator("#prompt-title")).to_have_text("Waiting")
    expect(page.locator(".hand-mine")).to_have_count(1)
    page.locator("#take-over").click()
    expect(page.locator("#prompt-title")).to_have_text("Player 1")
    page.locator("#prompt .choice").first.click()
    expect(page.locator("#prompt-title")).to_have_text("Waiting")
    page.locator("#take-over").click()
    expect(page.locator("#prompt-title")).to_have_text("Player 2")
    page.locator("#practice button", has_text="Start over").click()
    page.wait_for_url("**/matches/*/")
    expect(page.locator("#prompt-title")).to_have_text("Player 1")


@pytest.mark.usefixtures("quiet")
def test_a_flaw_leads_to_its_field_and_goes_when_it_is_mended(page: Page) -> None:
    page.goto(EDITOR)
    page.locator('[name="at.players.1.heat"]').fill("7")
    page.keyboard.press("Tab")
    expect(page.locator("#verdict")).to_contain_text("1 problem in this position")
    page.locator("[data-flaw]").click()
    expect(page.locator('[name="at.players.1.heat"]')).to_be_focused()
    page.locator('[name="at.players.1.heat"]').fill("3")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("13 decisions are possible")


@pytest.mark.usefixtures("quiet")
def test_a_game_that_says_its_fields_is_set_up_by_keyboard_alone(page: Page) -> None:
    """A list within a list, a box beside it, a flaw in a folded part; then it is played."""
    address = "/games/elector_counts/positions/"

    def step(key: str) -> None:
        with page.expect_response(lambda answer: address in answer.url):
            page.keyboard.press(key)

    page.goto(address)
    tab_to(page, "[id='pick-players.1.locations']")
    page.keyboard.type("Abbey")
    page.keyboard.press("Tab")
    step("Enter")
    expect(page.locator("[id='add-players.1.locations']")).to_be_focused()
    page.locator("[id='e-players.1'] legend").evaluate("legend => { legend.tabIndex = -1; legend.focus(); }")
    tab_to(page, "[name='at.players.1.locations.0.fortification']")
    step("Space")
    expect(page.locator("#board .site.is-fortified")).to_have_count(1)
    page.locator("#main").focus()
    tab_to(page, "#e-piles summary")
    page.keyboard.press("Enter")
    tab_to(page, "#pick-deck")
    page.keyboard.type("Abbey")
    page.keyboard.press("Tab")
    step("Enter")
    expect(page.locator("#board .site.is-fortified"), "its only copy was taken from there").to_have_count(0)
    tab_to(page, "#play-it")
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/*/")
    expect(page.locator("#practice")).to_be_visible()


def test_positions_are_set_up_without_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(EDITOR)
    page.locator('[id="pick-zones.court.rows.0"]').select_option("symbiont")
    page.locator('[id="add-zones.court.rows.0"]').click()
    expect(page.locator("#board .zone.z-court")).to_contain_text("Symbiont")
    page.locator("#e-text summary").click()
    page.locator("#d-text").fill('[position]\nphase = "moon"\n')
    page.locator("#read-text").click()
    expect(page.locator(".text-flaws")).to_contain_text("Line 2")
    expect(page.locator("#d-text")).to_have_value('[position]\nphase = "moon"\n')
    expect(page.locator("#board .zone.z-court")).to_contain_text("Symbiont")
    page.locator("#play-it").click()
    expect(page.locator("#practice")).to_be_visible()
    context.close()


@pytest.mark.usefixtures("quiet")
def test_a_scenario_is_looked_through_with_the_arrow_keys(page: Page) -> None:
    page.goto("/games/elekt/scenarios/occultism/")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#move-1")).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#move-0")).to_have_attribute("aria-current", "step")


@pytest.mark.parametrize(
    ("width", "scheme", "locale"), sample([(390, "light", "pl-PL")], [(1440, "dark", "en-GB"), (390, "light", "pl-PL")])
)
def test_nobody_is_shut_out_of_positions(
    browser: Browser, site: str, axe: Axe, width: int, scheme: str, locale: str
) -> None:
    context = browser.new_context(
        base_url=site,
        locale=locale,
        viewport={"width": width, "height": 844},
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    page = context.new_page()
    found: dict[str, list[str]] = {}
    for path in sample(PAGES[::3], PAGES):
        page.goto(path)
        found[path] = axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{path} is wider than the screen"
    page.goto(EDITOR)
    page.locator('[name="at.players.0.heat"]').fill("9")
    page.keyboard.press("Enter")
    page.locator(".flaw-list").wait_for()
    page.locator("#e-text summary").click()
    found["a position with a flaw"] = axe(page)
    page.locator('[name="at.players.0.heat"]').fill("1")
    page.keyboard.press("Enter")
    page.locator("#play-it").click()
    page.locator("#practice").wait_for()
    found["a practice match"] = axe(page)
    context.close()
    assert {where: faults for where, faults in found.items() if faults} == {}
