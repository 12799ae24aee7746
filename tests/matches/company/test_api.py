"""Talk, takebacks, the rematch, notes and friends through the API: what the pages' services allow, and no more."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from matches.company import chat
from matches.models import OwnNote
from players.friends.models import Friendship

from ..factories import Table, account, person, started
from ..test_api import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return started("Alice", "Bob")


class Asker:
    """A program that reads the JSON of each answer, and knows what status it must have."""

    def __init__(self, player: UUID | None) -> None:
        assert player
        self.program = Program(player)

    def get(self, path: str, status: int = 200) -> Any:
        return self.read(self.program.get(path), status)

    def post(self, path: str, body: dict[str, Any], status: int = 200) -> Any:
        return self.read(self.program.post(path, body), status)

    def read(self, answer: Any, status: int) -> Any:
        assert answer.status_code == status, answer.content
        return answer.json()


def program(player: UUID | None) -> Asker:
    return Asker(player)


def test_a_program_talks_and_reads_what_it_may(table: Table) -> None:
    alice, charlie = program(table.players[0]), program(person("Charlie"))
    at = f"matches/{table.match}/chat/"
    assert alice.post(at, {"text": "hello"}, status=201)["number"] > 0
    charlie.post(at, {"phrase": "good_luck"}, status=201)
    assert [line["text"] for line in alice.get(at)["lines"]] == ["hello"]
    told = charlie.get(at)
    assert [(line["room"], line["text"]) for line in told["lines"]] == [
        ("table", "hello"),
        ("watchers", told["phrases"]["good_luck"]),
    ]
    spectators = next(line["id"] for line in told["lines"] if line["room"] == "watchers")
    assert alice.post(f"{at}line/", {"line": spectators, "what": "report"}, status=404)["code"] == "unknown_chat_line"
    alice.post(at, {"text": ""}, status=400)
    hello = told["lines"][0]["id"]
    assert charlie.post(f"{at}line/", {"line": hello, "what": "remove"}, status=403)["code"] == "not_the_host"
    assert [line["room"] for line in charlie.post(f"{at}line/", {"line": hello, "what": "mute"})["lines"]] == [
        "watchers"
    ]
    assert chat.reported(table.players[0]) == []  # type: ignore[arg-type]


def test_a_program_asks_for_a_takeback_and_for_a_rematch(table: Table) -> None:
    alice, bob = (program(player) for player in table.players)
    at = f"matches/{table.match}/"
    bob.post(f"{at}rematch/", {}, status=409)
    mover = table.awaited()
    table.go_on()
    asker, other = (alice, bob) if mover == 0 else (bob, alice)
    asked = asker.post(f"{at}takeback/ask/", {})
    assert (asked["seat"], asked["status"], asked["agreed"]) == (mover, "asked", [])
    program(person("Charlie")).post(f"{at}takeback/agree/", {}, status=403)
    assert other.post(f"{at}takeback/agree/", {})["status"] == "done"
    table.play_out()
    opened = alice.post(f"{at}rematch/", {})
    assert bob.post(f"{at}rematch/", {})["table"] == opened["table"]
    program(person("Dora")).post(f"{at}rematch/", {}, status=403)


def test_notes_are_their_authors_alone(table: Table) -> None:
    alice, bob = (program(player) for player in table.players)
    at = f"matches/{table.match}/notes/"
    assert alice.post(at, {"event": 1, "text": "mind the king"}) == {"notes": {"1": "mind the king"}}
    assert bob.get(at) == {"notes": {}}
    bob.post(at, {"event": 99_999, "text": "later"}, status=404)
    assert alice.post(at, {"event": 1, "text": ""}) == {"notes": {}}
    assert not OwnNote.objects.exists()


def test_friends_are_asked_accepted_blocked_and_listed() -> None:
    alice, bob = account("Alice"), account("Bob")
    hers, his = program(alice), program(bob)
    hers.post("friends/ask/", {"player": str(bob)})
    assert [one["name"] for one in his.get("friends/")["asking"]] == ["Alice"]
    hers.post("friends/accept/", {"player": str(bob)}, status=404)
    assert [one["name"] for one in his.post("friends/accept/", {"player": str(alice)})["friends"]] == ["Alice"]
    assert not his.post("friends/presence/", {"shown": False})["presence_shown"]
    his.post("friends/block/", {"player": str(alice)})
    assert hers.post("friends/ask/", {"player": str(bob)}, status=409)["code"] == "cannot_be_asked"
    assert not Friendship.objects.exists()
    his.post("friends/pardon/", {"player": str(alice)})
    hers.post("friends/ask/", {"player": str(bob)})
    hers.post("friends/ask/", {"player": str(alice)}, status=400)


def test_practice_has_no_chat(table: Table) -> None:
    alice: Any = table.players[0]
    opened = program(alice).post("tables/", {"game": "elekt", "seats": 2, "access": "practice"}, status=201)
    at = f"matches/{opened['match']}/chat/"
    assert program(alice).get(at)["lines"] == []
    program(alice).post(at, {"text": "hello"}, status=409)


def test_all_requests_are_listed_page_by_page_and_refused_at_once() -> None:
    bob = account("Bob")
    his = program(bob)
    for number in range(21):
        Friendship.objects.create(asker=account(f"Asker {number}"), asked=bob, asked_at=timezone.now())
    first, second = his.get("friends/requests/"), his.get("friends/requests/?page=2")
    assert [len(page["asking"]) for page in (first, second)] == [20, 1]
    assert (first["count"], first["is_last"], second["is_last"]) == (21, False, True)
    assert len({one["player"] for page in (first, second) for one in page["asking"]}) == 21
    for page in ("0", "-1", "x", "1.5", "99999999999"):
        his.get(f"friends/requests/?page={page}", status=400)
    assert his.post("friends/refuse_all/", {})["requests"] == 0
    assert his.get("friends/requests/")["asking"] == []
