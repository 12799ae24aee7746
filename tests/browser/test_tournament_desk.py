"""Alice runs a club evening of sixteen at real tables by the desk: four rounds of pods and a final of four.
In the usual run she is watched until the third round has begun.

Two lines of her list are flawed, two results are entered wrongly and corrected after the next round was paired, one
player leaves, one comes late. What really happened is kept here, and the standings are reckoned from it by hand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from random import Random

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.sampling import LONG

NAMES = [
    "Ada",
    "Bartek",
    "Celina",
    "Dawid",
    "Ewa",
    "Filip",
    "Grażyna",
    "Hubert",
    "Iga",
    "Jan",
    "Kasia",
    "Leon",
    "Maja",
    "Norbert",
    "Ola",
    "Piotr",
]
LATE = "Zofia"
POINTS = {3: (3, 1.5, 0), 4: (3, 2, 1, 0)}
"""By place, for each size of table: what the form suggests."""


class Evening:
    """What really happened, and the hands that enter it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.random = Random(16)
        self.points: dict[str, float] = defaultdict(float)
        self.wins: Counter[str] = Counter()
        self.true: dict[tuple[int, int], list[str]] = {}
        """Who sat at a table of a round, in order of finishing."""

    def tables(self) -> list[int]:
        return [int(name.split()[-1]) for name in self.page.locator(".desk-table h3").all_inner_texts()]

    def at(self, round_no: int, table: int) -> list[str]:
        return self.page.locator(f"#t{round_no}-{table} button.desk-who").all_inner_texts()

    def play(self, round_no: int, wrongly: int = 0) -> None:
        """Enter every table as it ended, by clicks on the names; table ``wrongly`` the other way round."""
        for table in self.tables():
            order = self.at(round_no, table)
            self.random.shuffle(order)
            self.true[round_no, table] = order
            self.enter(round_no, table, order[::-1] if table == wrongly else order)

    def enter(self, round_no: int, table: int, order: Sequence[str]) -> None:
        row = self.page.locator(f"#t{round_no}-{table}")
        for name in order:
            row.get_by_role("button", name=name, exact=True).click()
        row.get_by_role("button", name=f"Save the result of table {table}").click()
        expect(self.page.locator(f"#t{round_no}-{table}.is-done")).to_be_visible()

    def pair(self) -> None:
        self.page.locator(".desk-step .btn-main").click()
        self.page.get_by_role("button", name="Publish").click()
        expect(self.page.get_by_text("The tables are published.")).to_be_visible()

    def correct(self, round_no: int, table: int, choice: str) -> None:
        """Put right what was entered the wrong way round."""
        self.page.get_by_role("link", name=f"Round {round_no}", exact=True).click()
        self.page.get_by_role("link", name=f"Correct table {table}").click()
        for place, name in enumerate(self.true[round_no, table], 1):
            self.page.get_by_role("group", name=name).get_by_label(f"{place}. place").check(force=True)
        self.page.get_by_role("button", name="Preview the changes").click()
        expect(self.page.locator(".desk-moves ins").first).to_be_visible()
        self.page.get_by_role("radio", name=choice).check()
        self.page.get_by_label("Reason (everyone sees it in the log)").fill("The slip was read from below")
        self.page.get_by_role("button", name="Correct it").click()
        expect(self.page.locator("#desk")).to_be_visible()

    def count(self) -> None:
        """The points of the rounds, as the rules of the evening give them."""
        for (round_no, _), order in self.true.items():
            if round_no < 5:
                self.wins[order[0]] += 1
                for name, points in zip(order, POINTS[len(order)], strict=True):
                    self.points[name] += points


