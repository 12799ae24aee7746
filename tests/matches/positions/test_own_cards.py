"""Positions with a club's own cards: chosen on the page, pinned by their hash, played and played on with them."""

from __future__ import annotations

import pytest

from matches.cardlists import services as card_lists
from matches.cardlists.commands import ChangeCardList, OpenCardList
from matches.cardlists.models import CardList
from matches.models import Match, Table
from matches.play import practice, queries
from matches.positions.models import KeptPosition

from ..cardlists.files import named
from ..factories import person
from .test_pages import EDITOR, client_of, shown, somebody, step

pytestmark = pytest.mark.django_db


def test_a_position_keeps_its_cards_whatever_becomes_of_the_list() -> None:
    alice = person("Alice")
    card_lists.open_list(OpenCardList(game="elekt", name="Club", text=named("Companion")), by=alice)
    row = CardList.objects.get()
    client = client_of(alice)
    page = step(client, shown(client), cards=f"{row.id}:1").content.decode()
    assert "Companion" in page
    page = step(client, page, "add zones.court.rows.0", **{"pick.zones.court.rows.0": "symbiont"}).content.decode()
    step(client, page, "keep", name="With our cards")
    kept = KeptPosition.objects.get()
    assert (len(kept.cards), kept.card_list) == (64, row.id)
    card_lists.change(row.id, ChangeCardList(retired=True), by=alice)
    page = shown(client, f"{EDITOR}{kept.id}/")
    assert "Companion" in page
    step(client, page, "play", address=f"{EDITOR}{kept.id}/")
    match = Match.objects.get()
    assert match.cards == kept.cards
    assert "Companion" in client.get(f"/matches/{match.id}/").content.decode()
    on = practice.play_on(match_id=match.id, by=alice)
    assert Table.objects.get(id=on.opened.table).cards == kept.cards
    again = practice.set_up_again(match_id=match.id, by=alice)
    assert again.match is not None
    assert queries.match(match_id=again.match, player=alice).cards == kept.cards


def test_cards_of_others_cannot_be_chosen_and_a_hash_alone_is_no_key() -> None:
    alice, charlie = person("Alice"), person("Charlie")
    card_lists.open_list(OpenCardList(game="elekt", name="Hideaway", text=named("Companion")), by=alice)
    row = CardList.objects.get()
    client = client_of(charlie)
    page = shown(client)
    assert "Hideaway" not in page
    for choice in (f"{row.id}:1", f"pinned:{row.versions.get().cards}"):
        answer = step(client, page, cards=choice)
        assert answer.status_code == 404
        assert "Companion" not in answer.content.decode()
    assert "Companion" not in step(somebody(), page, cards=f"{row.id}:1").content.decode()
