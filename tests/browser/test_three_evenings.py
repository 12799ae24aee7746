"""Three evenings of one club in a row, with twelve regulars. Alice runs the club and does not play; seven have an
account and five have none, of whom two have the same name, and Ewa claims her profile after the second evening.
Part of the long sample (``LONG_TESTS=1``).

The first and the third are entered at the desk, by pasting; to the second everybody comes by scanning the code. Who won
against whom is kept here, and in the end the club's rating list is looked at: each game counts for its own two people.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.product import Product
from tests.sampling import LONG

Axe = Callable[[Page], list[str]]
SEVEN = ("Basia", "Celina", "Dawid", "Edek", "Franek", "Gosia", "Hania")
JAN, RUDY = "Jan Kowalski", "Jan Kowalski (Rudy)"
FIVE = (JAN, RUDY, "Ola Nowak", "Piotr Zając", "Ewa Lis")
SHOTS = os.environ.get("SHOTS")
"""A folder for pictures of what is looked at."""
SETTING_UP = """
import json
from django.test import Client
from players.clubs import commands as c, services as clubs
from players.models import Player
from web.short_codes import code_of

def account(name):
    player = Player.objects.create_user(f"{name.lower()}-%(width)s", name=name)
    client = Client()
    client.force_login(player)
    return player.id, client.cookies["sessionid"].value

alice, hers = account("Alice %(width)s")
club = clubs.found(c.FoundClub("Meeples %(width)s", place="Gdynia", open_entry=True), by=alice).club
sessions = {"Alice": hers}
for name in %(names)r:
    player, sessions[name] = account(name)
    clubs.change(club, c.Join(), by=player)
sessions["Ewa"] = account("Ewa Lis-Nowak %(width)s")[1]
print("SET UP", json.dumps({"club": str(club), "code": code_of(club), "sessions": sessions}))
"""
TALLY = """
import json
from uuid import UUID
from players import queries as players
from players.ratings.models import RatingChange
from players.ratings.outcome import player_of
from players.rosters.book import book_of

