"""Positions, practice and scenarios through the API: the same services as the pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match
from matches.play import queries
from matches.positions.models import KeptPosition
from matches.positions.text import MAX_TEXT
from players import services as players
from players.models import Player
from tests.busy import busy, taken_by
from web.costly import CHECKING

from ..factories import person

pytestmark = pytest.mark.django_db

POSITION = {"zones": {"missions": {"rows": [["symbiont"], []]}}}
BOARD = {"game": "elekt", "seats": 2, "position": POSITION}


class Program:
    """Somebody's own program, with their token; None has no token."""

    def __init__(self, player: UUID | None) -> None:
        self.headers = {"accept-language": "en"}
        if player is not None:
            owner = Player.objects.get(id=player)
            secret = players.issue_token(player=owner, label="test", now=timezone.now()).secret
            self.headers["authorization"] = f"Bearer {secret}"

    def __call__(self, method: str, path: str, body: Any = None) -> Any:
        send = getattr(Client(), method)
        more = {} if body is None else {"data": body, "content_type": "application/json"}
        return send(f"/api/v1/{path}", headers=self.headers, **more)


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


@pytest.fixture
def program(alice: UUID) -> Program:
    return Program(alice)


def test_whoever_asks_has_one_place(program: Program, alice: UUID) -> None:
    page = "/games/elekt/positions/"
    with taken_by(CHECKING, str(alice)):
        assert program("post", "positions/check/", BOARD).status_code == 503
    with taken_by(CHECKING, "127.0.0.1"):
        assert [Client().get(page).status_code, Client(REMOTE_ADDR="192.0.2.7").get(page).status_code] == [503, 200]
        assert program("post", "positions/check/", BOARD).status_code == 200


def test_positions_are_looked_through_a_few_at_a_time(program: Program) -> None:
    with busy(CHECKING):
        answer = program("post", "positions/check/", BOARD)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert (answer.json()["code"], answer.json()["data"]) == ("busy", {"seconds": 5})


def test_a_text_as_long_as_allowed_is_read(program: Program) -> None:
    """Whatever its letters and quotes take as JSON: the text has a limit in characters, the request one in bytes."""
    told = 'name = "' + '\\"' * 20_000 + '"\n'
    answer = program("post", "positions/check/", {"game": "elekt", "text": told + "#" * (MAX_TEXT - len(told))})
    assert answer.status_code == 200


def test_a_position_is_checked_with_every_decision_and_every_reason(program: Program) -> None:
    full = {"zones": {"missions": {"rows": [["symbiont", "necrarch", "bone_carver"], []]}}}
    found = program("post", "positions/check/", BOARD | {"position": full}).json()
    assert found["ok"]
    (asked,) = found["asked"]
    assert asked["count"] == len(asked["options"]) == 9
    refused = {rule: [one["parts"] for one in asked["refusals"] if one["rule"] == rule] for rule in ("E7.1", "E7.4")}
    assert refused["E7.1"] == [[f"unit:{unit}"] for unit in ("symbiont", "necrarch", "bone_carver")], "they lie there"
    assert all(parts[-1] == "zone:missions" for parts in refused["E7.4"])
    assert len(asked["refusals"]) == sum(map(len, refused.values())) > 3
    assert found["view"]["places"]["missions"]["rows"][0][0]["card"] == "symbiont"


def test_flaws_have_their_key_and_rule_and_in_a_text_their_line(program: Program) -> None:
    broken = {"players": [{"heat": 4}, {"hand": ["symbiot"]}]}
    found = program("post", "positions/check/", BOARD | {"position": broken}).json()
    assert not found["ok"]
    assert [flaw["key"] for flaw in found["flaws"]] == ["players.1.hand.0"]
    broken = {"players": [{"heat": 4}]}
    (flaw,) = program("post", "positions/check/", BOARD | {"position": broken}).json()["flaws"]
    assert (flaw["key"], flaw["rule"]) == ("players.0.heat", "E24.4.2")
    found = program(
        "post", "positions/check/", {"game": "elekt", "text": 'seats = 2\n[position]\nphase = "x"\n'}
    ).json()
    assert [flaw["line"] for flaw in found["flaws"]] == [3]
    assert found["board"] is None


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"game": "chess"}, 404),
        ({"game": "elekt", "ruleset": "moon"}, 404),
        ({"game": "elekt", "cards": str(uuid4())}, 404),
        ({"game": "elekt", "position": []}, 400),
        ({"game": "elekt", "moon": 1}, 400),
    ],
)
def test_what_cannot_be_read_is_refused(program: Program, body: dict[str, Any], status: int) -> None:
    assert program("post", "positions/check/", body).status_code == status
    assert program("post", "practice/", body).status_code == status


def test_a_position_is_kept_changed_shared_and_dropped(program: Program, alice: UUID) -> None:
    made = program("post", "positions/", BOARD | {"name": "A ruling"})
    assert made.status_code == 201
    id_ = made.json()["id"]
    outsider, nobody = Program(person("Charlie")), Program(None)
    for other in (outsider, nobody):
        assert other("get", f"positions/{id_}/").status_code == 404
    assert outsider("patch", f"positions/{id_}/", {"name": "Mine"}).status_code == 404
    assert outsider("delete", f"positions/{id_}/").status_code == 404
    changed = program("patch", f"positions/{id_}/", {"name": "Another", "access": "link", "position": {"round": 2}})
    assert (changed.json()["name"], changed.json()["board"]["position"]) == ("Another", {"round": 2})
    assert outsider("get", f"positions/{id_}/").json()["mine"] is False
    assert outsider("patch", f"positions/{id_}/", {"name": "Mine"}).status_code == 403
    assert program("patch", f"positions/{id_}/", {"name": "Late", "expected_version": 1}).status_code == 409
    assert [one["id"] for one in program("get", "positions/").json()] == [id_]
    assert outsider("get", "positions/").json() == []
    assert program("delete", f"positions/{id_}/").status_code == 204
    assert program("delete", f"positions/{id_}/").status_code == 404
    assert not KeptPosition.objects.exists()


