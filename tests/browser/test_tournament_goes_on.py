"""What a tournament and a league do by themselves, and what their people do when it suits them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from .evenings import There, logged_in

As = Callable[..., Page]


@pytest.fixture
def as_(browser: Browser, site: str, there: There) -> Iterator[As]:
    """Somebody's own browser, logged in."""
    with ExitStack() as stack:

        def come(name: str) -> Page:
            context = browser.new_context(base_url=site, locale="en-GB")
            stack.callback(context.close)
            return logged_in(context, site, there.sessions[name])

        yield come


def test_the_next_round_comes_by_itself_with_the_last_result(as_: As, there: There) -> None:
    """Olga enters the results; who has won sees their next table without asking for the page again."""
    player, desk = as_("player-1"), as_("olga")
    player.goto(there.alone)
    desk.goto(f"{there.alone}desk/")
    expect(desk.locator(".desk-table")).to_have_count(2)
    for table in (1, 2):
        pair = sorted(desk.locator(f"#t1-{table} .desk-pair span:not([aria-hidden])").all_inner_texts())
        desk.get_by_role("button", name=f"{pair[0]} won").click()
        expect(desk.locator(f"#t1-{table}:not(.is-done)")).to_have_count(0)
    expect(desk.get_by_role("group", name="player-2 – player-1")).to_be_visible()
    expect(player.locator(".my-table")).to_contain_text("player-2")


def test_a_table_of_a_league_is_postponed_and_played_later(as_: As, there: There) -> None:
    one, other = as_("player-1"), as_("player-2")
    until = (datetime.now() + timedelta(days=60)).replace(hour=20, minute=15)
    one.goto(there.apart)
    mine = one.locator(".league-mine.league-table", has_text="player-2")
    mine.get_by_text("Postpone").click()
    mine.locator("[name=until]").fill(until.strftime("%Y-%m-%dT%H:%M"))
    mine.get_by_role("button", name="Ask the others").click()
    expect(mine).to_contain_text(f"player-1 suggests playing by {until.day} {until:%B}, 20:15 instead.")

    other.goto(there.apart)
    mine = other.locator(".league-mine.league-table", has_text="player-1")
    mine.get_by_role("button", name="Agree").click()
    expect(mine).to_contain_text("postponed")
    expect(mine).to_contain_text(f"by {until.day} {until:%B}, 20:15")

    mine.get_by_role("button", name="Play now").click()
    other.get_by_role("button", name="Sit down").first.click()
    table = one.locator(".league-mine.league-table", has_text="player-2")
    table.get_by_role("link", name="To the open table").click()
    one.get_by_role("button", name="Sit down").first.click()
    for page in (one, other):
        expect(page.locator("#prompt")).to_be_visible()


def test_a_play_off_at_a_border_is_played_from_the_desk(as_: As, there: There) -> None:
    """Player 2 is the last of the upper division, player 3 the first of the lower one, and wins."""
    page = as_("olga")
    page.goto(there.over)
    expect(page.get_by_text("For 1 place in “Division A”: player-2, player-3")).to_be_visible()
    page.get_by_role("button", name="Start the play-offs").click()
    page.get_by_role("link", name="Go to the desk").click()
    page.get_by_role("button", name="player-3 won").click()
    expect(page.locator(".desk-table.is-done")).to_be_visible()
    page.goto(there.over)
    expect(page.get_by_text("In “Division A” next season, after the play-off: player-3.")).to_be_visible()
    page.get_by_role("button", name="Close the season").click()
    expect(page.get_by_text("Season 1:")).to_be_visible()
    upper = page.locator(".league-division", has=page.get_by_role("heading", name="Division A")).first
    expect(upper).to_contain_text("player-3")
    expect(upper).not_to_contain_text("player-2")
