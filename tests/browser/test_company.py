"""Two people at a table and one who looks on, with ``LONG_TESTS`` two, each in a browser of their own: talk, going
back, going away, coming back, a rematch."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from uuid import UUID

from playwright.sync_api import BrowserContext, Page, expect

from tests.product import Product
from tests.sampling import sample

from .short_cuts import at_one_table, come_in

TRIES = 60
SOON = 3000
NewContext = Callable[..., BrowserContext]


WATCHERS = sample(("Charlie",), ("Charlie", "Dora"))
"""What one says the other hears: matches/company/test_chat.py."""


def test_two_play_and_others_look_on(new_context: NewContext, product: Product) -> None:
    alice, bob, *watchers = everybody = [come_in(new_context(), name) for name in ("Alice", "Bob", *WATCHERS)]
    at_one_table(alice, bob)
    match = alice.url
    for watcher in watchers:
        watcher.goto(match)
    they_talk(alice, bob, watchers)
    one_goes_back(alice, bob, everybody)
    one_goes_away_and_comes_back(product, alice, bob, [alice, *watchers])
    they_play_again(alice, bob, watchers, match)


def say(page: Page, text: str) -> None:
    page.locator("#chat-text").fill(text)
    page.locator("#chat-form button").click()


def they_talk(alice: Page, bob: Page, watchers: Sequence[Page]) -> None:
    say(alice, "Good luck!")
    for page in (alice, bob, *watchers):
        expect(page.locator("#chat li")).to_have_count(1)
    say(watchers[0], "Alice will win.")
    expect(watchers[-1].locator("#chat li.is-watcher")).to_contain_text("Alice will win.")
    say(bob, "You too.")
    for player in (alice, bob):
        expect(player.locator("#chat li")).to_have_count(2)
        expect(player.locator("#chat")).not_to_contain_text("Alice will win.")
    for watcher in watchers:
        expect(watcher.locator("#chat li")).to_have_count(3)


def one_goes_back(alice: Page, bob: Page, everybody: list[Page]) -> None:
    """Whoever has decided asks, the other agrees, and what they did is gone everywhere."""
    decides, agrees = (alice, bob) if alice.locator("#prompt.prompt-mine").count() else (bob, alice)
    at = version(decides)
    decides.evaluate("document.querySelector('#prompt .choice').click()")
    decides.wait_for_function(
        """at => Number(document.querySelector("#prompt").dataset.version) > at
            || document.querySelector("#confirm")?.click()""",
        arg=at,
    )
    line = everybody[2].locator(f"#log li[data-seq='{at + 1}']")
    expect(line).to_have_count(1)
    button = decides.get_by_role("button", name="Take back my last decision")
    expect(agrees.get_by_role("button", name="Take back my last decision")).to_be_hidden()
    button.click()  # when the page was loaded, there was nothing to take back
    expect(button).to_be_hidden()
    decides.locator("#takeback").get_by_role("button", name="Withdraw").click()
    button.click()
    agrees.locator("#takeback").get_by_role("button", name="Agree").click()
    for page in everybody:
        expect(page.locator("#log li.is-taken_back")).to_have_count(1)
        expect(page.locator(f"#log li[data-seq='{at + 1}']")).to_have_count(0)
        expect(page.locator("#takeback[data-asked]")).to_have_count(0)
    expect(decides.locator("#prompt.prompt-mine")).to_be_visible()


def test_the_button_for_a_pause_goes_and_comes_with_the_clocks(new_context: NewContext) -> None:
    alice, bob = (come_in(new_context(), name) for name in ("Alice", "Bob"))
    at_one_table(alice, bob, time="rapid")
    buttons = [page.get_by_role("button", name="Ask for a pause") for page in (alice, bob)]
    for button in buttons:
        expect(button).to_be_visible()
    buttons[0].click()
    for button in buttons:
        expect(button).to_be_hidden()
    alice.get_by_role("button", name="Withdraw").click()
    for button in buttons:
        expect(button).to_be_visible()
    buttons[1].click()
    alice.get_by_role("button", name="Agree to the pause").click()
    for page, button in zip((alice, bob), buttons, strict=True):
        expect(page.locator("#around")).to_contain_text("The clocks are paused.")
        expect(button).to_be_hidden()
        page.get_by_role("button", name="Go on").click()
    for button in buttons:
        expect(button).to_be_visible()
    alice.locator("#concede summary").click()
    alice.get_by_role("button", name="Yes, I concede").click()
    for button in buttons:
        expect(button).to_be_hidden()


def version(page: Page) -> int:
    return int(page.locator("#prompt").get_attribute("data-version") or 0)


def one_goes_away_and_comes_back(product: Product, alice: Page, bob: Page, others: Iterable[Page]) -> None:
    match = bob.url
    bob.goto("/login/")
    notice = alice.locator("#around .away")
    for _ in range(TRIES):
        was_last_here_a_minute_ago(product, match, "Bob")
        try:
            expect(notice).to_be_visible(timeout=SOON)
            break
        except AssertionError:  # the server has only now noted that he was there
            continue
    for page in others:
        expect(page.locator("#around .away")).to_contain_text("Bob")
    bob.goto(match)
    for page in others:
        expect(page.locator("#around .away")).to_have_count(0)


def was_last_here_a_minute_ago(product: Product, address: str, name: str) -> None:
    """Nobody wants to wait for that."""
    match = UUID(address.rstrip("/").rpartition("/")[2]).hex
    with closing(sqlite3.connect(product.data / "elekt.sqlite3", timeout=20)) as database, database:
        found = database.execute(
            """SELECT seat.number FROM matches_seat seat JOIN matches_match m ON m.table_id = seat.table_id
                JOIN players_player player ON player.id = seat.player WHERE m.id = ? AND player.name = ?""",
            (match, name),
        ).fetchone()
        database.execute(
            "UPDATE matches_presence SET seen = seen - 60000 WHERE match = ? AND seat = ?", (match, found[0])
        )


def they_play_again(alice: Page, bob: Page, watchers: Iterable[Page], match: str) -> None:
    alice.locator("#concede summary").click()
    alice.get_by_role("button", name="Yes, I concede").click()
    for page in (alice, bob, *watchers):
        expect(page.locator("#prompt .winner")).to_contain_text("Bob wins.")
    expect(bob.locator("#chat")).to_contain_text("Alice will win.")
    alice.get_by_role("button", name="Rematch").click()
    expect(alice.get_by_text("Waiting for 1 more player")).to_be_visible()
    bob.get_by_role("button", name="Join the rematch").click()
    for player in (alice, bob):
        expect(player.locator("#prompt")).to_be_visible()
        expect(player).not_to_have_url(match)
    assert alice.url == bob.url
    for watcher in watchers:
        watcher.get_by_role("link", name="To the rematch").click()
        expect(watcher).to_have_url(alice.url)
