"""Exercises through the API: listed, looked at, answered once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Exercise
from players import services as players
from players.models import Player

from ..factories import account

pytestmark = pytest.mark.django_db
API = "/api/v1/exercises/"


@pytest.fixture
def bob() -> Client:
    owner = Player.objects.get(id=account("Bob"))
    secret = players.issue_token(player=owner, label="training", now=timezone.now()).secret
    return Client(headers={"Authorization": f"Bearer {secret}"})


def answered(client: Client, exercise: Exercise, sent: Any) -> tuple[int, dict[str, Any]]:
    done = client.post(f"{API}{exercise.id}/answer/", sent, content_type="application/json")
    return done.status_code, done.json()


def test_a_program_lists_looks_answers_and_is_told_why(bob: Client, exercise: Exercise) -> None:
    (line,) = bob.get(f"{API}?game=elekt&state=open").json()["exercises"]
    asked = bob.get(f"{API}{line['id']}/").json()
    assert asked == bob.get(f"{API}daily/").json()
    assert (asked["seat"], asked["explained"]) == (exercise.seat, None)
    assert {**exercise.best, "seat": exercise.seat} in asked["options"]
    status, told = answered(bob, exercise, {"decision": {**exercise.best, "seat": exercise.seat}})
    assert (status, told["right"], told["by_both"], told["gain"] > 0) == (200, True, True, True)
    assert answered(bob, exercise, {"decision": None}) == (200, told), "only the first answer counts"
    assert bob.get(f"{API}{line['id']}/").json()["explained"] == told
    assert bob.get(f"{API}mine/").json()["solved"] == 1
    assert bob.get(f"{API}?state=open").json()["count"] == 0


@pytest.mark.parametrize("sent", [{}, {"decision": []}, {"decision": {"kind": "none"}}, {"decision": {"kind": {}}}])
def test_what_is_no_answer_is_refused(bob: Client, exercise: Exercise, sent: Any) -> None:
    assert answered(bob, exercise, sent)[0] == 400


def test_without_a_token_one_looks_and_answers_nothing(exercise: Exercise) -> None:
    visitor = Client()
    assert visitor.get(f"{API}{exercise.id}/").status_code == 200
    assert answered(visitor, exercise, {"decision": None})[0] == 401
    assert visitor.get(f"{API}mine/").status_code == 401
    assert visitor.get(f"{API}?difficulty=none").status_code == 400
    assert visitor.get(f"{API}{Exercise(id=account('Bob')).id}/").status_code == 404
