"""Whatever the API refuses is a problem by RFC 9457, wherever it is refused: an endpoint, a serializer, a parser, the
authentication, the router, Django, the server in front of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from config import server_errors
from matches.tables import queries
from players import services
from players.models import Player
from tests.problems import MEMBERS, is_problem
from web import limits
from web.costly import Busy
from web.errors import StaleVersion

JSON = "application/json"
API = "/api/v1/"


@pytest.fixture
def alice(db: None) -> Client:
    """Alice's program. What breaks is answered, not raised."""
    player = Player.objects.create_user(None, name="Alice")
    secret = services.issue_token(player=player, label="test", now=timezone.now()).secret
    return Client(headers={"authorization": f"Bearer {secret}"}, raise_request_exception=False)


REFUSED: dict[str, tuple[int, Callable[[Client], Any]]] = {
    "unknown_address": (404, lambda alice: alice.post(f"{API}nothing/here/", "{}", JSON)),
    "unknown_match": (404, lambda alice: alice.get(f"{API}matches/{uuid4()}/")),
    "unknown_game": (404, lambda alice: alice.get(f"{API}games/chess/rules/")),
    "bad_field": (400, lambda alice: alice.post(f"{API}tables/", json.dumps({"gam": "elekt"}), JSON)),
    "parse_error": (400, lambda alice: alice.post(f"{API}tables/", "{", JSON)),
    "too_long": (400, lambda alice: alice.post(f"{API}tables/", " " * 70_000, JSON)),
    "bad_query": (400, lambda alice: alice.get(f"{API}matches/?over=perhaps")),
    "authentication_failed": (401, lambda alice: Client().get(f"{API}games/", headers={"authorization": "Bearer x"})),
    "not_authenticated": (401, lambda alice: Client().post(f"{API}tables/", "{}", JSON)),
    "method_not_allowed": (405, lambda alice: alice.delete(f"{API}games/")),
    "method_not_allowed_on_schema": (405, lambda alice: alice.post(f"{API}schema/", "{}", JSON)),
    "not_acceptable": (406, lambda alice: alice.get(f"{API}games/", headers={"accept": "text/html"})),
    "unsupported_media_type": (415, lambda alice: alice.post(f"{API}tables/", "game=elekt", "text/plain")),
    "bad_host": (400, lambda alice: alice.get(f"{API}games/", headers={"host": "elsewhere.example"})),
}


@pytest.mark.parametrize("refused", REFUSED)
def test_every_refusal_is_a_problem(refused: str, alice: Client) -> None:
    status, ask = REFUSED[refused]
    answer = ask(alice)
    assert answer.status_code == status, answer.content
    is_problem(answer)


RAISED = [
    (StaleVersion(1, 2), 409, "stale_version"),
    (Busy(5), 503, "busy"),
    (limits.TooMany(60), 429, "too_often"),
    (ZeroDivisionError(), 500, "fault"),
]


@pytest.mark.parametrize(("error", "status", "code"), RAISED, ids=[code for *_, code in RAISED])
def test_whatever_a_query_raises_is_a_problem(
    error: Exception, status: int, code: str, alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise error

    monkeypatch.setattr(queries, "open_tables", refuse)
    answer = alice.get(f"{API}tables/")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    is_problem(answer)
    assert ("Retry-After" in answer) == (status in (429, 503))


def test_every_field_that_is_wrong_is_named(alice: Client) -> None:
    answer = alice.post(f"{API}tables/", json.dumps({"game": "elekt", "seats": "two", "rated": 1}), JSON)
    told = answer.json()
    assert told["data"]["field"] in told["data"]["fields"]
    assert set(told["data"]["fields"]) == {"seats", "rated"}
    assert told["sentence"] == told["data"]["fields"][told["data"]["field"]]


def test_every_field_of_a_command_that_is_wrong_is_named(alice: Client) -> None:
    sent = {"stage": 7, "no": 0, "round_no": 1, "bye": "none"}
    told = alice.post(f"{API}tournaments/{uuid4()}/byes/", json.dumps(sent), JSON).json()
    assert set(told["data"]["fields"]) == {"stage", "no", "bye"}
    assert told["sentence"] == told["data"]["fields"][told["data"]["field"]]


@pytest.mark.parametrize("code", server_errors.SENTENCES)
def test_what_the_server_refuses_before_anybody_is_asked_is_a_problem(code: str) -> None:
    head, body = server_errors.answer(503, code, {"most": 5, "seconds": 7}, f"{API}tables/", {})
    assert dict(head)[b"content-type"] == b"application/problem+json"
    told = json.loads(body)
    assert set(told) == MEMBERS
    assert (told["status"], told["title"], told["code"]) == (503, HTTPStatus(503).phrase, code)


@pytest.mark.django_db
def test_the_schema_says_that_errors_are_problems() -> None:
    document: Any = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    kinds = {
        (path, status): set(said["content"])
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        for status, said in operation["responses"].items()
        if status >= "4"
    }
    assert len(kinds) > 100
    assert [place for place, kind in kinds.items() if kind != {"application/problem+json"}] == []
    assert set(document["components"]["schemas"]["Problem"]["properties"]) == MEMBERS


@pytest.mark.django_db
def test_the_schema_is_openapi_3_0() -> None:
    document: Any = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    assert document["openapi"].startswith("3.0")
    assert "{'type': 'null'}" not in str(document)
    byes = document["paths"]["/api/v1/tournaments/{tournament_id}/byes/"]["post"]["requestBody"]["content"]
    assert byes["application/json"]["schema"]["properties"]["bye"]["enum"] == ["full", "half", "zero", None]
    league = document["paths"]["/api/v1/leagues/{league_id}/roles/"]["post"]["requestBody"]["content"]
    assert league["application/json"]["schema"]["properties"]["role"]["enum"] == ["arbiter", "owner", None]


@pytest.mark.django_db
def test_no_two_shapes_of_the_schema_have_one_name(capsys: pytest.CaptureFixture[str]) -> None:
    document: Any = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    assert "identical names" not in capsys.readouterr().err
    assert set(document["components"]["schemas"]["RatingStanding"]["properties"]) == {"ladder", "players"}
