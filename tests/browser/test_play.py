"""Whole games in a real browser, against the running product: web server, worker, live streams."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from tests.sampling import LONG, sample

from . import playing
from .short_cuts import against_bots, at_one_table, come_in

NewContext = Callable[..., BrowserContext]


def to_assign(page: Page) -> None:
    """A game against one bot, up to one's own first Unit."""
    against_bots(page, 2)
    page.wait_for_load_state()
    random = Random(7)
    while not page.locator("#question", has_text="Assign a Unit").count():
        playing.play_until(page, random, decisions=1)
        expect(page.locator("#prompt.prompt-mine")).to_be_visible()


def test_two_people_play_against_each_other(new_context: NewContext) -> None:
    alice, bob = come_in(new_context(), "Alice"), come_in(new_context(), "Bob")
    alice.goto("/tables/open/")
    alice.get_by_role("button", name="Open the table").click()
    expect(alice.get_by_text("Waiting for 1 more player")).to_be_visible()
    bob.goto(alice.url)
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.locator("#prompt")).to_be_visible()
    expect(alice.locator("#prompt")).to_be_visible()  # the table took her along when it started
    random = Random(2)
    if LONG:
        playing.play_out([alice, bob], random)
        assert all(page.title().startswith("The match is over") for page in (alice, bob))
        assert alice.locator("#prompt .winner").inner_text() == bob.locator("#prompt .winner").inner_text()
    else:
        playing.play_together([alice, bob], random, acts=4)
        alice.reload()  # and so has all that has happened; Bob hears of it by himself
        head = alice.locator("#prompt").get_attribute("data-version")
        expect(bob.locator("#prompt")).to_have_attribute("data-version", str(head))
        newest = alice.locator("#log li").last.get_attribute("data-seq")
        expect(bob.locator("#log li").last).to_have_attribute("data-seq", str(newest))
    assert alice.locator("#log li").count() > 20
    last = [page.locator("#log li").last.inner_text().split("\n") for page in (alice, bob)]
    assert last[0][:2] == last[1][:2], "the same event; what it says may differ, as by a card that one of them drew"


SHOWS_THE_NEWS = """() => {
  const log = document.querySelector("#log");
  const news = log.querySelector(".is-new") ?? log.lastElementChild;
  return news.offsetTop >= log.scrollTop && news.offsetTop < log.scrollTop + log.clientHeight;
}"""


def test_the_log_follows_the_match_until_somebody_reads_elsewhere_in_it(page: Page) -> None:
    against_bots(page, 3)
    random = Random(7)
    for _ in range(4):
        playing.play_until(page, random, decisions=1)
        expect(page.locator("#prompt.prompt-mine")).to_be_visible()
        page.wait_for_function(SHOWS_THE_NEWS)
    log = page.locator("#log")
    assert log.evaluate("log => log.scrollHeight > 2 * log.clientHeight"), "too short to be scrolled"
    log.evaluate("log => new Promise(done => { log.onscroll = done; log.scrollTop = 40; })")
    last = log.locator("li").last.get_attribute("id")
    playing.play_until(page, random, decisions=1)
    expect(page.locator(f"#{last} + li")).to_be_attached()
    page.wait_for_timeout(100)  # as long as it takes to scroll, were it to
    assert log.evaluate("log => log.scrollTop") == 40


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: the guided game of test_learning.py is played to its end")
def test_one_person_plays_against_bots_and_proves_the_match(quiet: Page) -> None:
    against_bots(quiet, 4)
    playing.play_out([quiet], Random(4))
    expect(quiet.locator(".ranks li")).to_have_count(4)
    quiet.get_by_role("link", name="Verify").click()
    expect(quiet.locator(".notice.success")).to_be_visible()


