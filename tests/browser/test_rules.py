"""The rules in a browser: looked up while one plays, found while one types, and all of it without scripts as well."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Browser, Page, expect

from . import playing
from .short_cuts import against_bots

Axe = Callable[[Page], list[str]]


def test_a_rule_is_read_in_place_by_the_keyboard_and_the_table_is_not_left(page: Page, axe: Axe) -> None:
    against_bots(page, 2)
    playing.play_until(page, Random(3), decisions=4)
    at = page.url
    line = page.locator("#log li:has(a.rule)").last.get_attribute("id")  # the log goes on meanwhile
    chip = page.locator(f"#{line} a.rule")
    number = chip.inner_text().split()[-1]
    chip.focus()
    page.keyboard.press("Enter")
    box = page.locator("#rule-box")
    expect(box).to_be_visible()
    expect(box.locator("h2")).to_contain_text(number)
    expect(box.locator("h2")).to_be_focused()
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(box).not_to_be_visible()
    expect(chip).to_be_focused()
    assert page.url == at
    page.locator("#prompt a.rule").first.click()
    expect(box).to_be_visible()
    box.get_by_role("button", name="Close").click()
    expect(box).not_to_be_visible()


LYING_OVER = """() => [...document.querySelectorAll(".rules-main > .rules-chapter")].filter((chapter) => {
    const said = chapter.getBoundingClientRect().height;
    chapter.style.contentVisibility = "visible";
    return chapter.getBoundingClientRect().height > said;
}).map((chapter) => chapter.getAttribute("aria-labelledby"))"""
"""Chapters that are higher than they say: not laid out, they would lie over the next one."""


def test_the_address_of_a_rule_in_the_book_leads_to_it(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/games/elekt/rules/#E9.4")
    page.wait_for_timeout(1500)  # a smooth scroll would still be under way, or have ended elsewhere
    expect(page.locator("[id='E9.4']")).to_be_in_viewport()


def test_rules_are_found_while_one_types(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/games/elekt/rules/")
    assert page.evaluate(LYING_OVER) == []
    page.get_by_label("Search rules and cards").press_sequentially("zone limit")
    expect(page.locator("#found .hits li").first).to_contain_text("E7.4")
    expect(page.locator("#found mark").first).to_be_visible()
    assert "q=zone" in page.url
    page.locator("#found .hits a").first.click()
    expect(page.locator("h1")).to_have_text("Rule E7.4")


def test_without_scripts_numbers_lead_to_pages_and_the_search_answers(browser: Browser, site: str) -> None:
    plain = browser.new_context(base_url=site, java_script_enabled=False, locale="pl-PL").new_page()
    plain.goto("/games/elekt/rules/")
    plain.locator("#q").fill("żarem")
    plain.locator(".rules-search button").click()
    expect(plain.locator("#found .hits li").first).to_contain_text("E12.1")
    plain.locator("#found .hits a").first.click()
    expect(plain.locator("h1")).to_have_text("Zasada E12.1")
    plain.context.close()


def test_the_chapters_fit_a_phone(browser: Browser, site: str) -> None:
    phone = browser.new_context(base_url=site, viewport={"width": 390, "height": 844}, locale="pl-PL").new_page()
    for path in (
        "/games/elekt/rules/",
        "/games/elekt/rules/E23/",
        "/games/elekt/rules/E2.9/",
        "/games/elekt/rules/E26/",
    ):
        phone.goto(path)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    phone.locator(".rules-nav-small summary").click()
    phone.locator(".rules-nav-small a", has_text="Gra solo").click()
    expect(phone.locator("h1")).to_have_text("E21 Gra solo: Cesarski Gambit")
    phone.context.close()
