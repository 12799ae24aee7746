"""A game is recorded on its board: at every question the board is the one of the live table, as high as the window, and
what can be chosen there is chosen by a thumb.

Whole games are followed by the services; at sampled decisions the page is looked at in each size of a window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from benchmarks.scribe_taps import IN_SIGHT
from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo
from elekt_core.registry import get_bot
from elekt_core.scribe import OFFERED
from matches.scribe import commands as c
from matches.scribe import queries, services
from matches.scribe.events import ALL_HANDS
from matches.scribe.sessions import looking_from
from tests.elekt_core.scribe.witness import answers, played, seen
from tests.matches.factories import account
from tests.matches.scribe.test_scribing import logged_in
from tests.sampling import sample

from .test_access import Axe
from .test_tables_fit import FITTED, SIZES, show

pytestmark = pytest.mark.django_db
NAMES = ("Alice", "Bartholomew", "Celina")
THUMB = 44
"""Pixels."""
MEASURE = """(thumb) => {
    const page = document.documentElement, prompt = document.querySelector("#prompt").getBoundingClientRect();
    const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".on-board");
    const low = [...document.querySelectorAll("#prompt button")]
        .filter((one) => seen(one) && one.getBoundingClientRect().height < thumb - 6);
    const places = [...document.querySelectorAll("#board .is-choice[data-for]:not([data-several])")];
    const reached = (choice) => choice.closest("li").matches(".on-board")
        ? places.some((one) => one.dataset.for === choice.id
            && Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) >= thumb)
        : true;
    const choices = [...document.querySelectorAll("#prompt .choice")];
    return [
        page.scrollHeight > innerHeight && `the page is ${page.scrollHeight - innerHeight} px too high`,
        page.scrollWidth > innerWidth && `the page is ${page.scrollWidth - innerWidth} px too wide`,
        !(prompt.top >= 0 && prompt.bottom <= innerHeight) && "the question is out of sight",
        low.length && `a button is too low for a thumb: ${low[0].textContent.trim()}`,
        ...choices.filter((one) => !reached(one)).map((one) => `neither listed nor in reach: ${one.value}`),
        !choices.some((one) => one.closest("li").matches(".on-board") || seen(one)) && "nothing can be chosen",
    ].filter(Boolean);
}"""
IN_SIGHT_NOW = """(thumb) => [...document.querySelectorAll(".scribe-choices button[name=pick]")].filter((one) => {
    const { left, right, top, bottom, height } = one.getBoundingClientRect();
    const isHit = (y) => one.contains(document.elementFromPoint((left + right) / 2, y));
    return height >= thumb && isHit(top + 2) && isHit(bottom - 2);
}).length"""


class Recording:
    """A game that Alice records as it is played elsewhere: she sees what ``viewer`` sees."""

    def __init__(self, game: str, viewer: int | None) -> None:
        self.truth = played(game, b"board", len(NAMES))
        self.viewer = viewer
        self.alice = account("Alice")
        self.id: UUID = services.begin(
            c.BeginScribing(game=game, seats=len(NAMES), viewer=viewer), NAMES, by=self.alice
        ).scribing
        self.client = logged_in(self.alice)

    def entries(self) -> Iterator[tuple[Decision | None, Sequence[str]]]:
        """Each decision with the answers that tell it, before they are entered."""
        bot, made = get_bot(self.truth.game, "greedy"), 0
        decision: Decision | None = None
        while True:
            session = queries.scribing(scribing_id=self.id, player=self.alice).session
            picks = answers(session, decision, seen(self.truth, looking_from(self.viewer, len(NAMES))))
            yield decision, picks
            services.enter(self.id, c.Enter(picks=tuple(picks)), by=self.alice)
            if self.truth.game.outcome(self.truth.state) is not None:
                return
            seat = SeatNo(self.truth.game.awaiting(self.truth.state)[0].seat)
            options, view = (
                self.truth.game.options(self.truth.state, seat),
                self.truth.game.view(self.truth.state, seat),
            )
            decision = bot.choose(self.truth.game, view, options, SeededChance(derive("board", made)))
            self.truth.decide(decision)
            made += 1

    def page(self, picks: Sequence[str]) -> bytes:
        """The page where so much is answered."""
        return asked(self.client, self.id, picks)


def asked(client: Client, scribing: UUID, picks: Sequence[str]) -> bytes:
    entries = queries.public(scribing).stood
    sent = {"entry": "11111111-1111-4111-8111-111111111111", "after": len(entries), "pick": picks}
    return (
        client.post(f"/scribe/{scribing}/step/", sent).content if picks else client.get(f"/scribe/{scribing}/").content
    )


def faults(page: Page, html: bytes, axe: Axe) -> dict[str, list[str]]:
    """What does not fit, by size of the window, and what shuts somebody out."""
    show(page, html)
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FITTED)
        if wrong := page.evaluate(MEASURE, THUMB):
            found[f"{width}x{height}"] = wrong
    return found | ({"axe": shut} if (shut := axe(page)) else {})


def test_cards_that_lie_nowhere_on_the_board_are_all_shown_in_its_place(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page, recording = context.new_page(), Recording("elector_counts", 2)  # of the player who goes first
    entries = recording.entries()
    decisions = [next(entries)[0], next(entries)[0]]
    assert [decision and decision.seat for decision in decisions] == [None, 2]
    services.enter(recording.id, c.Enter(picks=("end_turn",)), by=recording.alice)

    def offered(picks: Sequence[str]) -> list[str]:
        session = queries.scribing(scribing_id=recording.id, player=recording.alice).session
        return [choice.key for choice in session.question(picks, "en", NAMES).choices]

    passed_on = offered([])[:3]
    show(page, recording.page(passed_on))
    page.evaluate(FITTED)
    assert page.evaluate(IN_SIGHT_NOW, THUMB) >= IN_SIGHT, "cards are drawn, and no tile is tapped first"
    picks = passed_on
    while more := offered(picks):
        picks = [*picks, more[0]]
    services.enter(recording.id, c.Enter(picks=tuple(picks)), by=recording.alice)
    show(page, recording.page([]))
    page.evaluate(FITTED)
    assert page.evaluate(IN_SIGHT_NOW, THUMB) == OFFERED - 1
    first = page.locator(".scribe-choices button[name=pick]").all_inner_texts()
    page.locator("[data-backs].is-choice").first.click()
    assert page.evaluate(IN_SIGHT_NOW, THUMB) >= IN_SIGHT, "a face-down hand shows what may lie in it"
    assert not page.locator(".lay-middle").is_visible()
    page.get_by_role("button", name="The table").click()
    page.evaluate(FITTED)
    assert page.evaluate(IN_SIGHT_NOW, THUMB) == OFFERED - 1
    assert page.locator(".scribe-choices button[name=pick]").all_inner_texts() == first
    page.get_by_role("button", name="Show all").click()
    assert page.evaluate(IN_SIGHT_NOW, THUMB) >= IN_SIGHT
    context.close()


@pytest.mark.parametrize(
    ("game", "viewer", "every", "most"),
    [
        ("elekt", None, 5, sample(1, 30)),
        *sample([], [("enclave", 0, 6, 12), ("elekt", 0, 5, 30), ("enclave", None, 5, 12)]),
        *sample([], [("elector_counts", None, 4, 10), ("elector_counts", 0, 4, 10), ("elekt", ALL_HANDS, 5, 10)]),
    ],
)
def test_the_board_is_as_high_as_the_window_and_all_that_can_be_chosen_is_in_reach_of_a_thumb(
    browser: Browser, axe: Axe, game: str, viewer: int | None, every: int, most: int
) -> None:
    context = browser.new_context()
    page, recording = context.new_page(), Recording(game, viewer)
    found, looked = {}, 0
    for number, (decision, picks) in enumerate(recording.entries()):
        if decision is None or number % every:
            continue
        looked += 1
        for answered in range(len(picks)):
            if wrong := faults(page, recording.page(picks[:answered]), axe):
                found[f"{number}: {decision.kind}, {picks[:answered]}"] = wrong
        if looked == most:
            break
    context.close()
    assert looked
    assert found == {}
