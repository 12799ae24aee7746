"""Things are dragged to lit places, by mouse and by finger: the choices, previews and confirmations of tapping."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Page, expect

from .test_play import to_assign


def middle(thing: Locator) -> tuple[float, float]:
    """Where it lies still: cards are on their way for a moment after a hand has changed."""
    thing.element_handle().wait_for_element_state("stable")
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_card_is_dragged_to_a_zone_by_mouse_and_goes_back_elsewhere(quiet: Page) -> None:
    page = quiet
    to_assign(page)
    taken, dragged = page.locator("#prompt .taken"), page.locator(".ghost.dragged")
    card, zone = page.locator(".hand-mine .is-choice").first, page.locator(".zone.is-choice").first
    for ending in ("escape", "elsewhere", "zone"):
        page.mouse.move(*middle(card))
        page.mouse.down()
        page.mouse.move(*middle(page.locator(".lay-status")), steps=4)
        expect(page.locator(".hand-mine .is-taken")).to_have_count(1)
        expect(dragged).to_have_count(1)
        if ending == "escape":
            page.keyboard.press("Escape")
            page.mouse.up()
        elif ending == "elsewhere":
            page.mouse.up()
        else:
            page.mouse.move(*middle(zone), steps=4)
            expect(page.locator(".zone.is-under")).to_have_count(1)
            expect(page.locator(".zone.is-under [data-would]").first).to_be_attached()
            page.mouse.up()
        expect(taken).to_have_count(0)
        expect(dragged).to_have_count(0)
    expect(page.locator("#log li", has_text="assigned").first).to_be_attached()


def test_a_card_is_dragged_to_a_zone_by_finger_and_the_page_does_not_scroll(browser: Browser, site: str) -> None:
    context = browser.new_context(
        base_url=site, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = context.new_page()
    to_assign(page)
    finger = context.new_cdp_session(page)

    def touch(kind: str, x: float = 0, y: float = 0) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = middle(page.locator(".hand-mine .is-choice").first)
    touch("touchStart", x, y)
    touch("touchMove", x, y - 20)
    to_x, to_y = middle(page.locator(".zone.is-choice").last)
    for step in range(1, 11):
        touch("touchMove", x + (to_x - x) * step / 10, y + (to_y - y) * step / 10)
    expect(page.locator(".zone.is-under")).to_have_count(1)
    touch("touchMove", to_x + 1, to_y)
    assert page.evaluate("scrollY") == 0
    touch("touchEnd")
    expect(page.locator("#prompt .taken")).to_have_count(0)
    expect(page.locator(".ghost.dragged")).to_have_count(0)
    expect(page.locator("#log li", has_text="assigned").first).to_be_attached()
    context.close()
