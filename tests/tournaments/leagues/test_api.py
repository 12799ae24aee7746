"""A league through the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from tests.matches.factories import GAME, person
from tests.tournaments.factories import state_of
from tests.tournaments.test_api import Caller

from .made import DUELS, of, play

pytestmark = pytest.mark.django_db


def body(**more: Any) -> dict[str, Any]:
    divisions = [{"name": name, "size": 4, "plan": DUELS} for name in ("First", "Second")]
    return {"title": "City league", "game": GAME, "rules": {"divisions": divisions, "up": 1, "down": 1}} | more


def test_two_seasons(caller: Caller, alice: UUID) -> None:
    people = [person(f"Player {number}") for number in range(1, 9)]
    path = f"leagues/{caller.post('leagues/', body(), 201)['league']}/"
    caller.post(f"{path}enter/", {"players": [str(player) for player in people]})
    caller.post(f"{path}seasons/", {"starts": "2027-01-10T18:00:00Z"}, 201)
    caller.post(f"{path}begin/")
    tournament = UUID(caller.get(path)["seasons"][0]["tournament"])
    assert state_of(tournament).settings.starts == "2027-01-10T18:00:00+00:00"
    until = (timezone.now() + timedelta(days=30)).isoformat()
    caller.post(f"tournaments/{tournament}/tables/division-1/1/1/postpone/", {"until": until, "reason": "ill"})
    play(tournament, alice, people)
    assert not caller.post(f"{path}close/", {"playoffs": {}})["repeated"]
    first = caller.get(path)["seasons"][0]
    assert first["standings"][0] == [str(player) for player in people[:4]]
    assert [one["code"] for one in first["moves"]].count("promoted") == 1
    assert (first["closed"], first["at_odds"], first["corrected"]) == (True, False, False)
    caller.post(f"{path}correct/", {"season": 1})
    caller.post(f"{path}leave/", {"player": str(people[0])})
    caller.post(f"{path}seasons/", {}, 201)
    last = of(UUID(path.split("/")[1])).last
    assert last is not None
    assert len(last.places) == 7


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def caller(alice: UUID) -> Caller:
    return Caller(alice)


def test_a_league_opened_twice_under_one_id_is_there_once(caller: Caller) -> None:
    decision = str(uuid4())
    first = caller.post("leagues/", body(decision_id=decision), 201)
    again = caller.post("leagues/", body(decision_id=decision), 201)
    assert (again["league"], again["repeated"]) == (first["league"], True)
    assert [one["title"] for one in caller.get("leagues/")] == ["City league"]


def test_members_come_and_go_by_themselves(caller: Caller) -> None:
    path = f"leagues/{caller.post('leagues/', body(), 201)['league']}/"
    bob = Caller(person("Bob"))
    bob.post(f"{path}join/")
    assert len(caller.get(path)["waiting"]) == 1
    bob.post(f"{path}leave/")
    assert caller.get(path)["waiting"] == []


def test_rules_change_and_roles_are_granted_by_owners(caller: Caller) -> None:
    path = f"leagues/{caller.post('leagues/', body(), 201)['league']}/"
    dora = person("Dora")
    caller.post(f"{path}roles/", {"player": str(dora), "role": "arbiter"})
    assert Caller(dora).get(path)["my_role"] == "arbiter"
    new = {"title": "Town league", "rules": body()["rules"], "listed": False, "open_entry": True}
    caller.post(path, new)
    assert caller.get(path)["title"] == "Town league"
    Caller(dora).post(path, new, 403)


def test_play_offs_and_times_are_agreed_through_it(caller: Caller) -> None:
    agreed = body()["rules"] | {"playoff": 2, "border": {"format": "round_robin", "seats": 4, "least": 4}}
    agreed["divisions"][1]["window_minutes"] = 1440
    path = f"leagues/{caller.post('leagues/', body(rules=agreed), 201)['league']}/"
    told = caller.get(path)["rules"]
    assert told["border"] == agreed["border"]
    assert [one["window_minutes"] for one in told["divisions"]] == [None, 1440]
    for wrong, status in (
        ({"playoff": 1, "border": {"format": "pods", "seats": 3, "least": 3}}, 409),
        ({"border": []}, 400),
    ):
        caller.post("leagues/", body(rules=agreed | wrong), status)
    agreed["divisions"][1]["window_minutes"] = -1
    caller.post("leagues/", body(rules=agreed), 400)


def test_what_is_refused(caller: Caller) -> None:
    path = f"leagues/{caller.post('leagues/', body(), 201)['league']}/"
    charlie = Caller(person("Charlie"))
    for what in ("seasons", "begin", "close"):
        charlie.post(f"{path}{what}/", {}, 403)
    caller.post(f"{path}seasons/", {}, 409)
    caller.post(f"{path}begin/", {}, 409)
    caller.post(f"{path}correct/", {"season": 1}, 404)
    caller.post("leagues/", body(rules={"divisions": []}), 400)
    caller.post("leagues/", body(rules={"divisions": [{"name": "A", "size": 4, "plan": {"format": "x"}}]}), 409)
    caller.get(f"leagues/{uuid4()}/", 404)
    caller.post(f"tournaments/{uuid4()}/tables/main/1/1/play/", {}, 404)