@pytest.fixture
def desk(browser: Browser, site: str) -> Page:
    """Alice's browser, at the desk of a new evening: opened with the values that the form suggests."""
    page = browser.new_context(base_url=site, locale="en-GB", viewport={"width": 1440, "height": 900}).new_page()
    page.goto("/guest/?next=/tournaments/new/")
    page.locator("input[name=name]").fill("Alice")
    page.locator("main form .btn-main").click()
    page.get_by_text("More settings").click()
    page.get_by_label("Only players who have checked in are paired").check()
    page.locator(".btn-big").click()
    expect(page.get_by_text("Enter the players, then start.")).to_be_visible()
    return page


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: tests/tournaments/desk has its steps, and the others here the page")
def test_an_evening_of_pods_with_corrections_a_late_entry_and_somebody_who_leaves(
    desk: Page, axe: Callable[[Page], list[str]]
) -> None:
    evening = Evening(desk)
    enter_the_field(desk)
    check_in(desk)
    evening.pair()
    assert fits_one_screen(desk)
    assert axe(desk) == []
    evening.play(1, wrongly=2)
    evening.pair()
    evening.correct(1, 2, "Keep the tables")
    evening.play(2, wrongly=1)

    desk.get_by_text("Late entry").click()
    desk.get_by_label("One player per line").fill(LATE)
    desk.get_by_role("button", name="Enter them").click()
    desk.get_by_role("button", name=f"{LATE} is here").click()
    expect(desk.get_by_role("button", name=f"{LATE} is here")).to_have_attribute("aria-pressed", "true")
    evening.pair()
    assert sorted(len(evening.at(3, table)) for table in evening.tables()) == [3, 3, 3, 4, 4]
    assert LATE in seated(evening, 3)
    evening.correct(2, 1, "Pair again")
    expect(desk.locator("#desk")).to_be_visible()

    gone = evening.at(3, 1)[0]
    somebody_leaves(desk, gone)
    assert sorted(len(evening.at(3, table)) for table in evening.tables()) == [3, 3, 3, 3, 4]  # one table is changed
    assert seated(evening, 3) == {*NAMES, LATE} - {gone}
    if LONG:
        to_the_winner(evening, gone)


def to_the_winner(evening: Evening, gone: str) -> None:
    desk = evening.page
    evening.play(3)
    evening.pair()
    assert seated(evening, 4) == {*NAMES, LATE} - {gone}
    evening.play(4)

    evening.count()
    rows = standings(desk)
    assert {name: points for name, points, _ in rows} == {name: evening.points[name] for name in [*NAMES, LATE]}
    assert {name: wins for name, _, wins in rows} == {name: evening.wins[name] for name in [*NAMES, LATE]}
    assert [(points, wins) for _, points, wins in rows] == sorted(((p, w) for _, p, w in rows), reverse=True)
    best = [name for name, _, _ in rows if name != gone][:4]
    evening.pair()
    assert seated(evening, 1) == set(best)
    evening.enter(1, 1, best[::-1])
    expect(desk.locator(".desk-standings tbody th").first).to_have_text(best[3])
    desk.get_by_role("button", name="Close the tournament").click()
    expect(desk.get_by_text("The results are final.")).to_be_visible()


def test_what_others_enter_appears_and_nothing_that_is_typed_is_lost(desk: Page) -> None:
    enter_the_field(desk)
    check_in(desk)
    evening = Evening(desk)
    evening.pair()
    other = desk.context.new_page()
    other.goto(desk.url)
    first = evening.at(1, 1)
    desk.locator("#t1-1").get_by_role("button", name=first[2], exact=True).click()
    desk.locator("#t1-1").get_by_label(f"{first[2]}: Titles").fill("7")
    elsewhere = Evening(other)
    elsewhere.enter(1, 2, elsewhere.at(1, 2))
    expect(desk.locator("#t1-2.is-done")).to_be_visible()
    expect(desk.locator("#announce")).to_contain_text("Table 2: entered here")
    expect(desk.locator("#t1-1").get_by_role("group", name=first[2]).get_by_label("1. place")).to_be_checked()
    expect(desk.locator("#t1-1").get_by_label(f"{first[2]}: Titles")).to_have_value("7")
    elsewhere.enter(1, 1, first[::-1])
    expect(desk.locator("#t1-1.is-done .won")).to_have_text(f"{first[3]} 1.")


def test_places_are_entered_by_their_digits(desk: Page) -> None:
    enter_the_field(desk)
    check_in(desk)
    evening = Evening(desk)
    evening.pair()
    names = evening.at(1, 1)
    desk.locator("#t1-1").get_by_role("button", name=names[0], exact=True).focus()
    for key in ("3", "1", "1", "4", "Enter"):
        desk.keyboard.press(key)
    expect(desk.locator("#t1-1.is-done .won")).to_have_text([f"{names[1]} 1.", f"{names[2]} 1."])


