"""Two phones that contradict each other: the one that finds out says so, and either may change what it told."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from ledger.projections import named, rebuild
from matches.models import Match
from matches.scribe import commands as c
from matches.scribe import queries, services
from matches.scribe.queries import Shown
from matches.scribe.services import SCRIBINGS
from web.errors import Conflict, NotAllowed, NotFound

from .test_keeping import answer, kept
from .test_phones import Table, post
from .test_scribing import entered, logged_in

pytestmark = pytest.mark.django_db


class Mistold(Table):
    """Bob's phone was told another card than he drew: ``unit``, which Alice's phone offers, it has never seen."""

    def __init__(self) -> None:
        super().__init__()
        self.dealt()
        entered(self.id, self.alice, "clockwise")
        while "unit" not in str(keys := self.offered(self.alice)):
            answer(self.id, self.alice)
            while self.owed_by(self.bob):
                answer(self.id, self.bob)
        hand = {f"unit:{name}" for name in self.hand()}
        self.unit = next(key for key in keys if key.startswith("unit:") and key not in hand).removeprefix("unit:")

    def assigned(self) -> int:
        """On Alice's phone Bob assigns it. The number of that entry."""
        answer(self.id, self.alice, f"unit:{self.unit}")
        return len(SCRIBINGS.load(self.id).stood)

    def taken_back(self, client: Client) -> None:
        stood = len(SCRIBINGS.load(self.id).stood)
        sent = {"entry": uuid4(), "after": stood, "number": 1}
        assert client.post(f"/scribe/{self.id}/back/", sent).status_code == 302

    def shown(self, player: UUID) -> Shown:
        return queries.scribing(scribing_id=self.id, player=player)

    def offered(self, player: UUID, *picks: str) -> list[str]:
        return [choice.key for choice in queries.question(self.shown(player), picks, "en").choices]

    def hand(self) -> list[str]:
        session: Any = self.shown(self.bob).session
        return [session.game.cards.names[card] for card in session.view.hands[1]]


def test_the_phone_says_which_entry_cannot_be_and_its_hand_is_told_again() -> None:
    table = Mistold()
    number = table.assigned()
    assert table.shown(table.alice).at_odds is None
    assert (table.shown(table.bob).at_odds, table.known_to(table.bob)) == (number, number - 1)
    client, fold = logged_in(table.bob), SCRIBINGS.load(table.id)
    page = client.get(f"/scribe/{table.id}/").content.decode()
    assert f"Entry {number}, made on another phone, contradicts what you entered." in page
    assert 'id="scribe-entry"' not in page
    for address in (f"/scribe/{table.id}/replay/", f"/scribe/{table.id}/record/"):
        assert client.get(address).status_code == 200
    assert post(client, table.id, number - 1, "pass") == post(client, table.id, number, "pass") == 409
    with pytest.raises(Conflict, match="scribe_at_odds"):
        entered(table.id, table.bob, "pass")

    told = queries.own_told(table.shown(table.bob), "en")
    assert [n for n, _ in told] == [n for n in range(number, 0, -1) if 1 in fold.stood[n - 1].own]
    drew, line = next((n, line) for n, line in told if line.startswith("B drew"))
    assert f"Entry {drew}: {line}" in page
    wish = {"entry": uuid4(), "number": drew}
    for _ in range(2):
        assert client.post(f"/scribe/{table.id}/again/", wish).status_code == 302
    assert (table.owed_by(table.bob), table.shown(table.bob).at_odds) == (drew, None)
    was = [pick for pick in fold.stood[drew - 1].own[1].picks if pick.startswith("units.")]
    answer(table.id, table.bob, f"units.0={table.unit}", was[1])
    while table.owed_by(table.bob):
        answer(table.id, table.bob)
    assert (table.shown(table.bob).at_odds, table.known_to(table.bob)) == (None, number)
    assert rebuild(named("scribings"), compare=True).differences == []


def test_or_what_cannot_be_is_taken_back_a_card_that_was_shown_too() -> None:
    table = Mistold()
    client, page = logged_in(table.bob), f"/scribe/{table.id}/"
    entered(table.id, table.alice, "show:1", table.unit)
    assert "Two phones contradict each other" in client.get(page).content.decode()
    table.taken_back(client)
    number = table.assigned()
    assert f">Take entry {number} back<" in client.get(page).content.decode()
    table.taken_back(client)
    assert (table.shown(table.bob).at_odds, table.known_to(table.bob)) == (None, number - 1)
    table.assigned()
    services.join(table.id, c.Join(), by=table.bob)
    entered(table.id, table.bob, "concede:0")
    assert Match.objects.get(id=kept(table.id, table.alice)).ranks == [2, 1]


def test_only_a_phone_that_sees_a_hand_tells_it_again() -> None:
    table = Table()
    table.dealt()
    version = SCRIBINGS.load(table.id).version
    services.tell_again(table.id, c.TellAgain(entry=9), by=table.bob)
    assert SCRIBINGS.load(table.id).version == version, "nothing was told of that"
    with pytest.raises(NotFound):
        services.tell_again(table.id, c.TellAgain(entry=1), by=table.charlie)
    services.join(table.id, c.Join(), by=table.bob)
    with pytest.raises(NotAllowed, match="not_your_seat"):
        services.tell_again(table.id, c.TellAgain(entry=1), by=table.bob)
