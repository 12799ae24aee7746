"""A hint while learning, by keyboard alone: switched on, asked for, shown, and taken."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from . import keyboard
from .meeting import PATIENCE


def test_a_hint_is_asked_for_and_shown_by_keyboard(quiet: Page) -> None:
    """Before the first decision, when nothing else stands beside the switch."""
    page = quiet
    keyboard.begin(page, "elekt")
    expect(page.locator("#hint-ask")).to_be_hidden()
    page.get_by_role("checkbox", name="Offer me hints").focus()
    page.keyboard.press("Space")
    page.locator("#hint-ask").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hint[role=status]")).to_contain_text("would choose:", timeout=PATIENCE)
    expect(page.locator("#prompt .is-advised").first).to_be_visible()
