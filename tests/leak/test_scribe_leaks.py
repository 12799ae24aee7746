"""Several phones record one game: what one is sent does not depend on what another alone has seen.

The hand that the phone of seat 0 has entered is made another one, behind everybody's back, and whatever others fetch
must read the same.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from difflib import unified_diff
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from elekt_core.record.facts import encode_fact
from elekt_core.record.text import format_record
from elekt_core.registry import get_game
from elekt_core.scribe import write_seen
from matches.archive import queries as archive
from matches.models import Match
from matches.play import verification
from matches.records import services as records
from matches.records.queries import report
from matches.scribe import commands as c
from matches.scribe import keeping, queries, services
from matches.scribe.events import ScribeEntered, ScribeFold
from matches.scribe.services import SCRIBINGS
from matches.scribe.sessions import other_of
from tests.matches.factories import account
from tests.matches.scribe.test_keeping import FIRST, answer, own_hand
from tests.matches.scribe.test_scribing import entered, logged_in
from tests.sampling import sample

pytestmark = pytest.mark.django_db
CHANGING = re.compile(
    r'name="(?:csrfmiddlewaretoken|entry)" value="[^"]*"|data-version="\d+"|"X-CSRFToken": "\w*"|key=[\w:-]*'
)


def test_a_hand_that_one_phone_recorded_is_published_by_no_import_of_it() -> None:
    alice, charlie = account("Alice"), account("Charlie")
    scribing = own_hand(alice, 0)
    answer(scribing, alice, *FIRST)
    entered(scribing, alice, "concede:1")
    keeping.keep(scribing, c.Keep(), by=alice)
    match = keeping.match_of(scribing)
    record = verification.record(match_id=match, player=alice)
    texts = [format_record(one) for one in (record, replace(record, stream="elsewhere"))]
    texts.append(write_seen(record).replace(str(match), "elsewhere"))
    row = records.hand_in("\n".join(texts).encode(), by=charlie)
    while records.advance(row.id):
        pass
    assert [item.match for item in report(import_id=row.id, player=charlie).items] == [None] * 3
    assert Match.objects.count() == 1
    assert archive.search(archive.Wanted(), player=charlie).games == []
    for page in (f"/archive/import/{row.id}/", "/archive/"):
        assert str(match) not in logged_in(charlie).get(page).content.decode()
    assert logged_in(charlie).get(f"/matches/{match}/replay/1/").status_code == 404


def drawn_at(fold: ScribeFold) -> int | None:
    """The number of an entry of seat 0's phone that names a card that this seat has drawn unseen."""
    for number, one in enumerate(fold.stood, 1):
        if one.entered.viewer == 0 and drawn(one.entered):
            return number
    return None


def drawn(entered: ScribeEntered) -> list[str]:
    kinds = ("units_drawn", "unit_kept")
    told = [one["payload"] for one in entered.facts if one["kind"] in kinds and one["payload"]["seat"] == 0]
    return [card for one in told for card in one.get("units", [one.get("unit")]) if card is not None]


def another_hand(fold: ScribeFold) -> ScribeFold:
    """The same game, seat 0 having drawn other cards. Nothing of them has been seen by anybody else."""
    number = drawn_at(fold)
    assert number is not None
    text = json.dumps([[one.entered.facts, *(own.facts for own in one.own.values())] for one in fold.stood])
    units = [face.id for face in get_game("elekt").gallery("en") if face.group == "unit"]
    free = iter([card for card in units if card not in text])
    game = get_game(fold.game)
    public = json.dumps(
        [encode_fact(game, fact) for n in range(1, len(fold.stood) + 1) for fact in other_of(fold, n).facts]
    )
    own = [card for card in dict.fromkeys(drawn(fold.stood[number - 1].entered)) if card not in public]
    assert own, "a card that nobody else has seen"
    swapped = {card: next(free) for card in own}

    def swap(value: Any) -> Any:
        text = json.dumps(value)
        for card, other in swapped.items():
            text = text.replace(card, other)
        return json.loads(text)

    stood = []
    for one in fold.stood:
        entered = one.entered
        if entered.viewer == 0:
            entered = replace(entered, facts=tuple(swap(entered.facts)), picks=tuple(swap(entered.picks)))
        told_own = {
            seat: replace(told, facts=tuple(swap(told.facts))) if seat == 0 else told for seat, told in one.own.items()
        }
        stood.append(replace(one, entered=entered, own=told_own))
    return replace(fold, stood=tuple(stood))


