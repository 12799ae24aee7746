"""A game played elsewhere with unknown hands is recorded at a tournament's table, on a phone that loses its connection,
is corrected twice, and becomes a replay that verifies and is found.

In the usual run a game of Elekt that ends early; ``LONG_TESTS=1`` takes whole games of all three titles.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from elekt_core.contract import SeatNo
from elekt_core.record.verify import verify_text
from tests.product import Product
from tests.sampling import LONG, sample

from .evenings import logged_in
from .recording import SLOW, Phone, patient, script_of

WIDTH = 390
NAMES = ("Ala", "Bartek", "Celina")
ALL = 10_000
GAMES = [("elekt", ALL), ("enclave", ALL), ("elector_counts", ALL)] if LONG else [("elekt", 5)]
BESIDE = {"seen", "pass", "buy", "discard"}
"""Answers for which nothing on a board stands."""
OFFLINE = 3
"""So many entries are made without a connection."""
SETTING_UP = """
import json
from django.test import Client
from players.models import Player
from tournaments import commands, services
from matches.scribe import real_tables
from tournaments.decisions.field import Newcomer
from tournaments.presets import PRESETS, Wish
from tournaments.settings import Settings

player = Player.objects.create_user("alice-%(game)s", name="Alice")
alice, client = player.id, Client()
client.force_login(player)
made = services.open_tournament(
    owner=alice, title="Club table", game="%(game)s", stages=PRESETS["pods"](Wish(3, 1, 0)),
    settings=Settings(online=False),
).tournament
services.change(made, commands.Enter(tuple(Newcomer(name=one) for one in %(names)r)), by=alice)
key = "swiss"
services.change(made, commands.StartStage(key), by=alice)
services.change(made, commands.Pair(key), by=alice)
spot = f"1.1.{key}"
names = real_tables.look(made, spot, alice).names
session = client.cookies["sessionid"].value
print("SET UP", json.dumps({"spot": f"/scribe/at/{made}/{spot}/", "names": names, "session": session}))
"""


@pytest.mark.parametrize(("game", "decisions"), GAMES)
def test_a_game_played_elsewhere_is_recorded_at_a_tournaments_table(
    product: Product, browser: Browser, site: str, game: str, decisions: int
) -> None:
    done = product.manage("shell", "-v", "0", "-c", SETTING_UP % {"game": game, "names": NAMES})
    line = next((line for line in done.stdout.splitlines() if line.startswith("SET UP")), None)
    assert line is not None, done.stdout + done.stderr
    told = json.loads(line.removeprefix("SET UP"))
    context = browser.new_context(base_url=site, locale="en-GB", viewport={"width": WIDTH, "height": 844})
    page = logged_in(context, site, told["session"])
    page.set_default_timeout(SLOW)
    page.goto(told["spot"])
    page.get_by_role("button", name="Start recording").click()
    recorded = page.locator("#scribe").get_attribute("data-scribing")
    assert recorded is not None
    script = script_of(game, told["names"], decisions, recorded)
    phone = Phone(page)
    record(page, phone, script.lines)
    expect(page.get_by_text("The game is over")).to_be_visible()
    expect(page.get_by_text("The result stands at the table of the tournament.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    page.get_by_role("button", name="Keep it as a match").click()
    page.wait_for_url("**/replay/1/")
    match = re.search(r"/matches/([0-9a-f-]+)/", page.url)
    assert match is not None
    expect(page.get_by_text("Played at a real table and recorded by Alice")).to_be_visible()
    text = page.request.get(f"/matches/{match[1]}/record/").text()
    assert verify_text(text).ok
    page.goto(f"/matches/{match[1]}/verification/")
    expect(page.locator("main .flaw, main .notice.error")).to_have_count(0)
    check = page.get_by_role("button", name="Check this record in the browser")
    page.route("**/record/", lambda route: route.abort())
    check.click()
    expect(page.locator("#check-said")).to_contain_text("could not be fetched")
    page.unroute("**/record/")
    check.click()
    expect(page.locator("#check-said")).to_contain_text("All are there and in order")
    page.goto(f"/archive/?game={game}&origin=recorded&event=Club")
    expect(page.locator(f"a[href*='{match[1]}']").first).to_be_visible()
    print(f"{game}: {script.decisions} decisions, {len(script.lines)} entries, {phone.taps} taps")
    context.close()


@pytest.mark.parametrize(
    ("game", "decisions", "kinds"),
    [("elekt", 9, {"assign_or_pass"}), *sample([], [("enclave", 20, {"place_token", "choose_action", "market"})])],
)
def test_a_turn_is_entered_by_taps_on_the_board(page: Page, game: str, decisions: int, kinds: set[str]) -> None:
    page.set_viewport_size({"width": WIDTH, "height": 844})
    page.goto("/scribe/")
    page.select_option("#b-game", game)
    page.select_option("#b-hand", "0")
    page.get_by_role("button", name="Start recording").click()
    recorded = page.locator("#scribe").get_attribute("data-scribing")
    assert recorded is not None
    script = script_of(game, "ABC", decisions, recorded, SeatNo(0))
    phone, taps, tapped, is_undone = Phone(page), [], set[str](), False
    for line in script.lines[: decisions + 1]:
        if line.kind in kinds and len(line.answers) > 1 and not is_undone:
            phone.tap(*line.answers[0])
            expect(page.locator("[data-picks='1']")).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.locator("[data-picks='0']")).to_be_visible()
            is_undone = True
        before, phone.on_board = phone.taps, []
        phone.enter(line)
        if line.kind:
            taps.append(phone.taps - before)
        if len(phone.on_board) == len([key for key, _ in line.answers if key not in BESIDE]):
            tapped.add(line.kind)  # card and Zone, token and location: all of it
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    assert phone.entries == decisions + 1, "one entry a decision"
    assert kinds <= tapped
    assert (
        sorted(taps)[len(taps) // 2] <= 3
    )  # of so few nine of ten says nothing: benchmarks/scribe_taps.py counts more


def test_a_browser_that_keeps_nothing_holds_the_queue_while_its_page_is_open(page: Page) -> None:
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { get() { throw new Error('private') } })")
    page.goto("/scribe/")
    page.get_by_role("button", name="Start recording").click()
    expect(page.locator("[data-entries]")).to_be_visible()
    page.wait_for_load_state()  # with its scripts
    page.context.set_offline(True)
    page.locator(".scribe-choices button[name=pick]:visible").first.click()
    expect(page.get_by_text("leave this page open until everything is sent")).to_be_visible()
    Phone(page).write_down([("", "no such card")])
    expect(page.locator("#scribe-queue li")).to_contain_text("no such card")
    page.context.set_offline(False)
    expect(page.locator("#scribe-queue li.is-refused")).to_contain_text("no such card")
    page.get_by_role("button", name="Drop it").click()
    expect(page.locator("#scribe-queue li")).to_have_count(0)


KEPT = "What you tapped is kept on this device"
SLOW_DISK = """
window.isSlow = true;
IDBTransaction.prototype.commit = function () {
  const store = this.objectStore("queue");
  const wait = () => { if (window.isSlow) store.count().onsuccess = wait; };
  wait();
};
"""


def test_a_tap_is_said_to_be_kept_once_it_is_written_and_not_before(page: Page) -> None:
    page.add_init_script(SLOW_DISK)
    page.goto("/scribe/")
    page.get_by_role("button", name="Start recording").click()
    expect(page.locator("[data-entries]")).to_be_visible()
    page.route("**/step/", lambda route: route.abort())
    page.locator(".scribe-choices button[name=pick]:visible").first.click()
    page.wait_for_timeout(1000)
    expect(page.get_by_text(KEPT)).to_have_count(0)
    page.evaluate("window.isSlow = false")
    expect(page.get_by_text(KEPT)).to_be_visible()


def test_a_device_that_writes_nothing_says_so_and_the_page_holds_the_queue(page: Page) -> None:
    page.add_init_script("IDBTransaction.prototype.commit = function () { this.abort(); }")
    phone = begun(page)
    page.route("**/step/", lambda route: route.abort())
    page.locator(".scribe-choices button[name=pick]:visible").first.click()
    expect(page.get_by_text("This device cannot keep what you tapped")).to_be_visible()
    expect(page.get_by_text("leave this page open until everything is sent")).to_be_visible()
    expect(page.get_by_text(KEPT)).to_have_count(0)
    drop(page)
    phone.write_down([("", "coarse:result")])
    expect(page.locator("#scribe-queue li")).to_have_count(1)
    page.unroute("**/step/")
    expect(page.locator("[data-entries='1']")).to_be_visible()
    expect(page.locator("#scribe-queue li")).to_have_count(0)


def test_a_connection_that_hangs_or_breaks_down_loses_no_tap(page: Page) -> None:
    phone = begun(page)
    asked = page.locator("[data-entries]")
    for answer in (lambda route: None, lambda route: route.fulfill(status=502, body="bad gateway")):
        answers, entries = int(asked.get_attribute("data-picks") or 0), phone.entries
        patient(page, 300)
        page.route("**/step/", answer)
        tapped = page.locator(".scribe-choices button[name=pick]:visible").first
        assert tapped.evaluate("(button) => { button.click(); return button.ariaBusy }") == "true"
        expect(page.get_by_text("What you tapped is kept on this device")).to_be_visible()
        expect(page.locator("#note-words button")).to_have_count(answers + 1)
        patient(page)
        page.unroute("**/step/")
        page.get_by_role("button", name="Try to send now").click()
        expect(page.locator("#scribe-offline")).to_be_hidden()
        assert (int(asked.get_attribute("data-picks") or 0), phone.entries) != (answers, entries)


def test_one_typo_among_what_waits_is_changed_or_dropped_and_the_rest_stays(page: Page) -> None:
    phone = begun(page)
    queue = page.locator("#scribe-queue li")
    lose(page)
    for number, word in enumerate(("a typo", "coarse:rounds"), 1):
        phone.write_down([("", word)])
        expect(queue).to_have_count(number)
    page.fill("#note-word", "coarse:result")
    page.evaluate(WHOLE_AND_ON)
    expect(queue).to_have_count(3)
    expect(page.locator("#note-word")).to_have_value("half a word")
    page.unroute("**/step/")
    expect(queue.first).to_have_class("is-refused")
    page.get_by_role("button", name="Drop the last one").click()  # what is being written; nothing that waits
    queue.first.get_by_role("button", name="Change it").click()
    page.get_by_role("button", name="a typo").click()
    page.fill("#note-word", "another typo")
    page.reload()
    patient(page)
    expect(page.locator("#note-word")).to_have_value("another typo")
    page.get_by_role("button", name="Entry is whole").click()
    expect(queue.first).to_contain_text("another typo")
    expect(queue.first).to_have_class("is-refused")
    expect(queue).to_have_count(3)
    assert phone.entries == 0
    queue.first.get_by_role("button", name="Drop it").click()
    expect(queue).to_have_count(0)
    assert phone.entries == 2


def test_what_waits_goes_behind_what_another_phone_has_entered(page: Page, browser: Browser) -> None:
    phone = begun(page)
    lose(page)
    phone.write_down([("", "coarse:result")])
    expect(page.locator("#scribe-queue li")).to_have_count(1)
    other_phone = browser.new_context(storage_state=page.context.storage_state(), locale="en-GB")
    other = other_phone.new_page()
    other.goto(page.url)
    other.locator(".scribe-more > summary").click()
    other.get_by_role("button", name="Round by round").click()
    expect(other.locator("[data-entries='1']")).to_be_visible()
    page.unroute("**/step/")
    expect(page.locator("#scribe-queue")).to_contain_text("Another phone has gone on")
    assert page.get_by_role("button", name="Change it").count() == 0
    page.get_by_role("button", name="Put what waits behind what stands now").click()
    expect(page.locator("[data-entries='2']")).to_be_visible()
    expect(page.locator("#scribe-queue li")).to_have_count(0)
    other_phone.close()


def test_what_somebody_wrote_down_is_sent_by_nobody_else_on_the_same_device(page: Page) -> None:
    phone = begun(page)
    recording = page.url
    handed_over = page.locator("#scribe-hand-over a").first.get_attribute("href")
    assert handed_over is not None
    lose(page)
    phone.write_down([("", "coarse:result")])
    expect(page.locator("#scribe-queue li")).to_have_count(1)
    page.fill("#note-word", "half a word")
    alice = page.context.cookies()
    page.unroute("**/step/")
    page.context.clear_cookies()
    page.goto(handed_over)  # somebody else takes the phone
    page.locator("main form button").first.click()
    expect(page.locator("[data-entries='0']")).to_be_visible()
    expect(page.get_by_text("Somebody else wrote down entries of this game on this device")).to_be_visible()
    page.wait_for_timeout(6000)  # a queue is sent every five seconds
    expect(page.locator("#scribe-queue li")).to_have_count(0)
    expect(page.locator("[data-entries='0']")).to_be_visible()
    assert page.input_value("#note-word") == ""
    page.context.clear_cookies()
    page.context.add_cookies(alice)  # type: ignore[arg-type]  # as they were given
    page.goto(recording)
    expect(page.locator("[data-entries='1']")).to_be_visible()
    assert page.input_value("#note-word") == "half a word"
    expect(page.get_by_text("Somebody else wrote down")).to_be_hidden()


WHOLE_AND_ON = """() => {
    document.getElementById("note-done").click();
    const field = document.getElementById("note-word");
    field.value = "half a word";
    field.dispatchEvent(new Event("input"));
}"""
"""The entry is whole, and at once the next one is being written."""


def lose(page: Page) -> None:
    """The connection, as the phone notices by a tap; what it writes down of that is dropped."""
    page.route("**/step/", lambda route: route.abort())
    page.locator(".scribe-choices button[name=pick]:visible").first.click()
    drop(page)


def drop(page: Page) -> None:
    """What was written down; the section stays open for what is written next."""
    section = page.locator("#scribe-offline")
    page.get_by_role("button", name="Drop the last one").click()
    expect(section).to_be_hidden()  # once the device has written it
    section.evaluate("(section) => { section.hidden = false }")


def begun(page: Page) -> Phone:
    page.set_viewport_size({"width": WIDTH, "height": 844})
    page.goto("/scribe/")
    page.get_by_role("button", name="Start recording").click()
    expect(page.locator("[data-entries]")).to_be_visible()
    return Phone(page)


def record(page: Page, phone: Phone, lines: list) -> None:  # type: ignore[type-arg]
    first, second, *rest = lines
    phone.enter(first)
    wrong = page.locator(".scribe-choices li:not(.on-board) button[name=pick]:visible")
    phone.choose(wrong.last)  # something that can be, and was not so
    while phone.entries == 1:
        phone.choose(page.locator(".scribe-choices li:not(.on-board) button[name=pick]:visible").first)
    phone.take_back()
    phone.enter(second)
    offline, rest = rest[:OFFLINE], rest[OFFLINE:]
    before = phone.entries
    page.context.set_offline(True)
    phone.button(*offline[0].answers[0]).click()  # nobody answers: it is written down here
    expect(page.locator("#scribe-offline")).to_be_visible()
    assert page.locator(".lay-middle").evaluate("one => one.clientHeight") > 100, "the board stays in sight"
    assert page.locator("#scribe-offline").evaluate("one => one.getBoundingClientRect().bottom <= innerHeight")
    for number, line in enumerate(offline, 1):
        phone.write_down(line.answers[1:] if number == 1 else line.answers)
        expect(page.locator("#scribe-queue li")).to_have_count(number)
    page.context.set_offline(False)
    page.wait_for_function(
        "(all) => Number(document.querySelector('[data-entries]')?.dataset.entries) === all",
        arg=before + len(offline),
        timeout=SLOW * 2,
    )
    again, *rest = rest
    phone.enter(again)
    phone.take_back()
    phone.enter(again)
    for line in rest:
        phone.enter(line)
