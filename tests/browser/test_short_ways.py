"""What one comes for, counted in clicks, and that nothing of it lies out of sight on a phone."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from .short_cuts import against_bots

PHONE = {"width": 390, "height": 664}
SEEN = "(thing) => { const b = thing.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight }"


def phone(browser: Browser, site: str) -> Page:
    return browser.new_context(base_url=site, locale="en-GB", viewport=PHONE).new_page()  # type: ignore[arg-type]


def test_one_tap_from_landing_to_a_game_and_one_name_and_a_tap_from_a_link(browser: Browser, site: str) -> None:
    alice, bob = phone(browser, site), phone(browser, site)
    alice.goto("/")
    play = alice.locator(".hero .btn-main")
    assert play.evaluate(SEEN), "without scrolling"
    play.click()
    expect(alice.locator("#prompt.prompt-mine")).to_be_visible()
    alice.goto("/games/elekt/rules/")
    assert alice.locator("#turns").evaluate(SEEN)
    assert alice.title().startswith("(1) ")
    assert "data:image/svg" in (alice.locator("#icon").get_attribute("href") or "")
    alice.goto("/")
    alice.get_by_role("button", name="Play a friend by link").first.click()
    link = alice.locator("#link").input_value()
    assert alice.locator(".qr svg").count() == 1
    bob.goto(link)
    tap = bob.get_by_role("button", name="Sit down and play")
    bob.get_by_label("Your name at the table").fill("Bob")
    assert tap.evaluate(SEEN), "without scrolling"
    tap.click()
    expect(bob.locator("#prompt")).to_be_visible()
    expect(alice.locator("#prompt")).to_be_visible()  # the table took her along when it started
    for page in (alice, bob):
        page.context.close()


def test_whoever_watches_several_tables_sees_each_go_on(browser: Browser, site: str) -> None:
    alice, bob, dora = (phone(browser, site) for _ in range(3))
    for player in (alice, bob):
        against_bots(player, 2)
        expect(player.locator("#prompt.prompt-mine")).to_be_visible()
    tables = [player.url.rstrip("/").rpartition("/")[2] for player in (alice, bob)]
    dora.goto("/watch/?" + "&".join(f"table={table}" for table in tables))
    for player, table in zip((alice, bob), tables, strict=True):
        tile = dora.locator(f"#tile-{table} .tile-in")
        before = tile.get_attribute("data-version") or ""
        player.evaluate("document.querySelector('#prompt .choice').click()")
        player.evaluate("document.querySelector('#prompt #confirm')?.click()")
        expect(tile).not_to_have_attribute("data-version", before)
    dora.locator(".tile-away").first.click()
    expect(dora.locator(".tile-of")).to_have_count(1)
    assert dora.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for page in (alice, bob, dora):
        page.context.close()
