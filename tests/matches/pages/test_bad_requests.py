"""What no page of ours would send: each gets an answer that says so, and changes nothing."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from ledger import store
from matches.models import Table as Row
from matches.play.choices import choices_for
from players.models import Player
from tests.matches.factories import Table, started
from web.request import MAX_DEPTH, from_json, whole

pytestmark = pytest.mark.django_db

LONG_NUMBER = "9" * 5000
"""More digits than Python reads at all."""


@pytest.fixture
def table() -> Table:
    return started("Alice", "Bob", seed="pages")


@pytest.fixture
def awaited(table: Table, client: Client) -> Client:
    """The browser of the player who is to decide."""
    client.force_login(Player.objects.get(id=str(table.players[table.awaited()])))
    return client


@pytest.mark.parametrize("seats", ["100000000", "5", "1", "0", "-2", "", "two", "２", LONG_NUMBER])
def test_a_game_against_bots_has_as_many_seats_as_the_game_knows(client: Client, seats: str) -> None:
    """A hundred million would be as many names of bots in memory."""
    assert client.post("/play/", {"seats": seats}).status_code == 400
    assert not Player.objects.exists()
    assert not Row.objects.exists()


@pytest.mark.parametrize("at", [LONG_NUMBER, "-1", "", "x", "１"])
def test_the_slider_takes_numbers_alone(table: Table, client: Client, at: str) -> None:
    assert client.get(f"/matches/{table.match}/replay/", {"at": at}).status_code == 400
    assert client.get(f"/matches/{table.match}/replay/{LONG_NUMBER}/").status_code == 404


@pytest.mark.parametrize("seen_from", [f"seat-{LONG_NUMBER}", "seat-0", "seat-3", "seat-", "seat--1", LONG_NUMBER])
def test_nobody_looks_from_a_seat_that_there_is_not(table: Table, client: Client, seen_from: str) -> None:
    assert client.get(f"/matches/{table.match}/replay/", {"as": seen_from}).status_code == 400


@pytest.mark.parametrize(
    "decision",
    [
        "",
        "null",
        "[]",
        '{"kind"',
        "[" * 100_000,
        '{"kind": ' * 50_000,
        '{"kind": "\\ud800"}',
        '{"kind": "play", "card": ' + LONG_NUMBER + "}",
        '{"kind": "play", "card": 1e999}',
        '{"kind": "play", "card": NaN}',
        '{"kind": "play", "card": true}',
    ],
)
def test_a_decision_that_cannot_be_read_is_refused(table: Table, awaited: Client, decision: str) -> None:
    before = store.read(table.match)
    asked = {"decision": decision, "expected_version": table.version(), "decision_id": str(uuid4())}
    assert awaited.post(f"/matches/{table.match}/decide/", asked).status_code == 400
    assert store.read(table.match) == before


@pytest.mark.parametrize(
    "changes", [{"expected_version": LONG_NUMBER}, {"expected_version": "-1"}, {"decision_id": "1"}]
)
def test_the_other_fields_of_a_decision_are_named(table: Table, awaited: Client, changes: dict[str, Any]) -> None:
    decision = json.dumps(table.option(table.awaited()))
    asked = {"decision": decision, "expected_version": table.version(), "decision_id": str(uuid4())}
    answer = awaited.post(f"/matches/{table.match}/decide/", asked | changes)
    assert answer.status_code == 400
    assert next(iter(changes)) in answer.content.decode()


def test_an_outsider_cannot_decide_on_the_page(table: Table, client: Client) -> None:
    charlie = Player.objects.create_user(None, name="Charlie")
    client.force_login(charlie)
    asked = {"decision": "{}", "expected_version": table.version(), "decision_id": str(UUID(int=1))}
    assert client.post(f"/matches/{table.match}/decide/", asked).status_code == 403


def test_numbers_are_written_in_plain_digits() -> None:
    assert [whole("0"), whole("007"), whole("123456789")] == [0, 7, 123456789]
    for text in ("", "-1", "+1", " 1", "1_0", "1.0", "²", "٣", "1234567890"):
        with pytest.raises(ValueError, match="whole number"):
            whole(text)


def test_json_that_can_be_repeated_is_read_as_it_is() -> None:
    assert from_json('{"name": "Żółć \\ud83d\\ude00", "n": [1, -2, null]}') == {"name": "Żółć 😀", "n": [1, -2, None]}


def test_json_is_read_down_to_a_depth() -> None:
    assert from_json("[" * MAX_DEPTH + "{}" + "]" * MAX_DEPTH)
    for more in (1, 300, 100_000):
        deep = MAX_DEPTH + more
        for text in ("[" * deep + "1" + "]" * deep, '{"a":' * deep + "1" + "}" * deep):
            with pytest.raises(ValueError, match="too deeply"):
                from_json(text)


def test_a_page_tells_of_one_moment_though_the_match_moves_on_while_it_is_made(
    table: Table, awaited: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It once asked for the position and then, anew, for the choices: by then it was the other player's turn."""
    version = table.version()

    def later(*asked: Any) -> Any:
        monkeypatch.setattr("matches.play.views.choices_for", choices_for)
        table.decide()
        return choices_for(*asked)

    monkeypatch.setattr("matches.play.views.choices_for", later)
    page = awaited.get(f"/matches/{table.match}/")
    assert page.status_code == 200
    assert f'name="expected_version" value="{version}"' in page.content.decode()
    assert table.version() > version