def test_a_turn_can_be_played_with_the_keyboard_alone(page: Page) -> None:
    """Tab to a choice, Enter; the focus stays in the prompt from step to step."""
    to_assign(page)
    before = int(page.locator("#prompt").get_attribute("data-version") or 0)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#prompt a.choice[data-part^=unit]')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#prompt .taken")).to_be_visible()
    expect(page.locator("#prompt .choice").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt .taken")).to_have_count(0)
    assert int(page.locator("#prompt").get_attribute("data-version") or 0) > before
    expect(page.locator("#log li", has_text="assigned").first).to_be_attached()


def test_keys_stand_for_cards_zones_pass_and_log_and_one_held_down_answers_one_question(page: Page) -> None:
    to_assign(page)
    leads_to = """([key, repeat]) => {
        const parts = [];
        const note = (event) => {
            parts.push(event.target.closest("[data-part]").dataset.part);
            event.preventDefault();
            event.stopImmediatePropagation();
        };
        window.addEventListener("click", note, { capture: true });
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true }));
        window.removeEventListener("click", note, { capture: true });
        return parts;
    }"""
    expect(page.locator("#board .is-choice").first).to_be_visible()
    hand = page.locator("#board .lay-hand .is-choice")
    cards = [f"unit:{names.split()[0]}" for names in hand.evaluate_all("all => all.map((one) => one.dataset.names)")]
    assert [page.evaluate(leads_to, [str(n + 1), False]) for n in range(len(cards))] == [[card] for card in cards]
    assert page.evaluate(leads_to, ["p", False]) == ["pass"]
    assert page.evaluate(leads_to, ["1", True]) == []
    page.keyboard.press("2")
    expect(page.locator("#prompt .taken [data-taken]")).to_have_attribute("data-taken", cards[1])
    zones = {key: page.evaluate(leads_to, [key, False]) for key in "mic"}
    assert zones == {"m": ["zone:missions"], "i": ["zone:influences"], "c": ["zone:court"]}
    page.keyboard.press("c")
    expect(page.locator(f"#log li.is-unit_assigned[data-things*='{cards[1][5:]} court']")).to_be_attached()
    page.keyboard.press("l")
    expect(page.locator("#log")).to_be_focused()


def test_a_half_made_choice_can_be_undone_and_the_board_is_clickable(page: Page) -> None:
    to_assign(page)
    page.locator(".hand-mine .is-choice .card-name").first.click()
    expect(page.locator("#prompt .taken .tag")).to_have_count(1)
    expect(page.locator(".hand-mine .is-taken")).to_have_count(1)
    page.locator("#undo").click()
    expect(page.locator("#prompt .taken")).to_have_count(0)
    page.locator(".zone h3").first.click()
    expect(page.locator("#errors")).to_contain_text("Not yet: something else is chosen first")
    page.locator(".hand-mine .is-choice .card-name").first.click()
    expect(page.locator("#prompt .taken .tag")).to_have_count(1)
    page.locator(".zone.is-choice h3").first.click()
    expect(page.locator("#log li", has_text="assigned").first).to_be_attached()


def test_a_page_that_was_offline_catches_up_by_itself(new_context: NewContext) -> None:
    alice, bob = (come_in(new_context(), name) for name in ("Alice", "Bob"))
    at_one_table(alice, bob)
    acting, away = (alice, bob) if playing.is_my_turn(alice) else (bob, alice)
    away.context.set_offline(True)
    notice = away.locator("#connection")
    expect(notice).to_be_visible()
    for width, height in ((390, 844), (1440, 900)):
        away.set_viewport_size({"width": width, "height": height})
        expect(notice).to_be_in_viewport(ratio=1)
    playing.act(acting, Random(1))
    now = acting.locator("#prompt").get_attribute("data-version")
    assert away.locator("#prompt").get_attribute("data-version") != now
    away.context.set_offline(False)
    expect(away.locator("#prompt")).to_have_attribute("data-version", str(now))
    expect(away.locator("#connection")).to_be_hidden()
    assert away.locator("#log li").count() == acting.locator("#log li").count()


IN_SIGHT = """() => {
    const box = document.querySelector("#connection").getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const notice = document.querySelector("#connection");
    notice.style.pointerEvents = "auto"; // else whatever lies below it is found
    const found = document.elementFromPoint(x, y) === notice;
    notice.style.pointerEvents = "";
    const fits = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    return found && box.height > 0 && fits;
}"""


@pytest.mark.parametrize("size", [(390, 664), (820, 1180), (1440, 900)])
def test_that_the_connection_is_lost_is_in_sight_wherever_one_looks(
    new_context: NewContext, size: tuple[int, int]
) -> None:
    width, height = size
    context = new_context()
    page = come_in(context, "Alice")
    page.set_viewport_size({"width": width, "height": height})
    against_bots(page, 2)
    page.wait_for_load_state()
    context.set_offline(True)
    expect(page.locator("#connection")).to_be_visible()
    assert page.evaluate(IN_SIGHT)
    page.mouse.move(width / 2, height / 2)
    page.mouse.wheel(0, 4000)
    page.wait_for_timeout(300)
    assert page.evaluate(IN_SIGHT), "at the end of the page, too"
    drawer = page.locator(".drawer-button")
    if drawer.is_visible():
        drawer.click()
        expect(page.locator("#side")).to_be_visible()
        assert page.evaluate(IN_SIGHT), "above the drawer"
        page.mouse.wheel(0, 4000)
        page.wait_for_timeout(300)
        assert page.evaluate(IN_SIGHT)
        page.locator(".drawer-close").click()
        expect(page.locator("#side")).to_be_hidden()
        assert page.evaluate(IN_SIGHT)
        drawer.click()
    context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden()


def test_a_hidden_tab_closes_its_stream_and_catches_up_when_it_is_seen_again(page: Page) -> None:
    """Browsers allow six connections to a host: tabs that nobody looks at must not use them up."""
    hide = """hidden => {
        Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    against_bots(page, 2)
    playing.play_until(page, Random(8), decisions=2)
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    page.evaluate(hide, True)
    assert page.evaluate("stream.isOpen()") is False
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#concede summary").click()
    other.get_by_role("button", name="Yes, I concede").click()
    expect(other.locator("#prompt .winner")).to_be_visible()
    assert page.locator("#prompt .winner").count() == 0
    page.evaluate(hide, False)
    expect(page.locator("#prompt .winner")).to_be_visible()
    assert page.locator("#log li").last.inner_text() == other.locator("#log li").last.inner_text()


def test_whom_others_wait_for_keeps_the_stream_behind_another_tab_on_three_pages_at_most(
    new_context: NewContext,
) -> None:
    alice, bob = (come_in(new_context(), name) for name in ("Alice", "Bob"))
    at_one_table(alice, bob)
    alice.close()
    pages = [bob]
    for number in range(4):
        if number:
            pages.append(bob.context.new_page())
            pages[-1].goto(bob.url)
        page = pages[-1]
        page.wait_for_function("() => typeof stream !== 'undefined' && stream.isOpen()")
        held = page.evaluate("navigator.locks.query().then(all => all.held.map(lock => lock.name).sort())")
        assert held == [f"waited-{place + 1}" for place in range(min(number + 1, 3))]
        page.evaluate("""() => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => true});
            document.dispatchEvent(new Event("visibilitychange"));
        }""")
        assert page.evaluate("stream.isOpen()") is (number < 3)


def test_frames_come_compressed_at_once_and_say_only_what_changed(page: Page) -> None:
    """Had one been held back, the page would have opened its stream again after three seconds."""
    streams: list[str] = []
    told: list[str] = []

    def heard(answer: Response) -> None:
        if "/live/" in answer.url:
            streams.append(answer.headers["content-encoding"])

    page.on("response", heard)
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.eventSourceMessageReceived", lambda message: told.append(message["eventName"]))
    against_bots(page, 2)
    playing.play_until(page, Random(4), decisions=3)
    assert set(streams) == {"gzip"}
    assert told.count("position") == 1, "the first frame has all of it"
    assert told.count("patch") >= 2


def test_a_refusal_without_a_place_on_the_page_is_said_and_breaks_nothing(page: Page) -> None:
    """A token that no longer fits (a log-in in another tab) is answered by a whole page."""
    against_bots(page, 2)
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    page.evaluate("document.body.setAttribute('hx-headers', '{}')")
    page.evaluate("document.querySelectorAll('[name=csrfmiddlewaretoken]').forEach(field => field.remove())")
    playing.choose_first(page)
    expect(page.locator("#errors .notice")).to_contain_text("Reload the page")
    expect(page.locator("#board .zone")).to_have_count(3)


def test_a_spectator_sees_no_hand_and_has_no_choices(new_context: NewContext) -> None:
    alice = come_in(new_context(), "Alice")
    against_bots(alice, 2)
    watcher = new_context().new_page()
    watcher.goto(alice.url)
    expect(watcher.locator("#prompt")).to_be_visible()
    assert watcher.locator(".choices, .hand:not(.drawn), .hand .card-name, #concede").count() == 0
    expect(alice.locator(".hand-mine .face").first).to_be_visible()


def test_a_page_whose_person_logged_out_in_another_tab_shows_what_anybody_may_see(page: Page) -> None:
    page.goto("/signup/")
    fields = {"name": "Alice", "username": f"alice-{uuid4().hex}", "password": "three-ravens-on-a-gate"}
    for field, value in fields.items():
        page.locator(f"[name={field}]").fill(value)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("link", name="Alice", exact=True)).to_be_visible()
    against_bots(page, 2)
    expect(page.locator(".hand-mine").first).to_be_visible()
    other = page.context.new_page()
    other.goto("/")
    other.evaluate("document.querySelector('form[action=\"/logout/\"]').submit()")
    expect(page.locator(".hand-mine")).to_have_count(0)
    expect(page.locator("#board .zone")).to_have_count(3)
    expect(page.locator("#connection")).to_be_hidden()


def test_conceding_asks_once_and_ends_a_match_of_two(page: Page) -> None:
    against_bots(page, 2)
    page.locator("#concede summary").click()
    page.get_by_role("button", name="Yes, I concede").click()
    expect(page.locator("#prompt .winner")).to_contain_text("Level 3: Courtier wins")


def test_a_stale_choice_is_answered_beside_the_prompt(new_context: NewContext) -> None:
    """Two tabs of one player: the second one is told, and nothing else happens."""
    context = new_context()
    page = come_in(context, "Alice")
    against_bots(page, 2)
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    decision = page.locator("#prompt .choices form [name=decision]").first.get_attribute("value") or ""
    version = page.locator("#prompt").get_attribute("data-version") or ""
    fields = {"decision": decision, "expected_version": version}
    playing.act(page, Random(1))
    answer = page.evaluate(
        """async ([address, fields]) => {
            const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
            const body = new URLSearchParams({...fields, decision_id: crypto.randomUUID()});
            const headers = {"X-CSRFToken": token, "HX-Request": "true"};
            const answer = await fetch(address, {method: "POST", body, headers});
            return [answer.status, answer.headers.get("HX-Retarget"), await answer.text()];
        }""",
        [page.url + "decide/", fields],
    )
    assert answer[0] == 409
    assert answer[1] == "#errors"
    assert "Something has changed since you last looked" in answer[2]


def test_nothing_is_wider_than_the_screen(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, locale="pl-PL", viewport={"width": 390, "height": 844})
    page = context.new_page()
    against_bots(page, 4)
    playing.play_until(page, Random(3), decisions=2)
    for path in (page.url, page.url + "replay/30/", "/", "/tables/open/", "/games/elekt/cards/", "/games/elekt/rules/"):
        page.goto(path)
        for width in sample((360, 1024), (360, 390, 768, 1024, 1440)):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    context.close()


def test_no_name_of_a_card_is_broken_or_cut_in_mid_word_on_a_phone(browser: Browser, site: str) -> None:
    with browser.new_context(base_url=site, locale="pl-PL", viewport={"width": 390, "height": 844}) as phone:
        page = phone.new_page()
        against_bots(page, 2)
        expect(page.locator("#prompt.prompt-mine")).to_be_visible()  # nothing moves from now on
        page.wait_for_function("""() => {
            const names = [...document.querySelectorAll(".hand .face .card-name")];
            const name = names.find(name => name.textContent.includes("Bezimienny"));
            if (!name) return false;
            const words = document.createRange();
            words.selectNodeContents(name);
            const lines = [...words.getClientRects()], card = name.closest(".face").getBoundingClientRect();
            return new Set(lines.map(line => Math.round(line.top))).size === 1
                && lines.every(line => line.right <= card.right && line.bottom <= card.bottom);
        }""")
