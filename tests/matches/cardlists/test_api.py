"""Card lists through the API."""

from __future__ import annotations

from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import CardList
from players import services as players
from players.models import Player
from tests.matches.factories import person

from .files import broken, built_in, line_of, named
from .test_services import opened

pytestmark = pytest.mark.django_db

LISTS = "/api/v1/card-lists/"


def program(player: UUID, language: str = "en") -> Client:
    owner = Player.objects.get(id=player)
    secret = players.issue_token(player=owner, label="test", now=timezone.now()).secret
    return Client(headers={"authorization": f"Bearer {secret}", "accept-language": language})


def send(client: Client, address: str, method: str = "post", **body: Any) -> Any:
    return getattr(client, method)(address, body, content_type="application/json")


def test_a_program_makes_a_list_and_opens_a_table_with_it() -> None:
    client = program(person("Alice"))
    answer = send(client, LISTS, game="elekt", name="Club", text=named("Companion"))
    assert answer.status_code == 201
    made = answer.json()
    assert made["cards"] == sha256(named("Companion").encode()).hexdigest()
    table = send(client, "/api/v1/tables/", game="elekt", seats=2, cards=made["list"]).json()
    shown = client.get(f"/api/v1/tables/{table['table']}/").json()
    assert shown["cards"] == made["cards"]
    version = client.get(f"{LISTS}{made['list']}/versions/1/").json()
    assert version["text"] == named("Companion")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_flaws_come_by_line_and_nothing_is_kept(language: str) -> None:
    client, text = program(person("Alice"), language), broken()
    refused = send(client, LISTS, game="elekt", name="Club", text=text)
    checked = send(client, f"{LISTS}check/", game="elekt", text=text)
    assert (refused.status_code, checked.status_code) == (400, 200)
    assert refused.json()["code"] == "bad_cards"
    for flaws in (refused.json()["data"]["flaws"], checked.json()["flaws"]):
        assert [flaw["line"] for flaw in flaws] == [line_of(text, "missions = 18"), line_of(text, "on_tei")]
        assert flaws[1]["key"] == "ability.trigger"
        assert ("did you mean" if language == "en" else "może „on_tie”?") in flaws[1]["sentence"]
    assert not CardList.objects.exists()


def test_a_file_can_be_checked_before_it_is_kept() -> None:
    checked = send(program(person("Alice")), f"{LISTS}check/", game="elekt", text=built_in()).json()
    assert checked == {"ok": True, "cards": sha256(built_in().encode()).hexdigest(), "flaws": []}


def test_a_list_is_changed_by_its_owner_alone() -> None:
    alice, charlie = person("Alice"), person("Charlie")
    list_id = opened(alice, access="link")
    mine, theirs = program(alice), program(charlie)
    added = send(mine, f"{LISTS}{list_id}/versions/", text=named("Guest"), note="Two")
    assert (added.status_code, added.json()["number"]) == (201, 2)
    assert send(theirs, f"{LISTS}{list_id}/versions/", text=named("Mine")).status_code == 403
    changed = send(mine, f"{LISTS}{list_id}/", "patch", name="Friends", access="everyone", retired=True).json()
    assert (changed["name"], changed["access"], changed["retired"]) == ("Friends", "everyone", True)
    assert [version["number"] for version in changed["versions"]] == [2, 1]
    assert send(theirs, f"{LISTS}{list_id}/", "patch", name="Mine").status_code == 403
    assert send(Client(), f"{LISTS}{list_id}/", "patch", name="Mine").status_code == 401


def test_a_private_list_does_not_exist_for_others() -> None:
    list_id = opened(person("Alice"))
    for client in (program(person("Charlie")), Client()):
        for address in (f"{LISTS}{list_id}/", f"{LISTS}{list_id}/versions/1/"):
            assert client.get(address).status_code == 404
        assert client.get(LISTS).json() == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "nothing", "name": "Club", "text": "x"}, 404),
        ({"game": "elekt", "text": "x"}, 400),
        ({"game": "elekt", "name": "Club", "text": 7}, 400),
        ({"game": "elekt", "name": "Club", "text": "x", "colour": "red"}, 400),
        ({"game": "elekt", "name": "Club", "text": "#" * 300_000}, 400),
        ({"game": "elekt", "name": "Club", "text": "#" * 700_000}, 400),
        ({"game": "high-card", "name": "Club", "text": "x"}, 400),
    ],
)
def test_bad_requests_name_what_is_wrong(body: dict[str, Any], status: int) -> None:
    answer = send(program(person("Alice")), LISTS, **body)
    assert answer.status_code == status
    assert answer.json()["code"]
    assert answer.json()["sentence"]


def test_the_games_own_file_is_there_for_everybody() -> None:
    assert Client().get("/api/v1/games/elekt/card-file/").content.decode() == built_in()


@pytest.mark.parametrize("game", ["chess", "elekt\0"])
def test_lists_of_a_game_that_there_is_not_are_not_found(game: str) -> None:
    assert program(person("Alice")).get(LISTS, {"game": game}).status_code == 404


def test_of_ten_thousand_flaws_the_first_are_told_and_how_many_more_there_are() -> None:
    text = built_in().replace("[counts]", "[counts]\n" + "".join(f"odd_{n} = 1\n" for n in range(1000)), 1)
    client = program(person("Alice"))
    checked = send(client, f"{LISTS}check/", game="elekt", text=text).json()["flaws"]
    assert len(checked) == 301
    assert checked[-1]["sentence"] == "and 700 more"
    refused = send(client, LISTS, game="elekt", name="Club", text=text).json()
    assert len(refused["data"]["flaws"]) == 300
    assert refused["sentence"].startswith("There are 1000 ")
