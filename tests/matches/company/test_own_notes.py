"""Notes of one's own: kept at an event, read by their author alone, gone with them."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.company import own_notes
from matches.company.own_notes import WriteNote
from matches.models import OwnNote
from players.models import Player
from web import hooks
from web.errors import BadRequest, Conflict, NotFound

from ..factories import Table, person, started

pytestmark = pytest.mark.django_db
SECRET = "he always keeps the duke"


@pytest.fixture
def table() -> Table:
    return started("Alice", "Bob")


def note(table: Table, seat: int, text: str, event: int = 1) -> None:
    player = table.players[seat]
    assert player
    own_notes.write(table.match, WriteNote(event, text), by=player)


def browsers(table: Table) -> list[Client]:
    """Everybody but Alice who may look."""
    stranger = Client()
    stranger.force_login(Player.objects.get(id=str(person("Charlie"))))
    return [table.client(1), stranger, Client()]


def test_a_note_is_written_read_and_removed_at_its_event_without_scripts(table: Table) -> None:
    alice, address = table.client(0), f"/matches/{table.match}/note/"
    sent = {"event": "2", "text": f"<i>{SECRET}</i>\r\nsecond", "seen_from": "0"}
    answer = alice.post(address, sent)
    assert answer["Location"] == f"/matches/{table.match}/replay/2/?as=0"
    page = alice.get(answer["Location"]).content.decode()
    assert f"&lt;i&gt;{SECRET}&lt;/i&gt;&#10;second</textarea>" in page
    elsewhere = alice.get(f"/matches/{table.match}/replay/1/").content.decode()
    assert "</textarea>" in elsewhere
    assert f"{SECRET}&lt;/i&gt; second" in elsewhere
    alice.post(address, {"event": "2", "text": " "})
    assert SECRET not in alice.get(answer["Location"]).content.decode()
    assert not OwnNote.objects.exists()


@pytest.mark.parametrize("over", [False, True])
def test_nobody_else_ever_sees_it(table: Table, over: bool) -> None:
    note(table, 0, SECRET)
    if over:
        table.play_out()
    api = f"/api/v1/matches/{table.match}/"
    pages = ["", "replay/1/", "replay/", "record/"]
    addresses = [f"/matches/{table.match}/{page}" for page in pages] + [api, f"{api}events/", "/", "/friends/"]
    for client in browsers(table):
        for address in addresses:
            for headers in ({}, {"HX-Request": "true"}):
                answer = client.get(address, headers=headers, follow=True)
                told = b"".join(answer) if answer.streaming else answer.content
                assert SECRET not in told.decode()
    assert SECRET in table.client(0).get(f"/matches/{table.match}/replay/1/").content.decode()


def test_who_is_nobody_here_has_no_form_and_cannot_write(table: Table) -> None:
    page = Client().get(f"/matches/{table.match}/replay/1/").content.decode()
    assert f"/matches/{table.match}/note/" not in page
    answer = Client().post(f"/matches/{table.match}/note/", {"event": "1", "text": SECRET})
    assert answer.status_code == 302
    assert not OwnNote.objects.exists()


def test_a_match_that_one_may_not_see_takes_no_note() -> None:
    hidden = started("Alice", "Bob", access="named")
    with pytest.raises(NotFound):
        own_notes.write(hidden.match, WriteNote(1, SECRET), by=person("Charlie"))


def test_length_number_and_event_are_bounded(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadRequest, match="bad_own_note"):
        note(table, 0, "x" * (own_notes.MAX_LENGTH + 1))
    with pytest.raises(NotFound):
        note(table, 0, SECRET, event=table.version() + 1)
    monkeypatch.setattr(own_notes, "IN_A_MATCH", 2)
    note(table, 0, "one", 1)
    note(table, 0, "two", 2)
    with pytest.raises(Conflict, match="too_many_own_notes"):
        note(table, 0, "three", 3)
    note(table, 0, "two, changed", 2)
    note(table, 1, "of somebody else", 3)
    monkeypatch.setattr(own_notes, "IN_ALL", 2)
    monkeypatch.setattr(own_notes, "IN_A_MATCH", 9)
    with pytest.raises(Conflict, match="too_many_own_notes"):
        note(table, 0, "three", 3)


def test_notes_go_with_their_author_and_stay_with_a_merged_profile(table: Table) -> None:
    alice, bob = table.players
    assert alice
    assert bob
    assert own_notes.merged in hooks.given("profiles_merged")
    note(table, 0, "mine", 1)
    note(table, 1, "his", 1)
    note(table, 1, "his too", 2)
    own_notes.merged(alice, bob)
    kept = dict(OwnNote.objects.filter(by=alice).values_list("event", "text"))
    assert kept == {1: "mine\nhis", 2: "his too"}
    assert not OwnNote.objects.filter(by=bob).exists()
    for forget in hooks.given("player_erased"):
        forget(alice)
    assert not OwnNote.objects.exists()
