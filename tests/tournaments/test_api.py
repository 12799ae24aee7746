"""A tournament through the API: opened, played, corrected, closed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from players import services as players
from players.models import Player
from tests.busy import busy
from tests.matches.factories import GAME, person
from tournaments.settings import MAX_STAGES
from web.costly import CHECKING

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
    assert {choice["name"]: choice["open"] for choice in shown["choices"]} == {"keep": True, "repair": True}
    assert alice.get(path)["hash"] == before["hash"]
    alice.post(f"{path}tables/knockout/1/1/correction/", body | {"reason": "The slip was read upside down."})
    seated = {no for table in alice.get(path)["stages"][0]["rounds"][1]["tables"] for no in table["seats"]}
    assert wrong[1] in seated
    assert alice.get(f"{path}log/")[0]["said"] == ["The slip was read upside down."]
    alice.post(f"{path}undo/")
    assert alice.get(path)["hash"] == before["hash"]


def test_pairing_again_is_worked_out_where_that_is_asked_for(alice: Caller) -> None:
    made = opened(alice, preset="pods", seats=4, rounds=2, best=0)
    path = f"tournaments/{made}/"
    alice.post(f"{path}entries/", {"newcomers": [{"name": f"Player {number}"} for number in range(8)]})
    alice.post(f"{path}start-stage/", {"stage": "swiss"})
    alice.post(f"{path}pair/", {"stage": "swiss"})
    alice.post(f"{path}withdraw/", {"no": 8})
    for work_out in (False, True):
        shown = alice.post(f"{path}changes/preview/", {"stage": "swiss", "work_out": work_out})
        again = shown["choices"][-1]
        assert (again["name"], again["worked_out"]) == ("again", work_out)
        assert shown["later"] is None
    assert {no for one in again["changed"] for no in one["seats"]} <= set(range(1, 8))
    alice.post(f"{path}repair/", {"stage": "swiss", "choice": "again", "reason": "Before anybody has sat down."})
    tables = alice.get(path)["stages"][0]["rounds"][0]["tables"]
    assert sorted(no for table in tables for no in table["seats"]) == list(range(1, 8))


def pods(alice: Caller) -> str:
    """Eight players at the tables of the first round."""
    path = f"tournaments/{opened(alice, preset='pods', seats=4, rounds=2, best=4)}/"
    alice.post(f"{path}entries/", {"newcomers": [{"name": f"Player {number}"} for number in range(8)]})
    alice.post(f"{path}start-stage/", {"stage": "swiss"})
    alice.post(f"{path}pair/", {"stage": "swiss"})
    return path


CHANGES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "entries/": ({"newcomers": [{"name": "Zoe"}]}, {"newcomers": [{"name": "Zoe"}]}),
    "withdraw/": ({"withdraw": 8}, {"no": 8}),
    "penalties/": ({"penalise": {"no": 8, "points": 2}}, {"no": 8, "stage": "swiss", "points": 2}),
}


@pytest.mark.parametrize("what", CHANGES)
def test_each_change_is_looked_at_made_with_its_tables_and_taken_back(alice: Caller, what: str) -> None:
    path, (wish, body) = pods(alice), CHANGES[what]
    before = alice.get(path)
    shown = alice.post(f"{path}changes/preview/", {"stage": "swiss", "work_out": True, **wish})
    has_repair = what != "penalties/"  # nobody comes or goes by a penalty
    assert [one["name"] for one in shown["choices"]] == ["keep", *["repair"] * has_repair, "again"]
    assert bool(shown["moved"]) is (what != "withdraw/")
    assert alice.get(path)["hash"] == before["hash"]
    alice.post(f"{path}{what}", {**body, "tables": {"stage": "swiss", "choice": "repair"}})
    now = alice.get(path)["stages"][0]["rounds"][0]["tables"]
    was = before["stages"][0]["rounds"][0]["tables"]
    repaired = {one["table"]: one["seats"] for one in shown["choices"][1]["changed"]} if has_repair else {}
    assert [one["seats"] for one in now if one["table"] in repaired] == [repaired[no] for no in sorted(repaired)]
    assert (len(repaired) > 0) is has_repair
    assert [one for one in now if one["table"] not in repaired] == [one for one in was if one["table"] not in repaired]
    alice.post(f"{path}undo/")
    assert alice.get(path)["hash"] == before["hash"]


def test_orders_by_hand_go_through_the_api_too(alice: Caller) -> None:
    path = pods(alice)
    seats = [one["seats"] for one in alice.get(path)["stages"][0]["rounds"][0]["tables"]]
    one, other = seats[0][0], seats[1][0]
    alice.post(f"{path}swap/", {"stage": "swiss", "one": one, "other": other, "reason": "Two brothers."})
    now = [one["seats"] for one in alice.get(path)["stages"][0]["rounds"][0]["tables"]]
    assert now == [[other, *seats[0][1:]], [one, *seats[1][1:]]]
    alice.post(f"{path}penalties/", {"no": 1, "stage": "swiss", "points": 0})
    alice.post(f"{path}penalties/lift/", {"stage": "swiss", "index": 0})
    assert alice.post(f"{path}penalties/lift/", {"stage": "swiss", "index": 0}, 404)["code"] == "unknown_penalty"
    alice.post(f"{path}take-back/", {"stage": "swiss", "round_no": 1})
    assert alice.get(path)["stages"][0]["rounds"] == []
    alice.post(f"{path}take-back/", {"stage": "swiss", "reason": "Somebody is still on the way."})
    assert not alice.get(path)["stages"][0]["begun"]
    assert alice.get(f"{path}log/")[0]["said"] == ["Somebody is still on the way."]
    alice.post(f"{path}seeding/", {"order": [8, 7, 6, 5, 4, 3, 2, 1]})
    alice.post(f"{path}start-stage/", {"stage": "swiss"})
    assert alice.get(path)["stages"][0]["entrants"] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert alice.post(f"{path}seeding/", {"order": [1]}, 400)["code"] == "not_the_field"
    alice.post(f"{path}pair/", {"stage": "swiss"})
    alice.post(f"{path}tables/swiss/1/1/result/", {"places": [1, 2, 3, 4]})
    assert alice.post(f"{path}take-back/", {"stage": "swiss"}, 409)["code"] == "tables_have_started"


def test_players_are_called_to_a_real_table_and_who_does_not_come_forfeits(alice: Caller) -> None:
    path = begun(alice)
    table = f"{path}tables/knockout/1/1/"
    alice.post(f"{table}presence/", {"seats": [1]})
    alice.post(f"{table}call/")
    shown = alice.get(path)["stages"][0]["rounds"][0]["tables"][0]
    assert (shown["here"], [call["seats"] for call in shown["calls"]]) == ([1], [[0]])
    alice.post(f"{table}no-show/", {"seats": [0]})
    shown = alice.get(path)["stages"][0]["rounds"][0]["tables"][0]
    assert (shown["lost"], shown["result"]["places"], shown["result"]["forfeited"]) == ([0], [2, 1], [0])
    assert alice.post(f"{table}presence/", {"seats": [4]}, 400)["code"] == "bad_field"


def test_an_outsider_reads_and_changes_nothing(alice: Caller) -> None:
    path, charlie = begun(alice), Caller(person("Charlie"))
    before = charlie.get(path)
    charlie.get(f"{path}proposal/?stage=knockout", 403)
    for what, body in (
        ("pair/", {"stage": "knockout"}),
        ("tables/knockout/1/1/result/", {"places": [1, 2]}),
        ("tables/knockout/1/1/report/", {"places": [1, 2]}),
        ("tables/knockout/1/1/call/", {}),
        ("tables/knockout/1/1/presence/", {"seats": [0]}),
        ("tables/knockout/1/1/no-show/", {"seats": [0]}),
        ("tables/knockout/1/1/correction/", {"places": [1, 2]}),
        ("tables/knockout/1/1/correction/preview/", {"places": [1, 2]}),
        ("entries/", {"newcomers": [{"name": "Fay"}]}),
        ("changes/preview/", {"stage": "knockout", "withdraw": 1}),
        ("penalties/lift/", {"stage": "knockout", "index": 0}),
        ("seeding/", {"order": [4, 3, 2, 1]}),
        ("swap/", {"stage": "knockout", "one": 1, "other": 2}),
        ("take-back/", {"stage": "knockout"}),
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
    with busy(CHECKING):
        assert alice.get(f"{path}?version={seen}", 503)["code"] == "busy"
        alice.get(path)
    then = alice.get(f"{path}?version={seen}")
    assert (then["version"], then["stages"][0]["rounds"][0]["tables"][0]["result"]) == (seen, None)


def test_the_number_of_stages_is_bounded_and_the_schema_says_so(alice: Caller) -> None:
    one = {"key": "a", "plan": {"format": "swiss", "rounds": 3}}
    stages = [one | {"key": f"s{number}"} for number in range(MAX_STAGES + 1)]
    body = {"title": "Evening", "game": GAME, "stages": stages}
    assert alice.post("tournaments/", body, 400)["data"]["field"] == "stages"
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    assert f"'maxItems': {MAX_STAGES}" in str(schema["paths"]["/api/v1/tournaments/"]["post"])
