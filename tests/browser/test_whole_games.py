"""Whole games by mouse, by finger on a phone, by keyboard alone, and by what a screen reader is told.

At every decision the hand and the question are in sight in six sizes of the window and nothing scrolls. The suite plays
the first decisions of one game; ``LONG_TESTS=1`` plays all of them to the end. ``PICTURES=DIR`` takes pictures of each
kind of question in both themes and of each fault, ``SITE=URL`` plays on a server that runs already.
"""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as Timeout

from tests.sampling import LONG, sample

from . import keyboard, playing
from .test_drag import middle
from .test_tables_fit import FITTED, MEASURE, SIZES

GAMES = ("elekt", "enclave", "elector_counts")
WAYS = ("mouse", "finger", "keyboard", "names")
KEYED = ("keyboard", "names")
PLAYED = sample([("elekt", "names")], [(game, way) for game in GAMES for way in WAYS])
DECISIONS = sample(3, 1000)
PATIENCE = sample(300, 2400)
SEEN = sample(SIZES[-3:], SIZES)
PICTURES = os.environ.get("PICTURES", "")
NO_CLOCK = "a seat's strip does not show its clock"
"""These games have none."""
STILL = """() => !document.querySelector(".is-flown-over, .is-veiled") && document.getAnimations().every(
    (one) => one.playState !== "running" || one.effect.getComputedTiming().iterations === Infinity)"""
UNDER_A_FINGER = """(place) => {
    const {left, top, width, height} = place.getBoundingClientRect();
    const points = [[6, 6], [width / 2, height / 2], [width - 6, 6], [6, height - 6]];
    return points.find(([x, y]) => place.contains(document.elementFromPoint(left + x, top + y))) ?? null;
}"""
"""Where in a place a finger can touch it."""
DOUBLE_TAP = 600
"""Milliseconds."""
ANSWERED = re.compile("/(choose|decide)/")


def acted(page: Page, act: Callable[[], None]) -> None:
    with page.expect_response(lambda answer: ANSWERED.search(answer.url) is not None) as answer:
        act()
    assert answer.value.status in (200, 204), answer.value.text()[:300]
    expect(page.locator(".htmx-request, .awaiting")).to_have_count(0)


def by_mouse(page: Page, random: Random) -> None:
    """Clicks; a card of the hand that leads to a place is dragged there."""
    cards = page.locator(".lay-hand .is-choice[data-for]:not([data-several]):visible")
    leading = [card for card in cards.all() if leads_on(page, card)]
    if not leading or random.random() < 0.5:
        playing.act(page, random)
        return
    card = random.choice(leading)
    page.mouse.move(*middle(card))
    acted(page, lambda: lift(page))
    places = page.locator("#board .is-choice[data-for]:not([data-several]):visible")
    if places.count():
        page.mouse.move(*middle(random.choice(places.all())), steps=3)
        expect(page.locator("#board .is-under")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".ghost.dragged")).to_have_count(0)
    expect(page.locator(".htmx-request, .awaiting")).to_have_count(0)


def leads_on(page: Page, card: Locator) -> bool:
    choice = page.locator(f"#{card.get_attribute('data-for')}")
    return choice.count() == 1 and choice.get_attribute("href") is not None


def lift(page: Page) -> None:
    page.mouse.down()
    page.mouse.move(*middle(page.locator("#board .lay-status")), steps=3)


def by_finger(page: Page, random: Random) -> None:
    """Taps: on the table where something stands for the choice there."""
    if page.locator("#prompt .taken").count():
        page.wait_for_timeout(DOUBLE_TAP)  # in one place it would be the second of a double tap: that does nothing
    confirm = page.locator("#prompt #confirm")
    choices = page.locator("#prompt .choices .choice")
    button = confirm if confirm.count() else choices.nth(random.randrange(choices.count()))
    places = page.locator(f"#board [data-for='{button.get_attribute('id')}']:not([data-several]):visible")
    touched = [(place, at) for place in places.all() if (at := place.evaluate(UNDER_A_FINGER)) is not None]
    on_board = button.locator("xpath=ancestor::li[contains(@class, 'on-board')]").count()
    assert touched or not on_board, "what lies out of reach is not listed"
    if on_board:
        place, (x, y) = touched[0]
        acted(page, lambda: place.tap(position={"x": x, "y": y}))
    else:
        playing.unfold(page, button)
        acted(page, button.tap)


def by_keyboard(page: Page, random: Random) -> None:
    if not page.evaluate("document.activeElement.matches('#prompt .choice, #confirm')"):
        page.locator(".skip").focus()
        page.keyboard.press("Enter")
        keyboard.tab_to(page, keyboard.CHOICE, most=6)
    for _ in range(random.randrange(page.locator(keyboard.CHOICE).count())):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(keyboard.FOCUSED_WELL), page.evaluate("document.activeElement.outerHTML")
    acted(page, lambda: page.keyboard.press("Enter"))


