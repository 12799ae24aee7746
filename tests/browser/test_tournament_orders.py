"""Alice puts things in order by hand: the seeding, who sits where, who is at the tables. By mouse, by keyboard, by
touch."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

NAMES = ["Ada", "Bartek", "Celina", "Dawid", "Ewa", "Filip", "Grażyna", "Hubert"]


def test_orders_by_hand(browser: Browser, site: str, axe: Callable[[Page], list[str]]) -> None:
    size: ViewportSize = {"width": 1440, "height": 900}
    page = browser.new_context(base_url=site, locale="en-GB", viewport=size, has_touch=True).new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    desk = opened(page)

    page.get_by_role("link", name="Seed by hand").click()
    assert axe(page) == []
    drag(page, grip(page, "Hubert"), page.locator("[data-row=Ada]"), at=0.2)
    assert order(page)[:3] == ["Hubert", "Ada", "Bartek"]
    grip(page, "Celina").press("Home")
    page.get_by_role("button", name="Ada down").click()
    page.get_by_label("Place of Dawid").fill("8")
    page.get_by_label("Place of Dawid").press("Tab")
    assert order(page) == ["Celina", "Hubert", "Bartek", "Ada", "Ewa", "Filip", "Grażyna", "Dawid"]
    page.get_by_role("button", name="Seed in this order").click()
    people = page.locator(".desk-people a")
    expect(people.first).to_contain_text("Celina")
    expect(people.last).to_contain_text("Dawid")

    page.get_by_role("button", name="Start and pair").click()
    one, other = at_table(page, 1)[0], at_table(page, 2)[0]
    seat(page, one).focus()
    page.keyboard.press("Enter")
    expect(seat(page, one)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(seat(page, one)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    seat(page, other).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".is-swapped")).to_have_count(2)
    sits(page, one, 2)
    sits(page, other, 1)
    page.get_by_role("button", name="Publish").click()

    page.get_by_role("link", name="Swap players").click()
    assert axe(page) == []
    drag(page, seat(page, one), seat(page, other))
    expect(page.get_by_text(f"{one} and {other} have changed places.")).to_be_visible()
    sits(page, one, 1)
    by_touch(page, seat(page, one).locator("[data-handle]"), seat(page, other))
    sits(page, one, 2)
    page.goto(desk)
    page.get_by_role("button", name="Undo: repair of round 1").click()
    expect(page.locator("#t1-1 .desk-who", has_text=one).first).to_be_visible()

    page.get_by_role("button", name="Call all tables").click()
    expect(page.locator(".is-called")).to_have_count(2)
    page.get_by_role("button", name="Call the players to table 1 again").click()
    expect(page.locator("#t1-1 .desk-state")).to_contain_text("second call")
    expect(page.locator("#t1-1 .desk-state")).to_contain_text("by ")
    assert axe(page) == []
    for name in page.locator("#t1-1 button.desk-who").all_inner_texts():
        page.get_by_role("button", name=f"{name} is at the table").click()
        expect(page.locator(f'#t1-1 [aria-label="{name} is at the table"][aria-pressed=false]')).to_have_count(0)
    expect(page.locator("#t1-1 .desk-state")).to_have_text("playing")
    page.get_by_role("link", name="Swap players").click()
    expect(page.locator(".is-fixed [data-seat]")).to_have_count(0)
    expect(page.locator("[data-seat]")).to_have_count(4)
    assert said == []


def opened(page: Page) -> str:
    """A tournament of eight in which who is called may be ten minutes late; the address of its desk."""
    page.goto("/guest/?next=/tournaments/new/")
    page.locator("input[name=name]").fill("Alice")
    page.locator("main form .btn-main").click()
    page.get_by_text("More settings").click()
    page.get_by_label("At real tables: minutes a player may be late").fill("10")
    page.get_by_label("Counted from").select_option("call")
    page.locator(".btn-big").click()
    page.get_by_label("One player per line").fill("\n".join(NAMES))
    page.get_by_role("button", name="Enter them").click()
    expect(page.locator(".desk-people li")).to_have_count(8)
    return page.url


def order(page: Page) -> list[str]:
    return [str(row.get_attribute("data-row")) for row in page.locator("[data-row]").all()]


def grip(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"{name}: move with the arrow keys")


def seat(page: Page, name: str) -> Locator:
    return page.locator(f'[data-name="{name}"]')


def at_table(page: Page, table: int) -> list[str]:
    seats = page.locator(".desk-table", has_text=f"Table {table}").locator("[data-name]")
    return [str(seat.get_attribute("data-name")) for seat in seats.all()]


def sits(page: Page, name: str, table: int) -> None:
    """Waits for that."""
    where = page.locator(".desk-table", has_text=f"Table {table}")
    expect(where.locator(f'[data-name="{name}"]')).to_be_visible()


def middle(where: Locator, at: float = 0.5) -> tuple[float, float]:
    box = where.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * at


def drag(page: Page, what: Locator, where: Locator, at: float = 0.5) -> None:
    page.mouse.move(*middle(what))
    page.mouse.down()
    page.mouse.move(*middle(where, at), steps=6)
    page.mouse.up()


def by_touch(page: Page, what: Locator, where: Locator) -> None:
    """A finger on the handle moves to another seat."""
    finger = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(what), middle(where)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.3, 0.6, 1):
        point = {"x": x + (to_x - x) * part, "y": y + (to_y - y) * part}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
