"""A practice match is its host's alone, and kept positions their owner's: nobody else gets a word of them (E4)."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match, Secret
from matches.play import practice
from matches.positions import services as positions
from matches.positions.commands import KeepPosition
from matches.positions.shapes import Board
from matches.tables import queries as table_queries
from players import services as players
from players.models import Player
from tests.matches.factories import person, started
from web.live import audience

pytestmark = pytest.mark.django_db

SECRET = {
    "phase": "assignment",
    "zones": {"missions": {"rows": [["symbiont"], ["necrarch"]]}},
    "players": [{"hand": ["bone_carver"]}, {"hand": ["midnight_bellringer"]}],
}
BOARD = Board("elekt", "elekt-2e-r2", 2, position=SECRET)


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def practised(host: UUID) -> UUID:
    match = practice.play_board(host=host, board=BOARD).match
    assert match is not None
    return match


def client_of(player: UUID | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


def token_of(player: UUID | None) -> dict[str, str]:
    if player is None:
        return {}
    owner = Player.objects.get(id=player)
    return {"authorization": f"Bearer {players.issue_token(player=owner, label='x', now=timezone.now()).secret}"}


def addresses(match: UUID, table: UUID) -> list[str]:
    """Everything that is there about a match, from every place."""
    ways = ("open", "spectator", "seat-1", "seat-2", "0", "1")
    pages = ["", "choose/", "replay/", "replay/1/", "replay/2/", "record/", "verification/"]
    found = [f"/matches/{match}/{page}" for page in pages]
    found += [f"/matches/{match}/{page}?as={way}" for page in ("", "replay/2/", "record/") for way in ways]
    found += [
        f"/tables/{table}/",
        f"/games/elekt/positions/?match={match}",
        f"/games/elekt/positions/?match={match}&at=2",
    ]
    api = ["", "position/", "events/", "stream/", "record/", "record/short/", "verification/"]
    found += [f"/api/v1/matches/{match}/{name}" for name in api]
    found += [f"/api/v1/matches/{match}/{name}/?perspective={way}" for name in ("position", "record") for way in ways]
    return [*found, f"/api/v1/tables/{table}/"]


LISTS = (
    "/",
    "/games/elekt/positions/",
    "/games/elekt/scenarios/",
    "/games/elekt/solo/",
    "/api/v1/matches/",
    "/api/v1/matches/?mine=true",
    "/api/v1/tables/",
    "/api/v1/practice/",
    "/api/v1/positions/",
)


@pytest.mark.parametrize("who", ["nobody", "Charlie"])
def test_nobody_else_gets_a_word_of_a_practice_match(alice: UUID, who: str) -> None:
    match = practised(alice)
    table = Match.objects.get(id=match).table_id
    charlie = person("Charlie") if who == "Charlie" else None
    client, token = client_of(charlie), token_of(charlie)
    for address in addresses(match, table):
        answer = client.get(address, headers=token)
        assert answer.status_code in (400, 404) or address.endswith("/choose/"), address
        said = body(answer)
        assert "symbiont" not in said, address
        assert "bellringer" not in said, address
        assert "/live/" not in said, address
        assert client.get(address, headers={**token, "hx-request": "true"}).status_code in (400, 404), address
    for address in LISTS:
        answer = client.get(address, headers=token)
        assert answer.status_code == 200, address
        assert str(match) not in body(answer), address
        assert str(table) not in body(answer), address
    for address in (f"/matches/{match}/practise/", f"/matches/{match}/decide/"):
        assert client.post(address, {"decision": "{}", "how": "again"}).status_code in (302, 404), address
    assert Match.objects.count() == 1


def test_its_host_gets_all_of_it_and_it_stands_in_no_list_of_matches(alice: UUID) -> None:
    match = practised(alice)
    client, token = client_of(alice), token_of(alice)
    for way in ("open", "seat-1", "seat-2", "spectator"):
        assert client.get(f"/matches/{match}/?as={way}").status_code == 200
    assert str(match) not in body(client.get("/"))
    assert str(match) in body(client.get("/games/elekt/positions/"))
    assert str(match) not in body(client.get("/api/v1/matches/?mine=true", headers=token))
    assert str(match) in body(client.get("/api/v1/practice/", headers=token))


def test_from_a_seat_the_other_hand_is_hidden_from_its_host_too(alice: UUID) -> None:
    """Whoever looks from a seat sees what that seat would see: pages, streams and records."""
    match = practised(alice)
    client = client_of(alice)
    for seat, hidden in ((1, "midnight_bellringer"), (2, "bone_carver")):
        page = body(client.get(f"/matches/{match}/?as=seat-{seat}"))
        assert f'data-names="{hidden}' not in page
        assert hidden not in body(client.get(f"/matches/{match}/record/?as=seat-{seat}"))
        for form in ("html", "json"):
            who = audience.Audience("match", match, str(seat - 1), "en", form)
            frames = b"".join(frame.data for frame in audience.frames(who, 0)[1]).decode()
            assert frames
            assert f'data-names="{hidden}' not in frames
            assert f'"{hidden}"' not in frames


def test_a_live_address_is_handed_to_its_host_alone_and_names_the_place_that_one_looks_from(alice: UUID) -> None:
    match = practised(alice)
    page = body(client_of(alice).get(f"/matches/{match}/?as=seat-2"))
    found = re.search(r'data-stream="(/live/[^"]+)"', page)
    assert found
    assert str(match) in found[1]
    open_stream = body(client_of(alice).get(f"/matches/{match}/"))
    assert found[1].split("token=")[1] not in open_stream, "each place has an address of its own"


def test_the_seed_and_the_hashes_of_a_practice_match_are_not_on_its_pages(alice: UUID) -> None:
    match = practised(alice)
    seed = bytes(Secret.objects.get(match=match).seed).hex()
    client, token = client_of(alice), token_of(alice)
    for address in addresses(match, Match.objects.get(id=match).table_id):
        assert seed not in body(client.get(address, headers=token)), address


def test_the_position_of_a_match_is_in_nothing_that_a_seat_of_it_downloads(alice: UUID) -> None:
    """A record from one seat tells of the setup, and the setup holds all hands: they are cut from it."""
    match = practised(alice)
    text = body(client_of(alice).get(f"/matches/{match}/record/?as=seat-1"))
    setup = [json.loads(line) for line in text.splitlines() if '"setup"' in line]
    assert setup
    assert "midnight_bellringer" not in text


def test_a_position_cannot_be_smuggled_into_a_match_with_others(alice: UUID) -> None:
    token = token_of(alice)
    for access in ("anyone", "link", "named"):
        asked = {"game": "elekt", "seats": 2, "access": access, "options": {"position": SECRET}}
        answer = client_of(None).post("/api/v1/tables/", asked, content_type="application/json", headers=token)
        assert answer.status_code == 400, access
        assert answer.json()["code"] == "position_needs_practice"
    assert not Match.objects.exists()


def test_a_kept_position_is_its_owners_alone(alice: UUID) -> None:
    id_ = positions.keep(KeepPosition(name="My secret ruling", board=BOARD), by=alice).position
    for other in (person("Charlie"), None):
        client, token = client_of(other), token_of(other)
        for address in (f"/games/elekt/positions/{id_}/", f"/api/v1/positions/{id_}/", *LISTS):
            said = body(client.get(address, headers=token))
            assert "My secret ruling" not in said, address
            assert str(id_) not in said or address.endswith(f"{id_}/"), address


def test_nothing_of_a_running_match_can_be_set_up(alice: UUID) -> None:
    table = started("Bob", "Dana", game="elekt")
    bob = table.players[0]
    for who in (bob, alice, None):
        client, token = client_of(who), token_of(who)
        assert client.get(f"/games/elekt/positions/?match={table.match}").status_code == 403
        asked: dict[str, Any] = {"match": str(table.match)}
        answer = client.post("/api/v1/practice/", asked, content_type="application/json", headers=token)
        assert answer.status_code == (401 if who is None else 403)
    assert [shown.id for shown in table_queries.matches(player=None)] == [table.match]


def body(answer: Any) -> str:
    return (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode()