def by_names(page: Page, random: Random) -> None:
    """As one who hears the page: the question by its region, a choice by its role and name alone."""
    asked = page.get_by_role("region").and_(page.locator("#prompt"))
    expect(asked).to_have_count(1)
    confirm = asked.get_by_role("button", name="Confirm", exact=True)
    if confirm.count():
        acted(page, lambda: confirm.press("Enter"))
        return
    choices = page.locator("#prompt .choices .choice")
    choice = choices.nth(random.randrange(choices.count()))
    name = " ".join((choice.text_content() or "").split())
    role: Any = "link" if choice.get_attribute("href") else "button"
    named = asked.get_by_role(role, name=name, exact=True)
    assert name, "a choice without a name"
    assert named.count() >= 1, f"nothing is called {name}"
    acted(page, lambda: named.first.press("Enter"))


ACTS = {"mouse": by_mouse, "finger": by_finger, "keyboard": by_keyboard, "names": by_names}


def faults(page: Page, name: str, *, keys: bool) -> dict[str, list[str]]:
    """What is out of sight, in each size; the window is as it was in the end. With keys, the choice that has the focus
    is listed too: on the lowest windows the middle gives way."""
    before = page.viewport_size
    assert before is not None
    page.mouse.move(0, 0)  # what is said of a card under the mouse lies over the table
    found: dict[str, list[str]] = {}
    for width, height in SEEN:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FITTED)
        page.wait_for_function(STILL)  # what was told may still be shown, and a thing on its way lies nowhere
        wrong = [fault for fault in page.evaluate(MEASURE) if fault != NO_CLOCK]
        if keys and height < 700:
            wrong = [fault for fault in wrong if not fault.startswith("the middle scrolls")]
        if wrong:
            found[f"{width}x{height}"] = wrong
            if PICTURES:
                page.screenshot(path=Path(PICTURES) / f"fault-{name}-{width}x{height}.png")
    page.set_viewport_size(before)
    return found


def take_pictures(page: Page, name: str, taken: set[str]) -> None:
    rule = page.locator("#prompt .question .rule")
    asked = rule.first.inner_text() if rule.count() else ""
    kind = re.sub(r"\W+", "-", asked or page.locator("#prompt").get_attribute("data-title") or "")
    if not PICTURES or kind in taken:
        return
    taken.add(kind)
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=Path(PICTURES) / f"{name}-{kind}-{scheme}.png")


@pytest.fixture
def where(request: pytest.FixtureRequest) -> str:
    return os.environ.get("SITE") or str(request.getfixturevalue("site"))


@pytest.mark.parametrize(("game", "way"), PLAYED)
def test_a_whole_game_is_played_with_hand_and_question_in_sight(
    browser: Browser, where: str, game: str, way: str
) -> None:
    phone = way == "finger"
    size: Any = {"width": 390, "height": 844} if phone else {"width": 1440, "height": 900}
    context = browser.new_context(base_url=where, viewport=size, has_touch=phone, locale="en-GB")
    page = context.new_page()
    page.goto("/")
    page.locator(f"form:has([name=game][value={game}]) button[value='2']").first.click()
    expect(page.locator("#prompt")).to_be_visible()
    page.wait_for_load_state()
    page.evaluate("localStorage.setItem('table-pace', 'fast')")
    random, last, made, asked = Random(4), monotonic() + PATIENCE, 0, ""
    found: dict[str, list[str]] = defaultdict(list)
    taken: set[str] = set()
    while made < DECISIONS and not playing.is_over(page):
        assert monotonic() < last, "the match does not go on"
        if not playing.is_my_turn(page):
            page.wait_for_timeout(20)
            continue
        now = str(page.locator("#prompt").get_attribute("data-version"))
        if now != asked:
            asked, made = now, made + 1
            expect(page.locator("#question")).to_be_visible()
            for window, wrong in faults(page, f"{game}-{way}-{made}", keys=way in KEYED).items():
                for fault in wrong:
                    found[f"{window}: {re.sub('[0-9]+', 'some', fault)}"].append(f"{made}: {fault}")
            take_pictures(page, f"{game}-{way}", taken)
        try:
            ACTS[way](page, random)
        except playing.Gone:
            continue
        except Timeout:
            if PICTURES:
                page.screenshot(path=Path(PICTURES) / f"stuck-{game}-{way}-{made}.png")
            raise
    if LONG:
        expect(page.locator("#prompt .winner")).to_be_visible()
        take_pictures(page, f"{game}-{way}", taken)
    context.close()
    assert not found, json.dumps({fault: [len(each), *each[:5]] for fault, each in found.items()}, indent=1)
