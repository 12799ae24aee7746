"""Clubs and the calibration through the API: the services of the pages, and nobody sees more than there."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from players.calibration import projection
from players.clubs import services
from players.ratings.models import RatedGame
from players.ratings.outcome import person
from tests.players.ratings.factories import played
from tests.tournaments.test_api import Caller

from .test_clubs import account, roles

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


def test_a_club_is_founded_joined_hidden_and_closed(alice: UUID) -> None:
    bob, charlie = account("Bob"), account("Charlie")
    hers, his, others = Caller(alice), Caller(bob), Caller(charlie)
    club = hers.post("clubs/", {"name": "Bastion", "place": "Sopot"}, 201)["club"]
    path = f"clubs/{club}/"
    his.post(f"{path}join/")
    assert [one["name"] for one in hers.get(path)["requests"]] == ["Bob"]
    assert others.get(path)["requests"] == []
    hers.post(f"{path}invite/", {"player": str(bob)})
    his.post(f"{path}visibility/", {"hidden": True})
    assert [one["name"] for one in others.get(path)["members"]] == ["Alice"]
    assert others.get(path)["unseen"] == 1
    assert {one["name"] for one in hers.get(path)["members"]} == {"Alice", "Bob"}
    assert his.post(f"{path}role/", {"player": str(bob), "role": "owner"}, 403)["code"] == "needs_club_role"
    hers.post(f"{path}role/", {"player": str(bob), "role": "officer"})
    hers.post(path, {"name": "Bastion", "place": "Gdynia", "about": "Tuesdays"})
    assert [one["place"] for one in his.get("clubs/?mine=true")] == ["Gdynia"]
    his.post(f"{path}leave/")
    assert set(roles(UUID(club))) == {alice}
    once = {"player": str(charlie), "decision_id": str(uuid4())}
    assert [hers.post(f"{path}invite/", once)["repeated"] for _ in range(2)] == [False, True]
    others.post(f"{path}drop/")
    hers.post(f"{path}close/")
    assert others.post(f"{path}join/", {}, 409)["code"] == "club_closed"
    assert others.get("clubs/") == []
    assert services.existing(UUID(club)).closed


def test_the_calibration_says_what_the_page_says(alice: UUID) -> None:
    caller = Caller(alice)
    assert caller.get("ratings/calibration/", 404)["code"] == "unknown_ladder"
    bob = account("Bob")
    played([person(alice), person(bob)])
    projection.count(list(RatedGame.objects.values_list("game", flat=True)))
    found = caller.get("ratings/calibration/?place=1&seats=2")
    assert (found["games"], found["bins"][0]["predicted"], found["bins"][0]["came"]) == (1, 50, 50)
    assert caller.get("ratings/calibration/?seats=9", 400)["data"]["field"] == "seats"
    assert found["blind_brier"] == 0.5
