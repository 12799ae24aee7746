"""Somebody who records a game on a phone: it was played elsewhere, and what is known is what one of them saw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from playwright.sync_api import Locator, Page, expect

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import CONCEDE, Decision, SeatNo
from elekt_core.registry import get_bot
from elekt_core.scribe import Session
from matches.scribe.sessions import seed_of
from tests.elekt_core.scribe.witness import is_true, played, seen, true_offer

SLOW = 180_000
"""Milliseconds, for an answer on a machine on which a whole suite runs."""


PATIENT = """
(ms) => {
  const wait = () => { const page = document.getElementById("scribe"); if (page) page.dataset.patience = ms };
  document.readyState === "loading" ? addEventListener("DOMContentLoaded", wait) : wait();
}
"""


def patient(page: Page, milliseconds: int = SLOW) -> None:
    """So long does the page wait for an answer, until it is loaded anew."""
    page.evaluate(PATIENT, milliseconds)


@dataclass
class Line:
    """One entry: what a phone may ask of it, by key, and what it is called; ``answers`` are those that it did ask."""

    answers: list[tuple[str, str]] = field(default_factory=list)
    kind: str = ""


@dataclass
class Script:
    lines: list[Line]
    ranks: tuple[int, ...]
    decisions: int


def script_of(name: str, names: Sequence[str], decisions: int, recorded: str, viewer: SeatNo | None = None) -> Script:
    """A game of three, what ``viewer`` saw of it, in answer to what is asked where the game of this id is recorded.
    After so many decisions players give up, one after another."""
    play = played(name, b"elsewhere", len(names))
    session = Session(play.game, play.setup, viewer, seed_of(UUID(recorded), viewer, viewer))
    lines = [line_of(session, None, seen(play, viewer), names)]
    bot, made = get_bot(play.game, "greedy"), 0
    while play.game.outcome(play.state) is None:
        seat = play.game.awaiting(play.state)[0].seat
        options = play.game.options(play.state, seat)
        if made < decisions:
            chance = SeededChance(derive("bot", name, made))
            decision = bot.choose(play.game, play.game.view(play.state, seat), options, chance)
        else:
            decision = Decision(SeatNo(seat), CONCEDE)
        play.decide(decision)
        made += 1
        lines.append(line_of(session, decision, seen(play, viewer), names, made=decision.kind))
    outcome = play.game.outcome(play.state)
    assert outcome is not None
    return Script(lines, tuple(outcome.ranks), made)


def line_of(
    session: Session,
    decision: Decision | None,
    facts: Sequence[object],
    names: Sequence[str],
    offered: Callable[[Sequence[str]], None] = lambda keys: None,
    made: str = "",
) -> Line:
    """The entry that tells what has happened, added to the session. ``offered`` is told what is offered first."""
    if decision is not None and decision.kind == CONCEDE:
        line = Line([(f"concede:{decision.seat}", names[decision.seat])])
        session.enter([line.answers[0][0]])
        return line
    line, asking = Line(kind=made), session.asking(())
    wording = session.wording("en", names)
    offered([choice.key for choice in wording.choices(asking)])
    while asking.offers:
        offer = true_offer(asking, decision, facts)  # type: ignore[arg-type]  # facts are events
        if offer is None:
            offer = asking.further(lambda one: is_true(one, asking, decision, facts))  # type: ignore[arg-type]
        assert offer is not None
        line.answers.append((offer.key, wording.choice(offer, asking).label))
        asking.answer(offer)
    session.enter(asking.answered, names)
    return line


class Phone:
    """The page of a recorded game, 390 pixels wide. What lies on the board is tapped there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.on_board: list[str] = []
        """What was tapped there, by key."""
        page.add_init_script(f"({PATIENT})({SLOW})")  # however busy the machine is, the connection is a good one
        patient(page)

    @property
    def entries(self) -> int:
        return int(self.page.locator("[data-entries]").first.get_attribute("data-entries") or 0)

    def enter(self, line: Line) -> None:
        """Answer until the entry is stored."""
        before = self.entries
        if line.answers and line.answers[0][0].startswith("concede:"):
            self.page.locator(".scribe-more > summary").click()
        for number, (key, label) in enumerate(line.answers, 1):
            self.tap(key, label)
            self.page.wait_for_function(
                "([before, picks]) => { const p = document.querySelector('[data-entries]').dataset;"
                " return Number(p.entries) > before || Number(p.picks) >= picks"
                " || document.querySelector('.scribe-panel .notice.error') !== null }",
                arg=[before, number],
                timeout=SLOW,
            )
            refused = self.page.locator(".scribe-panel .notice.error")
            assert not refused.count(), (
                line,
                key,
                refused.inner_text(),
                self.page.locator(".scribe-story").inner_text(),
            )
            if self.entries > before:
                break
        assert self.entries == before + 1, (line, self.page.locator(".scribe-panel").inner_text())

    def button(self, key: str, label: str) -> Locator:
        """What stands for the answer, in sight."""
        button = self.page.locator(f"#scribe button[name=pick][value={_quoted(key)}]")
        if not button.count():  # a copy of the same name stands for it
            button = self.page.locator(".scribe-choices").get_by_role("button", name=label, exact=True)
        everything = self.page.locator("#scribe-all")
        if button.count() and not button.first.is_visible() and everything.is_visible():
            everything.click()
            self.taps += 1
        if not button.count() or not button.first.is_visible():
            self.page.fill("#scribe-find", label)
            self.taps += 1
        if not button.count() or not button.first.is_visible():
            button = self.page.locator("#scribe-anyway")
        return button.first

    def place(self, key: str, label: str) -> Locator | None:
        """Where on the board the answer is lit, and large enough for a thumb: then it is not listed."""
        listed = self.page.locator(".scribe-choices > li.on-board")
        button = listed.locator(f"button[value={_quoted(key)}]")
        if not button.count():
            button = listed.get_by_role("button", name=label, exact=True)
        if not button.count():
            return None
        return self.page.locator(f"#board .is-choice[data-for='{button.first.get_attribute('id')}']").first

    def tap(self, key: str, label: str) -> None:
        place = self.place(key, label)
        target = place or self.button(key, label)
        self.taps += 1
        if place is not None:
            self.on_board.append(key)
        with self.page.expect_response(lambda answer: "/step/" in answer.url, timeout=SLOW) as answer:
            target.click()
        assert answer.value.status == 200, answer.value.text()[:300]
        expect(self.page.locator("#scribe[aria-busy]")).to_have_count(0, timeout=SLOW)

    def choose(self, button: Locator) -> None:
        """Whatever it says: until it has been taken."""
        before = self.page.locator("[data-entries]").first.evaluate("p => p.dataset.entries + '/' + p.dataset.picks")
        button.click()
        self.page.wait_for_function(
            "(before) => { const p = document.querySelector('[data-entries]').dataset;"
            " return p.entries + '/' + p.picks !== before }",
            arg=before,
            timeout=SLOW,
        )
        expect(self.page.locator("#scribe[aria-busy]")).to_have_count(0, timeout=SLOW)

    def take_back(self) -> None:
        before = self.entries
        self.page.get_by_role("button", name="Take back the last entry").click()
        self.page.wait_for_function(
            "(before) => Number(document.querySelector('[data-entries]').dataset.entries) < before",
            arg=before,
            timeout=SLOW,
        )
        expect(self.page.locator("#scribe[aria-busy]")).to_have_count(0, timeout=SLOW)

    def write_down(self, answers: Sequence[tuple[str, str]]) -> None:
        """Without a connection: the names in order."""
        for _, label in answers:
            self.page.fill("#note-word", label)
            self.page.get_by_role("button", name="Add", exact=True).click()
        self.page.get_by_role("button", name="Entry is whole").click()


def _quoted(key: str) -> str:
    escaped = key.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
