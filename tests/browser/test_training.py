"""Training in a browser: an exercise is found, solved and explained by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_an_exercise_is_solved_by_keyboard(quiet: Page, axe: Callable[[Page], list[str]]) -> None:
    page = quiet
    page.goto("/training/?game=elekt")
    page.locator("#next").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt .choice").first).to_be_attached()
    assert axe(page) == []
    solve(page)
    expect(page.locator("#verdict")).to_be_focused()
    assert axe(page) == []
    page.locator("#next").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_be_attached()


def solve(page: Page) -> None:
    """By keyboard, the last choice of each question, until the exercise is explained."""
    explained = page.locator(".explained")
    for _ in range(6):
        last = page.locator("#confirm, #prompt .choice").last
        step = last.get_attribute("id")
        last.focus()
        page.keyboard.press("Enter")
        expect(explained.or_(page.locator(f"#prompt:not(:has(#{step}))")).first).to_be_attached()
        if explained.count():
            return
