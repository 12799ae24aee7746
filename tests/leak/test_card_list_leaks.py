"""A private card list is its owner's: nothing that leaves the server tells others that it is there, what it is called
or what stands in it. The cards of a match belong to whoever may see the match."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from elekt_core.registry import get_game
from matches.cardlists import services
from matches.cardlists.commands import OpenCardList
from matches.cardlists.models import CardList
from matches.models import Table
from matches.tables import services as table_services
from matches.tables.commands import OpenTable, SitDown
from players import services as players
from players.models import Player
from tests.matches.factories import person

pytestmark = pytest.mark.django_db

SECRET = "Quixotic Companion"
NAME = "Nocturnal Club"
COMMENT = "# a note that only the club should read"


def private_list(owner: UUID, access: str = "owner") -> UUID:
    text = get_game("elekt").built_in_cards().replace('name_en = "Symbiont"', f'name_en = "{SECRET}"')
    return services.open_list(
        OpenCardList(game="elekt", name=NAME, text=f"{COMMENT}\n{text}", access=CardList.Access(access)), by=owner
    ).list


def clients(player: UUID | None) -> list[Client]:
    """A browser and a program of theirs."""
    browser, program = Client(headers={"accept-language": "en"}), Client(headers={"accept-language": "en"})
    if player is not None:
        owner = Player.objects.get(id=player)
        browser.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
        secret = players.issue_token(player=owner, label="test", now=timezone.now()).secret
        program = Client(headers={"accept-language": "en", "authorization": f"Bearer {secret}"})
    return [browser, program]


def of_the_list(list_id: UUID) -> list[str]:
    base = f"/lists/{list_id}/"
    pages = ["", "1/", "1/file/", "1/changes/", "1/changes/?from=0", "1/cards/symbiont/"]
    return [base + page for page in pages] + [
        f"/api/v1/card-lists/{list_id}/",
        f"/api/v1/card-lists/{list_id}/versions/1/",
    ]


LISTINGS = ("/", "/games/elekt/cards/", "/games/elekt/cards/symbiont/", "/games/elekt/lists/", "/tables/open/",
            "/games/elekt/positions/", "/api/v1/card-lists/", "/api/v1/tables/", "/api/v1/matches/")  # fmt: skip


@pytest.mark.parametrize("who", ["outsider", "nobody"])
def test_a_private_list_is_nowhere_for_others(who: str) -> None:
    alice = person("Alice")
    list_id = private_list(alice)
    table_services.open_table(OpenTable(game="elekt", seats=2, cards=str(list_id)), by=alice)
    for client in clients(person("Charlie") if who == "outsider" else None):
        for address in of_the_list(list_id):
            answer = client.get(address)
            assert answer.status_code == 404, address
            assert not any(word in answer.content.decode() for word in (SECRET, NAME, COMMENT)), address
        for address in (*LISTINGS, f"/tables/open/?cards={list_id}:1", f"/lists/{list_id}/add/"):
            body = client.get(address, follow=True).content.decode()
            assert not any(word in body for word in (SECRET, NAME, COMMENT)), address


def test_a_list_with_a_link_is_in_no_listing() -> None:
    list_id = private_list(person("Alice"), "link")
    for client in clients(person("Charlie")):
        for address in LISTINGS:
            body = client.get(address, follow=True).content.decode()
            assert NAME not in body, address
            assert str(list_id) not in body, address


@pytest.mark.parametrize("access", [Table.Access.ANYONE, Table.Access.NAMED])
def test_the_cards_of_a_match_are_for_those_who_may_see_the_match(access: Table.Access) -> None:
    alice, bob, charlie = person("Alice"), person("Bob"), person("Charlie")
    list_id = private_list(alice)
    opened = table_services.open_table(
        OpenTable(game="elekt", seats=2, cards=str(list_id), access=access, invited=(bob,)),
        by=alice,
    )
    match = table_services.change(opened.table, SitDown(), by=bob).match
    assert match is not None
    assert Table.objects.get(id=opened.table).card_list == list_id
    for player in (alice, bob, charlie, None):
        may = access == Table.Access.ANYONE or player in (alice, bob)
        browser, program = clients(player)
        for address in (f"/matches/{match}/cards/", f"/matches/{match}/cards/symbiont/"):
            answer = browser.get(address)
            assert answer.status_code == (200 if may else 404), (player, address)
            body = answer.content.decode()
            assert (SECRET in body) == may, (player, address)
            assert player == alice or NAME not in body, (player, address)
        for answer in (browser.get(f"/matches/{match}/record/"), program.get(f"/api/v1/matches/{match}/record/")):
            assert answer.status_code == (200 if may else 404)
            assert (SECRET in answer.content.decode()) == may


def test_where_a_private_list_was_played_names_only_matches_that_the_asker_may_see() -> None:
    alice, bob, charlie = person("Alice"), person("Bob"), person("Charlie")
    list_id = private_list(alice, "everyone")
    hidden = table_services.open_table(
        OpenTable(game="elekt", seats=2, cards=str(list_id), access=Table.Access.NAMED, invited=(bob,)), by=alice
    ).table
    match = table_services.change(hidden, SitDown(), by=bob).match
    for page in (f"/lists/{list_id}/", f"/lists/{list_id}/1/cards/acolyte/"):
        mine = clients(alice)[0].get(page).content.decode()
        theirs = clients(charlie)[0].get(page).content.decode()
        assert str(match) not in theirs, page
        assert page.endswith("acolyte/") or str(match) in mine
