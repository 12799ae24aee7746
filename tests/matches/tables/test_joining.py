"""From a friend's link to the seat with one name and one tap; tables opened by those who are nobody yet."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.test import Client

from matches.models import Match, Seat, Table
from matches.tables import services
from matches.tables.commands import OpenTable
from players.models import Player
from web import limits

from ..factories import GAME, person

pytestmark = pytest.mark.django_db


def stranger() -> Client:
    return Client(headers={"accept-language": "en"})


def opened(**fields: object) -> str:
    command = OpenTable(**{"game": GAME, "seats": 2, "access": Table.Access.LINK, **fields})  # type: ignore[arg-type]
    return f"/tables/{services.open_table(command, by=person('Alice')).table}/"


def test_one_name_and_one_tap_lead_from_a_link_to_the_match() -> None:
    link, bob = opened(), stranger()
    page = bob.get(link).content.decode()
    assert f'action="{link}join/"' in page
    answer = bob.post(f"{link}join/", {"name": "Bob"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/matches/{Match.objects.get().id}/"
    assert Player.objects.get(id=str(Seat.objects.get(number=1).player)).name == "Bob"


@pytest.mark.parametrize("name", ["", "x", "y" * 33, "a\u200bb"])
def test_a_name_that_cannot_be_is_refused_on_the_same_page(name: str) -> None:
    link, bob = opened(), stranger()
    answer = bob.post(f"{link}join/", {"name": name})
    assert answer.status_code == 422
    assert f'action="{link}join/"' in answer.content.decode()
    assert Player.objects.count() == 1


def test_whoever_has_a_name_only_taps() -> None:
    link, bob = opened(), stranger()
    bob.force_login(Player.objects.get(id=person("Bob")))
    assert bob.post(f"{link}join/").status_code == 302
    assert Match.objects.count() == 1
    assert Player.objects.count() == 2


def test_nobody_becomes_a_guest_at_a_table_that_is_full_or_not_theirs() -> None:
    full, named = opened(bots={1: "random"}), opened(access=Table.Access.NAMED, invited=(person("Bob"),))
    before = Player.objects.count()
    assert stranger().post(f"{full}join/", {"name": "Charlie"}).status_code == 302
    assert stranger().post(f"{named}join/", {"name": "Charlie"}).status_code == 404
    assert Player.objects.count() == before
    assert stranger().get(f"{full}join/").status_code == 405


def test_newcomers_by_links_are_counted_as_all_others() -> None:
    with patch.object(limits, "NEWCOMERS", limits.Limit("newcomers here", 1, 3600)):
        assert stranger().post(f"{opened()}join/", {"name": "Bob"}).status_code == 302
        assert stranger().post(f"{opened()}join/", {"name": "Charlie"}).status_code == 429
        assert stranger().post("/play/friends/").status_code == 429


def test_one_click_makes_a_table_with_its_link_to_copy_share_and_scan() -> None:
    alice = stranger()
    answer = alice.post("/play/friends/", {"game": GAME}, follow=True)
    table = Table.objects.get()
    assert (table.access, table.size) == ("link", 2)
    page = answer.content.decode()
    assert f'value="http://testserver/tables/{table.id}/"' in page
    assert "data-copy=" in page
    assert "data-share=" in page
    assert '<svg viewBox="0 0 ' in page
    assert stranger().post("/play/friends/", {"game": GAME, "seats": "9"}).status_code == 400


def test_a_table_for_named_players_offers_no_link() -> None:
    alice = person("Alice")
    command = OpenTable(game=GAME, seats=2, access=Table.Access.NAMED, invited=(person("Bob"),))
    table = services.open_table(command, by=alice).table
    client = stranger()
    client.force_login(Player.objects.get(id=alice))
    assert "data-share=" not in client.get(f"/tables/{table}/").content.decode()


def test_whoever_is_nobody_yet_opens_a_table_and_names_nobody() -> None:
    charlie = stranger()
    page = charlie.get(f"/tables/open/?game={GAME}").content.decode()
    assert 'value="link"' in page
    assert 'value="named"' not in page
    assert not Player.objects.exists()
    form = {"seats": "2", "access": "link", "names": "Alice", "name": ""}
    assert charlie.post(f"/tables/open/?game={GAME}", {**form, "access": "named"}).status_code == 422
    assert not Player.objects.exists()
    answer = charlie.post(f"/tables/open/?game={GAME}", form)
    assert answer["Location"] == f"/tables/{Table.objects.get().id}/"
    assert Player.objects.get().is_guest
