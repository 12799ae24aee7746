"""A game of sixty lines that another distribution brings is played, watched, replayed and verified on the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from uuid import UUID

import pytest
from django.test import Client

from elekt_core.record.verify import verify_text
from matches.models import Match
from matches.play import services
from tests.elekt_core.conftest import forget
from tests.elekt_core.plain.test_plain import OUTSIDE

from .factories import account
from .scribe.test_keeping import answer
from .scribe.test_scribing import logged_in

pytestmark = pytest.mark.django_db
FORM = re.compile(r'<form method="post" action="(?P<action>[^"]+/decide/)".*?</form>', re.S)
FIELD = re.compile(r'name="(?P<name>[^"]+)" value="(?P<value>[^"]*)"')


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(OUTSIDE))
    forget()
    yield
    forget()


def test_it_is_offered_played_by_its_page_alone_and_verified() -> None:
    client = Client(headers={"accept-language": "en"})
    assert "High Stakes" in client.get("/").content.decode()
    begun = client.post("/play/", {"game": "high_stakes", "seats": "3"})
    match = Match.objects.get()
    address = f"/matches/{match.id}/"
    assert begun["Location"] == address
    while not Match.objects.get(id=match.id).termination:
        row = Match.objects.get(id=match.id)
        seat = row.awaited.bit_length() - 1
        if row.automatic >> seat & 1:
            services.decide_automatically(match_id=row.id, seat=seat, expected_version=row.version)
            continue
        page = client.get(address).content.decode()
        assert "Which card?" in page
        form = FORM.search(page)
        assert form is not None, "a form for each card"
        fields = {name: unescape(value) for name, value in FIELD.findall(form[0])}
        assert client.post(form["action"], fields).status_code < 400
    page = client.get(address).content.decode()
    assert page.count("takes the trick.") == 4
    assert "The match is over" in page
    for position in (1, 9):
        assert "High Stakes" in client.get(f"{address}replay/{position}/").content.decode()
    assert verify_text(client.get(f"{address}record/").getvalue()).ok
    watched = Client(headers={"accept-language": "pl"}).get(f"{address}replay/6/?as=spectator").content.decode()
    assert watched.count("4 zakryte karty") == 2 * 2, "a spectator sees how many cards there are, by eye and by ear"


def test_it_is_recorded_on_the_plain_board_where_cards_of_the_own_hand_are_lit() -> None:
    alice = account("Alice")
    client = logged_in(alice)
    address = client.post("/scribe/", {"game": "high_stakes", "seats": "3", "hand": "0"})["Location"]
    scribing = UUID(address.split("/")[2])
    answer(scribing, alice)
    page = client.get(address).content.decode()
    named = {name for names in re.findall(r'data-names="([^"]*)"', page) for name in names.split()}
    lit = re.findall(r'data-part="([^"]*)"', page)
    assert 'id="board"' in page
    assert len(lit) == 4, "the cards that Alice holds, and it is her turn"
    assert {*lit} <= named
    assert {"seat:0", "seat:1", "seat:2"} <= named
