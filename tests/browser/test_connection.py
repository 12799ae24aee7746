"""Connection lost: said where one looks, whatever the window and however far it is scrolled."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from .test_play import against_bots

IN_SIGHT = """
    (notice) => {
      const box = notice.getBoundingClientRect();
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth
        && (top === notice || notice.contains(top));
    }
"""


@pytest.mark.parametrize(("width", "height"), [(390, 664), (1440, 900)])
def test_it_is_said_in_the_bar_and_what_is_lit_goes_dark(browser: Browser, site: str, width: int, height: int) -> None:
    context = browser.new_context(base_url=site, locale="en-GB", viewport={"width": width, "height": height})
    page = context.new_page()
    against_bots(page, 2)
    notice, lit = page.locator("#connection"), page.locator("#board .is-choice").first
    expect(lit).to_be_visible()
    version = page.locator("#prompt").get_attribute("data-version")
    context.set_offline(True)
    expect(notice).to_contain_text("Connection lost")
    for at in (0, 200, 10_000):
        page.evaluate("(at) => new Promise((done) => { scrollTo(0, at); requestAnimationFrame(() => done()) })", at)
        page.wait_for_function(f"({IN_SIGHT})(document.getElementById('connection'))")
    assert "brightness" in lit.evaluate("(lit) => getComputedStyle(lit).filter")
    lit.dispatch_event("click")
    assert page.locator("#prompt").get_attribute("data-version") == version
    assert page.locator("#errors .notice").count() == 0, "nothing was sent"
    context.set_offline(False)
    expect(notice).to_be_hidden()
    assert lit.evaluate("(lit) => getComputedStyle(lit).filter") == "none"
    context.close()