def test_on_a_phone_in_polish_nothing_is_cut_off_or_out_of_reach(
    browser: Browser, site: str, axe: Callable[[Page], list[str]]
) -> None:
    size: ViewportSize = {"width": 390, "height": 844}
    page = browser.new_context(base_url=site, locale="pl-PL", viewport=size).new_page()
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        found[name] = axe(page)
        wide = int(page.evaluate("document.documentElement.scrollWidth"))
        found[name] += [f"{wide} pixels wide"] if wide > 390 else []

    page.goto("/guest/?next=/tournaments/new/")
    page.locator("input[name=name]").fill("Alicja")
    page.locator("main form .btn-main").click()
    page.locator(".by-preset > details > summary").click()
    look("a new tournament")
    page.locator(".btn-big").click()
    page.locator("#names").fill("\n".join([*NAMES, "Ola"]))
    page.locator("#enter-form .btn").click()
    page.locator("#flaws").wait_for()
    look("a flawed list")
    page.locator(".desk-step .btn-main").click()
    page.locator(".desk-why summary").first.click()
    look("a pairing")
    page.locator(".btn-big").click()
    page.locator("#e3 a").click()
    page.locator("#panel").wait_for()
    look("the desk")
    evening = Evening(page)
    row = page.locator("#t1-1")
    for name in evening.at(1, 1):
        row.get_by_role("button", name=name, exact=True).click()
    row.locator(".desk-enter").click()
    page.locator("#t1-1.is-done").wait_for()
    page.locator("#t1-1 a").click()
    page.locator("#pc-0-4").check(force=True)
    page.locator("#pc-3-1").check(force=True)
    page.locator(".desk-form .btn-main").click()
    page.locator("#confirm").wait_for()
    look("a correction")
    page.goto(page.url.partition("correct/")[0] + "settings/")
    look("the settings")
    assert {where: faults for where, faults in found.items() if faults} == {}


def enter_the_field(desk: Page) -> None:
    """Sixteen lines, two of them flawed; what is left of these is put right and entered."""
    desk.get_by_label("One player per line").fill("\n".join([*NAMES[:14], "Ola; strong", "ada"]))
    desk.get_by_role("button", name="Enter them").click()
    expect(desk.get_by_text("14 players entered.")).to_be_visible()
    expect(desk.locator("#flaws")).to_contain_text("Line 15:")
    expect(desk.locator("#flaws")).to_contain_text("Line 16:")
    left = desk.get_by_label("One player per line")
    expect(left).to_have_value("Ola; strong\nada")
    left.fill("Ola; 1500\nPiotr")
    desk.get_by_role("button", name="Enter them").click()
    expect(desk.locator(".desk-people li")).to_have_count(16)


def check_in(desk: Page) -> None:
    expect(desk.get_by_text("Check in the players who are here")).to_be_visible()
    desk.get_by_role("button", name="Ada is here").click()
    expect(desk.get_by_role("button", name="Ada is here")).to_have_attribute("aria-pressed", "true")
    desk.get_by_role("button", name="Check in everyone").or_(
        desk.get_by_role("button", name="Check in everyone")
    ).click()
    expect(desk.get_by_text("16 players are here.")).to_be_visible()


def somebody_leaves(desk: Page, name: str) -> None:
    """It is looked at first; the smallest repair leaves no table that does not fit."""
    desk.locator(".desk-people").get_by_role("link", name=name).click()
    expect(desk.get_by_role("heading", name=name)).to_be_focused()
    desk.get_by_role("button", name="Preview the changes").first.click()
    expect(desk.get_by_role("heading", name=f"Withdraw {name}")).to_be_visible()
    expect(desk.get_by_role("radio", name="Smallest repair")).to_be_checked()
    desk.get_by_role("button", name="Withdraw player").click()
    expect(desk.locator("#desk")).to_be_visible()
    expect(desk.get_by_text("no longer fit")).to_have_count(0)


def seated(evening: Evening, round_no: int) -> set[str]:
    return {name for table in evening.tables() for name in evening.at(round_no, table)}


def standings(desk: Page) -> list[tuple[str, float, int]]:
    """Name, points and wins, the best first."""
    rows = desk.locator(".desk-standings tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.children].map(cell => cell.textContent.replace(/\\s+/g, ' ').trim()))"
    )
    return [(row[1].removesuffix(" left"), float(row[2].replace("½", ".5")), int(row[3])) for row in rows]


def fits_one_screen(desk: Page) -> bool:
    """All tables of the round can be seen and entered without scrolling."""
    last = desk.locator(".desk-table").last.bounding_box()
    assert last is not None
    return last["y"] + last["height"] <= 900
