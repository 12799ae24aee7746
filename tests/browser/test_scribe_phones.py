"""Three players at a real table record their game on three phones, each the own hand. Whatever a phone is sent is kept
byte by byte, and names no card that another holds and has not shown.

What may still be is offered, whatever others hold. That it follows from what this phone was told alone is shown beside:
a session that was told nothing else offers the same.

Part of the long sample (``LONG_TESTS=1``): a whole game of each of the three titles.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Event, SeatNo
from elekt_core.record.facts import encode_fact
from elekt_core.record.match import Play
from elekt_core.record.verify import verify_text
from elekt_core.registry import get_bot
from elekt_core.scribe import Entry, Other, Session, as_spectators_see
from matches.scribe.sessions import seed_of
from tests.elekt_core.scribe.witness import is_true, played, seen, true_offer
from tests.sampling import LONG

from .overheard import Overheard, overheard
from .recording import SLOW, Line, Phone, line_of
from .test_scribe import WIDTH

NAMES = ("Ala", "Bartek", "Celina")
OFFERS = re.compile(
    r'<ul class="choices scribe-choices">.*?</ul>|<datalist id="scribe-names">.*?</datalist>', re.DOTALL
)
"""What may still be, and the names of all cards."""


class OwnPhone(Phone):
    """One of the three. ``session`` knows what this phone was told, and nothing else."""

    def __init__(self, page: Page, ear: Overheard, seat: int, copies: list[str]) -> None:
        """``copies`` are the cards for which a phone named a copy of the same name: the table cannot tell them apart,
        and from then on the phones know another game than their sessions here."""
        super().__init__(page)
        self.ear, self.seat, self.copies = ear, seat, copies
        self.session: Session | None = None
        self.compared = 0
        self.heard = self.own = 0
        """How many cards of others were listened for, and how many of the own hand were heard."""

    def begin(self, play: Play[Any], recorded: str) -> None:
        seed = seed_of(UUID(recorded), self.seat, 0)
        self.session = Session(play.game, play.setup, SeatNo(self.seat), seed)

    def make(self, decision: Decision | None, facts: Sequence[Event]) -> Entry:
        """The entry is made on this phone."""
        assert self.session is not None
        line = line_of(self.session, decision, facts, NAMES, self.offers)
        self.enter(line)
        return self.session.entries[-1]

    def hear(self, entry: Entry, decision: Decision | None, facts: Sequence[Event]) -> None:
        """It was made on another one, and this seat tells what it alone has seen."""
        assert self.session is not None
        said = Other(as_spectators_see(self.session.game, entry.facts), entry.picks, entry.seat)
        known = len(self.session.entries)
        owed = self.page.locator("[data-entries][data-owed]")
        heard = owed.or_(self.page.locator(f"[data-entries='{known + 1}']"))
        for _ in range(100):
            self.page.evaluate("look()")
            if heard.count():
                break
        expect(heard).to_have_count(1)
        owes = bool(owed.count())
        if not self.copies:
            assert owes == (self.seat in entry.private)
        if not owes:
            self.session.hear(Entry((), said.facts))
            return
        line, picks = Line(), list[str]()
        while True:
            asking, _ = self.session._completed(said, picks, self.session.wording("en", NAMES))
            if not asking.offers:
                break
            offer = true_offer(asking, decision, facts)
            offer = offer or asking.further(partial(is_true, asking=asking, decision=decision, facts=facts))
            assert offer is not None
            line.answers.append((offer.key, self.session.wording("en", NAMES).choice(offer, asking).label))
            picks.append(offer.key)
        if picks:
            self.enter(line)
        else:
            self.choose(self.page.get_by_role("button", name="Nothing more"))
        self.session.own_entry(said, picks, NAMES)

    def button(self, key: str, label: str) -> Locator:
        found = super().button(key, label)
        if found.get_attribute("value") not in (key, label):
            self.copies.append(key)
        return found

    def offers(self, keys: Sequence[str]) -> None:
        """What is offered is what a session offers that was told nothing else."""
        if self.copies:
            return
        self.compared += 1
        choices = self.page.locator(".scribe-choices button[name=pick]")  # where all are shown, by name
        shown = choices.evaluate_all("all => all.map(one => [Number(one.id.split('-').pop()), one.value])")
        assert [key for _, key in sorted(shown)] == list(keys)

    def overhears(self, play: Play[Any]) -> None:
        """Since this was last asked, it was sent no card that others hold and this seat has not seen."""
        text = OFFERS.sub("", self.ear.sent())
        game = play.game
        faces = {face.id: face.words.name for face in game.gallery("en")}
        told = [game.redact(fact, SeatNo(self.seat)) for batch in play.batches for fact in batch.events]
        seen_here = {word for fact in told for word in re.findall(r'"([^"]*)"', json.dumps(encode_fact(game, fact)))}
        # Of cards with one name a phone may name any, and a card that lies open may name others in its text.
        read_here = " ".join(f"{face.words}" for face in game.gallery("en") if face.id in set(map(_face, seen_here)))
        for other, side in enumerate(game.describe(play.state).seats):
            for card in side.hand:
                if other == self.seat:
                    self.own += faces.get(_face(str(card)), str(card)) in text
                    continue
                name = faces.get(_face(str(card)), str(card))
                if str(card) in seen_here:
                    continue
                if not self.copies:
                    self.heard += 1
                    assert not re.search(rf"\b{re.escape(str(card))}\b", text), (self.seat, card)
                if name not in read_here:
                    self.heard += 1
                    assert name not in text, (self.seat, name)


def _face(card: str) -> str:
    name, _, copy = card.rpartition(".")
    return name if name and copy.isdecimal() else card


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: tests/leak/test_scribe_company_leaks.py listens to whole games")
@pytest.mark.parametrize("game", ["elekt", "elector_counts", "enclave"])
def test_three_phones_record_one_game_and_none_is_sent_anothers_cards(browser: Browser, site: str, game: str) -> None:
    with ExitStack() as open_:
        phones, copies = list[OwnPhone](), list[str]()
        for seat in range(3):
            ear = open_.enter_context(overheard(site))
            context = browser.new_context(
                base_url=ear.url,
                locale="en-GB",
                viewport={"width": WIDTH, "height": 844},
                extra_http_headers={"Accept-Encoding": "identity"},
            )
            open_.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(SLOW)
            page.goto("/scribe/")
            phones.append(OwnPhone(page, ear, seat, copies))
        recorded = _begun(phones, game)
        play = played(game, b"three phones", 3)
        for phone in phones:
            phone.begin(play, recorded)
        made = _recorded(play, phones)
        for phone in phones:
            expect(phone.page.get_by_text("The game is over")).to_be_visible()
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= WIDTH
            for path in ("replay/", "record/", ""):
                phone.page.request.get(f"/scribe/{recorded}/{path}", headers={"Accept-Encoding": "identity"})
            phone.overhears(play)
            assert phone.heard or game == "enclave", "there were cards to hear of; in Enclave all have the same"
            assert phone.own or game == "enclave", "what is sent is listened to"
        _kept(phones, recorded)
        assert sum(phone.compared for phone in phones)
        told = ", ".join(
            f"{phone.ear.total} bytes, {phone.taps} taps, {phone.compared} times compared" for phone in phones
        )
        print(f"{game}: {made} decisions; the phones were sent {told}")


def _kept(phones: Sequence[OwnPhone], recorded: str) -> None:
    """Bartek gives his hand, and the match that Ala keeps shows hers and his."""
    ala, bartek, _ = (phone.page for phone in phones)
    bartek.get_by_role("button", name="Give my hand").click()
    expect(bartek.get_by_text("Your hand will stand in the match that is kept.")).to_be_visible()
    ala.goto(f"/scribe/{recorded}/")
    expect(ala.get_by_text("The match will show the hands of Ala, Bartek.")).to_be_visible()
    expect(ala.get_by_text("Not given yet: Celina.")).to_be_visible()
    ala.get_by_role("button", name="Keep it as a match").click()
    ala.wait_for_url("**/replay/1/")
    for page in (ala, bartek):
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    record = ala.request.get(re.sub(r"/replay/1/.*", "/record/", ala.url)).text()
    assert json.loads(record.partition("\n")[0])["perspective"] == [0, 1]
    assert verify_text(record).ok


def _begun(phones: Sequence[OwnPhone], game: str) -> str:
    page = phones[0].page
    page.select_option("#b-game", game)
    for seat, name in enumerate(NAMES):
        page.fill(f"input[name='name.{seat}']", name)
    page.select_option("#b-hand", "0")
    page.get_by_role("button", name="Start recording").click()
    recorded = page.locator("#scribe").get_attribute("data-scribing")
    assert recorded is not None
    invited = {name: page.locator(f"a[href*='/join/'][href*='key=']:text-is('{name}')") for name in NAMES[1:]}
    for phone, link in zip(phones[1:], invited.values(), strict=True):
        phone.page.goto(link.get_attribute("href") or "")
        phone.page.get_by_role("button", name="Record it, too").click()
        expect(phone.page.locator("[data-entries='0']")).to_have_count(1)
    return recorded


def _recorded(play: Play[Any], phones: Sequence[OwnPhone]) -> int:
    bot, made = get_bot(play.game, "greedy"), 0
    _entered(play, phones, None)
    while play.game.outcome(play.state) is None:
        seat = play.game.awaiting(play.state)[0].seat
        options, view = play.game.options(play.state, seat), play.game.view(play.state, seat)
        decision = bot.choose(play.game, view, options, SeededChance(derive("bot", play.game.name, made)))
        play.decide(decision)
        made += 1
        _entered(play, phones, decision)
    return made


def _entered(play: Play[Any], phones: Sequence[OwnPhone], decision: Decision | None) -> None:
    """On the phone of the seat that decides; then each of the others hears of it."""
    first = phones[0 if decision is None else int(decision.seat)]
    entry = first.make(decision, seen(play, SeatNo(first.seat)))
    for phone in phones:
        if phone is not first:
            phone.hear(entry, decision, seen(play, SeatNo(phone.seat)))
        assert phone.session is not None
        assert phone.session.view == play.game.view(play.state, SeatNo(phone.seat))
    for phone in phones:
        phone.overhears(play)