def fetched(client: Client, scribing: UUID) -> dict[str, str]:
    """Whatever a phone can ask for."""
    base = f"/scribe/{scribing}/"
    found = {}
    for path in ("", "?since=0", "join/", "replay/", "replay/?at=1", "record/", "follow/"):
        for header in ({}, {"X-Scribe": "panel"}):
            answered = client.get(base + path, headers=header)
            found[f"{path} {header}"] = f"{answered.status_code} {CHANGING.sub('', answered.content.decode())}"
    return found


@pytest.mark.parametrize("has_told", sample([True], [False, True]))
def test_what_others_are_sent_says_nothing_of_a_hand_that_one_phone_has_entered(
    has_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob, dana, charlie = (account(name) for name in ("Alice", "Bob", "Dana", "Charlie"))
    scribing = own_hand(alice, 0)
    services.join(scribing, c.Join(viewer=1), by=bob, invited_to=1, is_invited=True)
    services.join(scribing, c.Join(), by=dana, is_invited=True)
    services.show_live(scribing, c.ShowLive(minutes=0), by=alice)
    answer(scribing, alice, *FIRST)
    for _ in range(6):
        while has_told and queries.scribing(scribing_id=scribing, player=bob).owed:
            answer(scribing, bob)
        if drawn_at(SCRIBINGS.load(scribing)):
            break
        answer(scribing, alice)
    clients = [logged_in(player) for player in (bob, dana, charlie)]
    before = [fetched(client, scribing) for client in clients]
    truth = SCRIBINGS.load(scribing)
    other = another_hand(truth)
    own = fetched(logged_in(alice), scribing)
    monkeypatch.setattr(SCRIBINGS, "load", lambda *_: other)
    for client, was in zip(clients, before, strict=True):
        now = fetched(client, scribing)
        lines = {path: [*unified_diff(was[path].split("\n"), now[path].split("\n"), lineterm="", n=0)] for path in was}
        differ = [line.strip() for told in lines.values() for line in told if line[:1] in "+-" and line[3:]]
        assert "".join(differ) == ""
    assert fetched(logged_in(alice), scribing) != own, "the scribe's own phone shows the hand"


def test_a_match_that_was_kept_shows_the_scribes_hand_and_no_other() -> None:
    alice, bob = account("Alice"), account("Bob")
    scribing = own_hand(alice, 0)
    services.join(scribing, c.Join(viewer=1), by=bob, invited_to=1, is_invited=True)
    answer(scribing, alice, *FIRST)
    answer(scribing, bob)
    services.break_off(scribing, c.BreakOff(), by=alice)
    hand = json.dumps([one.facts for one in SCRIBINGS.load(scribing).stood[0].own.values()])
    cards = set(re.findall(r'"(\w+\.\d)"', hand))
    keeping.keep(scribing, c.Keep(), by=alice)
    match = keeping.match_of(scribing)
    found = logged_in(alice).get(f"/matches/{match}/record/")
    assert found.status_code == 200
    shown = set(re.findall(r'"(\w+\.\d)"', found.content.decode()))
    assert shown
    own = set(re.findall(r'"(\w+\.\d)"', json.dumps(SCRIBINGS.load(scribing).stood[0].entered.facts)))
    assert cards - own
    assert not shown & (cards - own)