def test_sent_twice_it_is_kept_once(program: Program) -> None:
    body = BOARD | {"name": "A ruling", "decision_id": str(uuid4())}
    assert program("post", "positions/", body).json()["id"] == program("post", "positions/", body).json()["id"]
    body = BOARD | {"decision_id": str(uuid4())}
    assert program("post", "practice/", body).json()["match"] == program("post", "practice/", body).json()["match"]
    assert Match.objects.count() == 1


def test_practice_is_opened_played_from_each_seat_and_listed_for_its_host(program: Program, alice: UUID) -> None:
    match = program("post", "practice/", BOARD).json()["match"]
    for seat in (0, 1):
        here = program("get", f"matches/{match}/position/").json()
        assert (here["perspective"], here["match"]["practice"]) == ("open", True)
        asked = here["awaiting"][0]["seat"]
        assert asked == seat
        body = {
            "seat": asked,
            "decision": next(option for option in here["options"] if "unit" not in option),
            "expected_version": here["version"],
            "decision_id": str(uuid4()),
        }
        assert program("post", f"matches/{match}/decisions/", body | {"seat": 5}).status_code == 404
        assert Program(None)("post", f"matches/{match}/decisions/", body).status_code == 401
        assert Program(person("Charlie"))("post", f"matches/{match}/decisions/", body).status_code == 404
        assert program("post", f"matches/{match}/decisions/", body).status_code == 201
    assert [one["id"] for one in program("get", "practice/").json()] == [match]
    assert Program(None)("get", "practice/").json() == []
    on = program("post", "practice/", {"match": match}).json()
    assert on["match"] != match
    assert on["at"] <= queries.match(match_id=UUID(match), player=alice).version
    assert Program(person("Dana"))("post", "practice/", {"match": match}).status_code == 404


def test_a_position_with_flaws_or_for_no_bot_is_not_played(program: Program) -> None:
    bad = BOARD | {"position": {"players": [{"heat": 9}]}}
    answer = program("post", "practice/", bad)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_position")
    assert program("post", "practice/", BOARD | {"bots": {"1": "nobody"}}).status_code == 404
    assert program("post", "practice/", BOARD | {"bots": {"7": "random"}}).status_code == 404
    assert not Match.objects.exists()


def test_what_no_match_reaches_is_told_and_not_played(program: Program) -> None:
    """Units in recruitment (E10.4); a record that begins so is good all the same."""
    bad = BOARD | {"position": {"phase": "recruitment", **POSITION}}
    (flaw,) = program("post", "positions/check/", bad).json()["flaws"]
    assert (flaw["key"], flaw["rule"]) == ("zones.missions.rows.0", "E10.4")
    answer = program("post", "practice/", bad)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_position")
    assert not Match.objects.exists()
    meant = {"phase": "recruitment", **POSITION, "impossible": True}
    assert program("post", "practice/", BOARD | {"position": meant}).status_code == 201


def test_scenarios_are_listed_and_their_files_can_be_had(program: Program) -> None:
    nobody = Program(None)
    found = nobody("get", "games/elekt/scenarios/?rule=E9.1").json()
    assert "occultism" in [one["name"] for one in found]
    assert all(any(rule.startswith("E9.1") for rule in one["rules"]) for one in found)
    one = nobody("get", "games/elekt/scenarios/occultism/").json()
    assert "[position]" in one["toml"]
    checked = program("post", "positions/check/", {"game": "elekt", "text": one["toml"]}).json()
    assert checked["asked"][0]["question"]["kind"] == "attach_tokens"
    assert nobody("get", "games/elekt/scenarios/moon/").status_code == 404


@pytest.mark.parametrize("value", ["1e999", "1.5", '"a\\u0000b"', "-1e999"])
@pytest.mark.parametrize("field", ["position", "options"])
def test_values_that_cannot_be_kept_are_refused(program: Program, field: str, value: str) -> None:
    body = f'{{"game": "elekt", "name": "A ruling", "{field}": {{"round": {value}}}}}'
    assert program("post", "positions/", body).status_code == 400
    assert not KeptPosition.objects.exists()


@pytest.mark.parametrize("depth", [100, 350, 450])
def test_what_is_nested_too_deeply_is_refused(program: Program, depth: int) -> None:
    """Whatever asks of a value whether it can be kept calls itself, and ran out of calls before the reader did."""
    kept = program("post", "positions/", {**BOARD, "name": "One"}).json()["id"]
    deep = '{"a":' * depth + "1" + "}" * depth
    sent = program("post", "positions/", f'{{"game": "elekt", "name": "Two", "position": {deep}}}')
    assert (sent.status_code, sent.json()["code"]) == (400, "parse_error")
    assert program("patch", f"positions/{kept}/", f'{{"position": {deep}}}').status_code == 400
    assert KeptPosition.objects.get().name == "One"


def test_numbers_past_all_bounds_are_refused_where_nothing_is_kept(program: Program) -> None:
    body = '{"game": "elekt", "position": {"round": 1e999}}'
    assert program("post", "positions/check/", body).status_code == 400
