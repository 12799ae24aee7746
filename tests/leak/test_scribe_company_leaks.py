"""A whole game of three of which each player enters the own hand: what a phone is sent is the same to
the last byte where the others hold other cards, and names none that they hold and have not shown."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from random import Random
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client

from elekt_core.contract import SeatNo
from elekt_core.record.facts import decode_fact, encode_fact
from elekt_core.record.redact import redacted
from elekt_core.scribe.asking import leaves
from matches.scribe import commands as c
from matches.scribe import keeping, queries, services
from matches.scribe.events import ScribeFold
from matches.scribe.services import SCRIBINGS
from tests.matches.scribe.company import SEATS, Company
from tests.matches.scribe.test_scribing import logged_in
from tests.sampling import sample

from .test_scribe_leaks import CHANGING

pytestmark = pytest.mark.django_db
GAMES = sample(["elekt"], ["elekt", "enclave", "elector_counts"])
DECISIONS, EVERY = sample((2, 10), (10_000, 4))
"""So many decisions at most; after so many of them what is sent is looked at."""
OFFERED = re.compile(r'<ul class="choices scribe-choices">.*?</ul>', re.DOTALL)
"""What may still be, for all that a phone knows, it may be offered: the comparison is for that."""
NAMED = re.compile(r'data-(?:names|taken|part)="([^"]*)"')
"""What things on a board are called, and what was taken of it."""
PATHS = ("", "?since=0", "replay/", "replay/?at=1", "record/", "join/")


@pytest.mark.parametrize("game", GAMES)
def test_no_phone_is_sent_a_card_that_another_holds_through_a_whole_game(game: str) -> None:
    company = Company(game)
    watch = _Watch(company, [logged_in(player) for player in company.players], Random(game))
    made = company.play(DECISIONS, watch.after_each)
    watch.look(PATHS)
    assert company.is_over or made == DECISIONS
    assert watch.boards, "boards, or the test shows nothing of them"
    assert watch.swapped or game == "enclave", "other hands, or the test shows nothing"
    for seat in range(len(SEATS)):
        assert company.view_of(seat) == company.truth.game.view(company.truth.state, SeatNo(seat))
    print(f"{game}: {made} decisions, {watch.answers} answers, {watch.bytes} bytes, {watch.swapped} cards swapped")


def test_a_match_shows_the_hands_that_were_given_and_no_other() -> None:
    company = Company("elekt")
    company.play(1)
    company.end()
    alice, bob, celina = company.players
    services.give_hand(company.id, c.GiveHand(), by=bob)
    services.give_hand(company.id, c.GiveHand(), by=celina)
    services.give_hand(company.id, c.GiveHand(given=False), by=celina)
    before = [_hand(company, seat) for seat in range(3)]
    pages = {logged_in(player).get(f"/scribe/{company.id}/").content.decode() for player in (alice, bob)}
    assert not [card for card in before[2] for page in pages if f'"{card}"' in OFFERED.sub("", page)]
    keeping.keep(company.id, c.Keep(), by=alice)
    match = keeping.match_of(company.id)
    for player in (alice, bob, celina):
        record = logged_in(player).get(f"/matches/{match}/record/").content.decode()
        assert [any(f'"{card}"' in record for card in hand) for hand in before] == [True, True, False]


def _hand(company: Company, seat: int) -> set[str]:
    """What this seat holds and no other has seen."""
    truth = company.truth
    told = {
        word
        for batch in truth.batches
        for fact in batch.events
        for other in (None, *(SeatNo(one) for one in range(3) if one != seat))
        for word in _texts(encode_fact(truth.game, truth.game.redact(fact, other)))
    }
    found = {str(card) for card in truth.game.describe(truth.state).seats[seat].hand} - told
    assert found
    return found


@dataclass
class _Watch:
    company: Company
    clients: list[Client]
    draw: Random
    entries: int = 0
    answers: int = 0
    bytes: int = 0
    swapped: int = 0
    boards: int = 0

    def after_each(self) -> None:
        self.entries += 1
        if self.entries % EVERY == 0:
            self.look()

    def look(self, paths: tuple[str, ...] = ("",)) -> None:
        fold = SCRIBINGS.load(self.company.id)
        for seat, client in enumerate(self.clients):
            known = self._known(seat)
            other = self._with_other_hands(fold, seat)
            sent, now = self._sent(client, paths), {}
            with patch.object(SCRIBINGS, "load", lambda *_, other=other: other):
                now = self._sent(client, paths)
            assert [*_differing(sent, now)] == []
            held = self._held_by_others(seat) - known
            for text in (*sent.values(), self._half_answered(client, seat)):
                shown = OFFERED.sub("", text)
                named = {name.rpartition(":")[2] for names in NAMED.findall(shown) for name in names.split()}
                assert not {card for card in held if f'"{card}"' in shown or card in named}
            self.boards += 'id="board"' in sent[""]

    def _half_answered(self, client: Client, seat: int) -> str:
        """The page where an entry is begun and not whole: the board has what was taken."""
        shown = queries.scribing(scribing_id=self.company.id, player=self.company.players[seat])
        if shown.is_over:
            return ""
        for choice in queries.question(shown, [], "en").choices:
            if not queries.question(shown, [choice.key], "en").whole:
                body = {"entry": str(uuid4()), "after": shown.entries, "pick": [choice.key]}
                answer = client.post(f"/scribe/{self.company.id}/step/", body, headers={"X-Scribe": "panel"})
                assert 'data-picks="1"' in answer.content.decode()
                return answer.content.decode()
        return ""

    def _sent(self, client: Client, paths: tuple[str, ...]) -> dict[str, str]:
        found = {}
        for path in paths:
            headers = {"X-Scribe": "panel"} if path in ("", "?since=0") else {}
            answer = client.get(f"/scribe/{self.company.id}/{path}", headers=headers)
            assert answer.status_code == 200, " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())[-700:]
            found[path] = CHANGING.sub("", answer.content.decode())
            self.answers += 1
            self.bytes += len(answer.content)
        return found

    def _known(self, seat: int) -> frozenset[str]:
        """The cards that this seat has seen so far."""
        game, cards = self.company.truth.game, self.company.session(self.company.players[seat])._cards
        told = (game.redact(fact, SeatNo(seat)) for batch in self.company.truth.batches for fact in batch.events)
        return cards & {text for fact in told for text in _texts(encode_fact(game, fact))}

    def _held_by_others(self, seat: int) -> set[str]:
        """The cards in the other hands."""
        game, state = self.company.truth.game, self.company.truth.state
        sides = game.describe(state).seats
        return {str(card) for other, side in enumerate(sides) if other != seat for card in side.hand}

    def _with_other_hands(self, fold: ScribeFold, seat: int) -> ScribeFold:
        """The same game to this seat: what other phones have told that it may not know is something else."""
        game, alike = self.company.truth.game, _alike(fold)

        def other(facts: Sequence[Mapping[str, Any]]) -> tuple[tuple[Mapping[str, Any], ...], dict[str, str]]:
            found, instead, public = [], dict[str, str](), set[Any]()
            for fact in facts:
                whole = decode_fact(game, fact["kind"], fact["version"], fact["payload"])
                known = dict(leaves("", encode_fact(game, redacted(game, whole, SeatNo(seat)))))
                public |= {*known.values()}
                hidden = {name: value for name, value in leaves("", fact["payload"]) if known[name] is None}
                mine = {}
                for name, value in hidden.items():
                    others = alike[fact["kind"], _field(name)] - {value}
                    if isinstance(value, str) and others:
                        mine[value] = self.draw.choice(sorted(others))
                found.append({**fact, "payload": _replaced(fact["payload"], mine)})
                instead |= mine
            self.swapped += len(instead)
            return tuple(found), {card: other for card, other in instead.items() if card not in public}

        stood = []
        for one in fold.stood:
            entered, own = one.entered, dict(one.own)
            if fold.viewer_of(entered) != seat:
                facts, instead = other(entered.facts)
                entered = replace(entered, facts=facts, picks=_replaced(entered.picks, instead), decision=None)
            for whose, told in one.own.items():
                if whose != seat:
                    facts, instead = other(told.facts)
                    own[whose] = replace(told, facts=facts, picks=_replaced(told.picks, instead), decision=None)
            stood.append(replace(one, entered=entered, own=own))
        return replace(fold, stood=tuple(stood))


def _alike(fold: ScribeFold) -> dict[tuple[str, str], set[str]]:
    """What was told in each field of each kind of fact."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in fold.stood:
        for fact in (*one.entered.facts, *(fact for told in one.own.values() for fact in told.facts)):
            for name, value in leaves("", fact["payload"]):
                if isinstance(value, str):
                    found[fact["kind"], _field(name)].add(value)
    return found


def _field(name: str) -> str:
    return name.partition(".")[0]


def _replaced(value: Any, instead: Mapping[str, str]) -> Any:
    """The cards in a payload, or in picks, which name them after ``=`` or ``:``."""
    if isinstance(value, Mapping):
        return {key: _replaced(part, instead) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_replaced(part, instead) for part in value)
    if not isinstance(value, str):
        return value
    at = max(value.rfind("="), value.rfind(":")) + 1
    return value[:at] + instead.get(value[at:], value[at:])


def _differing(sent: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    for path, text in sent.items():
        yield from (line for line in unified_diff(text.split("\n"), now[path].split("\n"), path, lineterm="", n=0))


def _texts(value: Any) -> Iterator[str]:
    yield from re.findall(r'"([^"]*)"', json.dumps(value))