ours = {one.player for one in book_of(UUID(%(club)r)).people}
rows = [(player_of(who), place) for who, place in RatingChange.objects.values_list("rating__who", "place")]
now = players.now_of({player for player, _place in rows})
names = players.plain_names(now.values())
print("TALLY", json.dumps([(names[now[player]], place) for player, place in rows if now[player] in ours]))
"""


class Club:
    """The browsers, and what really happened."""

    def __init__(self, browser: Browser, product: Product, axe: Axe, width: int) -> None:
        done = product.manage("shell", "-v", "0", "-c", SETTING_UP % {"names": SEVEN, "width": width})
        line = next((line for line in done.stdout.splitlines() if line.startswith("SET UP")), None)
        assert line is not None, done.stdout + done.stderr
        told = json.loads(line.removeprefix("SET UP"))
        self.club, self.code, self.sessions = told["club"], told["code"], told["sessions"]
        self.browser, self.site, self.axe, self.width = browser, product.url, axe, width
        self.faults: dict[str, list[str]] = {}
        self.won: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self.alice = self.device("Alice", width)

    def device(self, name: str | None = None, width: int = 390) -> Page:
        size: ViewportSize = {"width": width, "height": 844 if width < 800 else 900}
        context = self.browser.new_context(base_url=self.site, locale="en-GB", viewport=size)
        if name is not None:
            context.add_cookies([{"name": "sessionid", "value": self.sessions[name], "url": self.site}])
        return context.new_page()

    def look(self, page: Page, what: str) -> None:
        self.faults[what] = self.axe(page)
        width = page.viewport_size["width"] if page.viewport_size else 0
        if page.evaluate("document.documentElement.scrollWidth") > width:
            self.faults[what].append("is wider than the screen")
        if SHOTS:
            path = Path(SHOTS) / f"{self.width}-{what.replace(' ', '-')}.png"
            page.screenshot(path=path, full_page=True)

    # --- an evening -------------------------------------------------------------------------------------------

    def open_evening(self, title: str) -> str:
        """The address of its desk. Swiss, one round, whoever has checked in is paired."""
        desk = self.alice
        desk.goto(f"/tournaments/new/?game=elekt&club={self.club}&place=table")
        desk.locator("input[name=title]").fill(title)
        desk.locator("input[name=preset][value=club_swiss]").check(force=True)
        desk.locator("input[name=rounds]").fill("1")
        desk.locator("input[name=best]").fill("0")
        desk.get_by_text("More settings").click()
        desk.get_by_label("Only players who have checked in are paired").check()
        desk.locator(".btn-big").click()
        expect(desk.get_by_text("Enter the players, then start.")).to_be_visible()
        return desk.url

    def paste(self, names: list[str]) -> str:
        """Send the lines; what is left in the field."""
        field = self.alice.get_by_label("One player per line")
        field.fill("\n".join(names))
        self.alice.get_by_role("button", name="Enter them").click()
        expect(self.alice.locator("#known-people")).to_be_visible()
        return self.alice.get_by_label("One player per line").input_value()

    def enter_the_rest(self, lines: str) -> None:
        self.alice.get_by_label("One player per line").fill(lines)
        self.alice.get_by_role("button", name="Enter them").click()
        expect(self.alice.locator(".desk-people li")).to_have_count(12)
        self.alice.get_by_role("button", name="Check in everyone").first.click()
        expect(self.alice.get_by_text("12 players are here.")).to_be_visible()

    def play(self) -> None:
        """Pair, enter every result at the desk, and close."""
        desk = self.alice
        desk.get_by_role("button", name="Start and pair").click()
        desk.get_by_role("button", name="Publish").first.click()
        expect(desk.locator(".desk-table")).to_have_count(6)
        for table in range(1, 7):
            row = desk.locator(f"#t1-{table}")
            row.get_by_role("button", name="1–0" if table % 2 else "0–1").click()
            expect(desk.locator(f"#t1-{table}.is-done")).to_be_visible()
            both = row.locator(".desk-result li span").all_inner_texts()
            (winner,) = row.locator(".desk-result li.won span").all_inner_texts()
            self.won[_plain(winner)] += 1
            self.played.update(map(_plain, both))
        desk.get_by_role("button", name="Close the tournament").click()
        expect(desk.get_by_text("The results are final.")).to_be_visible()


def _plain(name: str) -> str:
    return " ".join(name.split())


@pytest.mark.skipif(not LONG, reason="minutes; test_coming_in.py and tournaments/test_three_evenings.py have its parts")
@pytest.mark.parametrize("width", [390, 1440])
def test_three_evenings_of_one_club(browser: Browser, product: Product, axe: Axe, width: int) -> None:
    us = Club(browser, product, axe, width)
    alice = us.alice

    # the roster: four are pasted, two of one name
    alice.goto(f"/clubs/{us.club}/roster/")
    alice.get_by_label("One person per line").fill("Jan Kowalski\nOla Nowak\nPiotr Zając\nJan Kowalski (Rudy)")
    alice.get_by_role("button", name="Add them").click()
    expect(alice.get_by_text(RUDY).first).to_be_visible()
    us.look(alice, "roster")

    # the first evening: the list is pasted, and the club knows all but one
    us.open_evening("First")
    left = us.paste([*SEVEN, *FIVE])
    us.look(alice, "first evening")
    assert "Ewa Lis" not in left, "she is new, and entered at once"
    us.enter_the_rest(left.replace("Jan Kowalski\n", "Jan Kowalski #1\n"))
    us.play()

    # the second: everybody comes by scanning, with an account or a name
    desk = us.open_evening("Second")
    phones = {}
    for name in (*SEVEN, *FIVE):
        phone = phones[name] = us.device(name if name in SEVEN else None)
        phone.goto(f"/in/{us.code}/")
        if name in SEVEN:
            phone.get_by_role("button", name="Enter and check in").click()
            phone.get_by_text("Your table will appear here").wait_for()
        else:
            phone.get_by_label("No account? Your name").fill(name)
            phone.get_by_role("button", name="I am here").click()
            phone.get_by_text("You are on the organisers").wait_for()
    us.look(phones["Ola Nowak"], "a phone that waits")
    alice.goto(desk)
    us.look(alice, "who came in by scanning")
    for name, mark in ((JAN, "#1"), (RUDY, "#4"), ("Ola Nowak", "#2"), ("Piotr Zając", "#3"), ("Ewa Lis", "#5")):
        waiting = alice.locator(".desk-arrivals form", has=alice.get_by_text(name, exact=True))
        waiting.get_by_role("button", name=mark).click()
        expect(waiting).to_have_count(0)
    expect(alice.get_by_text("12 players are here.")).to_be_visible()
    for phone in phones.values():
        phone.context.close()
    us.play()
    assert set(us.played.values()) == {2}, us.played

    # Ewa has an account now, and says which name she is
    ewa = us.device("Ewa")
    alice.goto(f"/clubs/{us.club}/roster/")
    ewa.goto(str(alice.get_by_role("link", name="Ewa Lis").first.get_attribute("href")))
    ewa.get_by_role("button", name="This is me").click()
    ewa.get_by_text("The board of Meeples").wait_for()
    us.look(ewa, "a claim")
    alice.reload()
    us.look(alice, "a claim on the roster")
    alice.get_by_role("button", name="Yes, confirm").click()
    ewa.goto(f"/clubs/{us.club}/")
    ewa.get_by_role("button", name="Accept the invitation").click()
    ewa.get_by_text("You are now a member").or_(ewa.get_by_role("button", name="Leave")).first.wait_for()
    claimed = f"Ewa Lis-Nowak {width}"
    for counted in (us.won, us.played):
        counted[claimed] = counted.pop("Ewa Lis", 0)

    # the third: her old name still finds her
    us.open_evening("Third")
    left = us.paste([*SEVEN, *FIVE])
    assert claimed in left, left
    us.enter_the_rest(left.replace("Jan Kowalski\n", "Jan Kowalski #1\n"))
    us.look(alice, "third evening")
    us.play()

    # the ladder of the club: twelve people, three games each, and every game with its two people
    alice.goto(f"/ratings/?club={us.club}")
    us.look(alice, "ladder")
    rows = alice.locator(".rating-rungs tbody tr:not(.apart)")
    shown = {
        _plain(name): int(games)
        for name, games in zip(
            rows.locator("th a").all_inner_texts(), rows.locator("td[data-label=Games]").all_inner_texts(), strict=True
        )
    }
    assert shown == us.played
    assert set(shown.values()) == {3}
    done = product.manage("shell", "-v", "0", "-c", TALLY % {"club": us.club})
    tally = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("TALLY"))[5:])
    assert Counter(name for name, place in tally if place == 1) == us.won
    alice.goto(f"/clubs/{us.club}/")
    us.look(alice, "club")
    assert {what: some for what, some in us.faults.items() if some} == {}
    for page in (alice, ewa):
        page.context.close()
