"""The cards of one's hand are read in full where little of them is seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from .test_play import to_assign


@pytest.mark.parametrize(("width", "height"), [(390, 664), (1440, 900)])
def test_a_card_of_the_hand_is_read_in_full(browser: Browser, site: str, width: int, height: int) -> None:
    context = browser.new_context(base_url=site, viewport={"width": width, "height": height}, locale="en-GB")
    page = context.new_page()
    to_assign(page)
    shown = page.locator("#terms > .face")
    page.locator("#prompt a[data-part^='unit:']").first.focus()
    page.keyboard.press("?")
    expect(shown).to_be_visible()
    expect(shown.locator("footer")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    page.locator(".lay-hand .face.is-choice").first.click(position={"x": 6, "y": 6})
    expect(page.locator(".lay-hand .is-taken")).to_have_count(1)
    other = page.locator(".lay-hand .face:not(.is-choice, .is-taken)").first
    name = other.locator(".card-name").inner_text()
    other.click(position={"x": 6, "y": 6})
    expect(shown.locator(".card-name")).to_have_text(name, ignore_case=True)
    expect(shown.locator("footer")).to_be_in_viewport(ratio=1)
    context.close()
