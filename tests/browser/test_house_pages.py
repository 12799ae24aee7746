"""What holds for every page, whoever looks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

PAGES = ["/", "/training/", "/play/rated/", "/watch/", "/bots/", "/login/", "/signup/", "/guest/"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_without_a_refusal_and_without_a_fault(
    quiet: Page, axe: Callable[[Page], list[str]], path: str
) -> None:
    answer = quiet.goto(path)
    assert answer is not None
    assert answer.status == 200
    assert axe(quiet) == []


@pytest.mark.parametrize("width", [390, 1440])
def test_no_page_is_wider_than_the_screen(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in PAGES:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_the_language_is_switched_and_kept(page: Page) -> None:
    page.goto("/login/")
    page.get_by_role("button", name="Polski").click()
    assert page.locator("html").get_attribute("lang") == "pl"
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "pl"
