"""A tournament through the API: opened, played, corrected, closed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from players import services as players
from players.models import Player
from tests.matches.factories import GAME, person

pytestmark = pytest.mark.django_db


class Caller:
    """A person's program."""

    def __init__(self, player: UUID) -> None:
        row = Player.objects.get(id=player)
        secret = players.issue_token(player=row, label="test", now=timezone.now()).secret
        self.headers = {"Authorization": f"Bearer {secret}", "Accept-Language": "en"}

    def get(self, path: str, status: int = 200) -> Any:
        return self._read(Client().get(f"/api/v1/{path}", headers=self.headers), status)

    def post(self, path: str, body: dict[str, Any] | None = None, status: int = 200) -> Any:
        answer = Client().post(f"/api/v1/{path}", body or {}, content_type="application/json", headers=self.headers)
        return self._read(answer, status)

    def _read(self, answer: Any, status: int) -> Any:
        assert answer.status_code == status, answer.content
        return answer.json()


@pytest.fixture
def alice() -> Caller:
    return Caller(person("Alice"))


def opened(alice: Caller, **more: Any) -> str:
    body = {"title": "Evening", "game": GAME, "preset": "knockout", "seats": 2, "settings": {"online": False}}
    return str(alice.post("tournaments/", body | more, 201)["tournament"])


def begun(alice: Caller) -> str:
    path = f"tournaments/{opened(alice)}/"
    alice.post(f"{path}entries/", {"newcomers": [{"name": name} for name in ("Bob", "Celia", "Dora", "Ewa")]})
    alice.post(f"{path}start-stage/", {"stage": "knockout"})
    assert len(alice.get(f"{path}proposal/?stage=knockout")["pairings"]) == 2
    alice.post(f"{path}pair/", {"stage": "knockout"})
    return path


def test_a_whole_knock_out(alice: Caller) -> None:
    path = begun(alice)
    for table in (1, 2):
        alice.post(f"{path}tables/knockout/1/{table}/result/", {"places": [1, 2]})
    shown = alice.get(path)
    assert [len(one["tables"]) for one in shown["stages"][0]["rounds"]] == [2, 2]
    for table in shown["stages"][0]["rounds"][1]["tables"]:
        alice.post(f"{path}tables/knockout/2/{table['table']}/result/", {"places": [2, 1], "scores": [3, 7]})
    alice.post(f"{path}close/")
    assert [row["rank"] for row in alice.get(f"{path}standings/?stage=knockout")] == [1, 2, 3, 4]
    assert alice.get(path)["status"] == "closed"


def test_a_correction_is_looked_at_made_and_taken_back(alice: Caller) -> None:
    path = begun(alice)
    for table in (1, 2):
        alice.post(f"{path}tables/knockout/1/{table}/result/", {"places": [1, 2]})
    before = alice.get(path)
    wrong = before["stages"][0]["rounds"][0]["tables"][0]["seats"]
    body = {"places": [2, 1], "choice": "repair"}
    shown = alice.post(f"{path}tables/knockout/1/1/correction/preview/", body)
    assert {choice["name"]: choice["open"] for choice in shown["choices"]} == {
        "keep": True,
        "repair": True,
        "again": True,
    }
    assert alice.get(path)["hash"] == before["hash"]
    alice.post(f"{path}tables/knockout/1/1/correction/", body | {"reason": "The slip was read upside down."})
    seated = {no for table in alice.get(path)["stages"][0]["rounds"][1]["tables"] for no in table["seats"]}
    assert wrong[1] in seated
    assert alice.get(f"{path}log/")[0]["said"] == ["The slip was read upside down."]
    alice.post(f"{path}undo/")
    assert alice.get(path)["hash"] == before["hash"]


def test_an_outsider_reads_and_changes_nothing(alice: Caller) -> None:
    path, charlie = begun(alice), Caller(person("Charlie"))
    before = charlie.get(path)
    charlie.get(f"{path}proposal/?stage=knockout", 403)
    for what, body in (
        ("pair/", {"stage": "knockout"}),
        ("tables/knockout/1/1/result/", {"places": [1, 2]}),
        ("tables/knockout/1/1/report/", {"places": [1, 2]}),
        ("tables/knockout/1/1/correction/", {"places": [1, 2]}),
        ("tables/knockout/1/1/correction/preview/", {"places": [1, 2]}),
        ("entries/", {"newcomers": [{"name": "Fay"}]}),
        ("withdraw/", {"no": 1}),
        ("undo/", {}),
        ("close/", {}),
    ):
        assert charlie.post(f"{path}{what}", body, 403)["code"] in ("needs_role", "not_your_table")
    assert charlie.get(path) == before


def test_what_is_wrong_is_named(alice: Caller) -> None:
    path = begun(alice)
    assert alice.post(f"{path}tables/knockout/7/1/result/", {"places": [1, 2]}, 404)["code"] == "table_not_paired"
    assert alice.post(f"{path}tables/knockout/1/1/result/", {"places": [2, 2]}, 400)["code"] == "impossible_places"
    assert alice.post(f"{path}tables/knockout/1/1/result/", {"plaices": [2, 2]}, 400)["code"] == "bad_field"
    assert alice.post(f"{path}start-stage/", {"stage": "knockout"}, 409)["code"] == "stage_has_begun"
    assert alice.get(f"{path}standings/?stage=final", 404)["code"] == "unknown_stage"
    refused = alice.post("tournaments/", {"title": "X", "game": GAME, "stages": [{"key": "a", "plan": {}}]}, 400)
    assert refused["data"]["field"] == "format"


def test_two_versions_of_the_truth_are_told_apart(alice: Caller) -> None:
    path = begun(alice)
    seen = alice.get(path)["version"]
    alice.post(f"{path}tables/knockout/1/1/result/", {"places": [1, 2], "expected_version": seen})
    late = alice.post(f"{path}tables/knockout/1/2/result/", {"places": [1, 2], "expected_version": seen}, 409)
    assert late["code"] == "stale_version"
    then = alice.get(f"{path}?version={seen}")
    assert (then["version"], then["stages"][0]["rounds"][0]["tables"][0]["result"]) == (seen, None)
