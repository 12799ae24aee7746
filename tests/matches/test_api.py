"""The REST API: what it gives and refuses, to whom, and in which shape."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from elekt_core.record.text import parse_record
from elekt_core.shorthand import read_shorthand
from ledger import store
from matches.models import Match
from matches.models import Table as Row
from players import services as players
from players.models import Player
from tests.busy import busy, taken_by
from tests.problems import is_problem
from web.costly import CHECKING

from .factories import GAME, Table, person, started

pytestmark = pytest.mark.django_db


class Program:
    """Somebody's program, with their token (or without one)."""

    def __init__(self, player: UUID | None) -> None:
        self.client = Client(headers={"Accept-Language": "en"})
        self.headers: dict[str, str] = {}
        if player is not None:
            owner = Player.objects.get(id=player)
            secret = players.issue_token(player=owner, label="test", now=timezone.now()).secret
            self.headers["Authorization"] = f"Bearer {secret}"

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/{path}", query, headers=self.headers)

    def post(self, path: str, body: Any) -> Any:
        return self.client.post(f"/api/v1/{path}", body, "application/json", headers=self.headers)


@pytest.fixture
def table() -> Table:
    return started("Alice", "Bob", seed="api")


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.content
    told: dict[str, Any] = answer.json()
    is_problem(answer)
    assert told["code"] == code
    return told["data"]  # type: ignore[no-any-return]


def decision(table: Table, **changes: Any) -> dict[str, Any]:
    seat = table.awaited()
    asked = {"seat": seat, "decision": table.option(seat), "expected_version": table.version()}
    return asked | {"decision_id": str(uuid4())} | changes


# --- a whole match ------------------------------------------------------------------------------------------


def test_a_table_is_opened_joined_and_played_to_the_end() -> None:
    alice, bob = Program(person("Alice")), Program(person("Bob"))
    made = alice.post("tables/", {"game": GAME, "seats": 2})
    assert made.status_code == 201
    table = made.json()["table"]
    assert made.json()["match"] is None
    listed = bob.get("tables/").json()
    assert [(t["id"], t["may"]) for t in listed] == [(table, ["sit"])]
    match = bob.post(f"tables/{table}/sit/", {}).json()["match"]
    programs = [alice, bob]
    for _ in range(8):
        awaited = alice.get(f"matches/{match}/").json()["awaited"][0]
        here = programs[awaited].get(f"matches/{match}/position/").json()
        asked = {"seat": awaited, "decision": here["options"][0], "expected_version": here["version"]}
        done = programs[awaited].post(f"matches/{match}/decisions/", asked | {"decision_id": str(uuid4())})
        assert done.status_code == 201
    over = bob.get(f"matches/{match}/").json()
    assert over["ended_at"]
    assert over["awaited"] == []
    assert sum(seat["score"] for seat in over["seats"]) == 4
    with busy(CHECKING):
        refused(bob.get(f"matches/{match}/verification/"), 503, "busy")
    assert bob.get(f"matches/{match}/verification/").json()["ok"] is True
    with busy(CHECKING):
        assert bob.get(f"matches/{match}/verification/").json()["ok"] is True  # what was found is remembered
    assert parse_record(bob.get(f"matches/{match}/record/").content).is_open


def test_a_finished_match_is_read_in_short_notation_in_either_language(table: Table) -> None:
    anybody, address = Program(None), f"matches/{table.match}/record/short/"
    refused(anybody.get(address), 409, "match_not_over")
    table.play_out()
    answers = {language: anybody.get(address, language=language) for language in ("en", "pl")}
    read = {language: read_shorthand(answer.content) for language, answer in answers.items()}
    assert [one.tags["Language"] for one in read.values()] == ["en", "pl"]
    assert len({tuple(one.state_hash for one in each.play.batches) for each in read.values()}) == 1
    assert answers["pl"]["Cache-Control"] == "no-store"
    assert anybody.get(address).content == answers["en"].content
    refused(anybody.get(address, language="de"), 400, "bad_field")
    refused(anybody.get(f"matches/{uuid4()}/record/short/"), 404, "unknown_match")
    with busy(CHECKING):
        refused(anybody.get(address), 503, "busy")
    with taken_by(CHECKING, "127.0.0.1"):
        refused(anybody.get(address), 503, "busy")
        refused(anybody.get(f"matches/{table.match}/verification/"), 503, "busy")
    with taken_by(CHECKING, "192.0.2.7"):
        assert anybody.get(address).status_code == 200, "one address leaves a place to others"
        assert anybody.get(f"matches/{table.match}/verification/").json()["ok"] is True


@pytest.mark.parametrize("ruleset", ["elekt-2e-r2", "elekt-1e-r2"])
def test_both_editions_are_played_side_by_side(ruleset: str) -> None:
    alice = Program(person("Alice"))
    wish = {"game": "elekt", "seats": 2, "ruleset": ruleset, "host_seat": 0, "bots": {"1": "random"}}
    match = alice.post("tables/", wish).json()["match"]
    assert alice.get(f"matches/{match}/").json()["ruleset"] == ruleset
    played = Match.objects.get(id=match)
    assert played.ruleset == ruleset
    refused = alice.post("tables/", wish | {"options": {"edition": 1}})  # for old records
    assert (refused.status_code, refused.json()["code"]) == (400, "unknown_option")


def test_a_bot_can_be_seated_and_taken_away() -> None:
    alice = Program(person("Alice"))
    table = alice.post("tables/", {"game": GAME, "seats": 3, "bots": {"2": "random"}}).json()["table"]
    assert alice.post(f"tables/{table}/remove-bot/", {"seat": 2}).status_code == 200
    assert alice.post(f"tables/{table}/seat-bot/", {"seat": 1, "bot": "random"}).json()["match"] is None
    assert [seat["bot"] for seat in alice.get(f"tables/{table}/").json()["seats"]] == ["", "random", ""]
    assert alice.post(f"tables/{table}/stand/", {}).status_code == 200
    assert alice.post(f"tables/{table}/close/", {}).status_code == 200
    assert alice.get(f"tables/{table}/").json()["status"] == "closed"


def test_games_and_their_bots_are_listed() -> None:
    games = {game["name"]: game for game in Program(None).get("games/").json()}
    assert games[GAME]["bots"] == ["greedy", *(f"level{number}" for number in range(1, 9)), "random"]
    rulesets = games[GAME]["rulesets"]
    told = [(one["name"], one["title"], one["seats"], one["automata"]) for one in rulesets]
    assert told == [("high-card-2", "High Card 2", [2, 3, 4], []), ("high-card-1", "High Card 1", [2, 3], [])]
    for one in rulesets:  # an option for old records is not listed
        (note,) = one["options"]
        assert (note["name"], note["default"], note["pick"]) == ("note", "", 1)


# --- what is seen -------------------------------------------------------------------------------------------


def test_a_table_is_opened_as_it_was_asked_for() -> None:
    alice, bob = person("Alice"), person("Bob")
    asked = {
        "game": GAME,
        "seats": 3,
        "ruleset": "high-card-1",
        "access": "named",
        "invited": [str(bob)],
        "host_seat": None,
        "bots": {"2": "random"},
        "rated": False,
    }
    opened = Program(alice).post("tables/", asked)
    assert opened.status_code == 201
    shown = Program(bob).get(f"tables/{opened.json()['table']}/").json()
    assert (shown["ruleset"], shown["access"], shown["rated"]) == ("high-card-1", "named", False)
    assert [guest["player"] for guest in shown["invited"]] == [str(bob)]
    assert [seat["bot"] for seat in shown["seats"]] == ["", "", "random"]
    assert {seat["player"] for seat in shown["seats"]} == {None}


def test_a_seat_gets_its_own_cards_and_options(table: Table) -> None:
    seat = table.awaited()
    here = Program(table.players[seat]).get(f"matches/{table.match}/position/").json()
    assert here["perspective"] == str(seat)
    assert None not in here["view"]["seats"][seat]["hand"]
    assert {*here["view"]["seats"][1 - seat]["hand"]} == {None}
    assert [option["card"] for option in here["options"]] == here["view"]["seats"][seat]["hand"]
    assert here["awaiting"][0]["mine"] is True


@pytest.mark.parametrize("who", ["Charlie", ""])
def test_everybody_else_gets_what_a_spectator_may_see(table: Table, who: str) -> None:
    program = Program(person(who) if who else None)
    here = program.get(f"matches/{table.match}/position/").json()
    assert here["perspective"] == "spectator"
    assert here["options"] == []
    for path in ("events", "record"):
        told = program.get(f"matches/{table.match}/{path}/").content.decode()
        drawn = [
            json.loads(line) for line in told.replace("},{", "}\n{").strip("[]").splitlines() if "cards_drawn" in line
        ]
        assert len(drawn) == 2
        assert all(set(fact["payload"]["cards"]) == {None} for fact in drawn)


def test_events_are_given_from_where_one_stands(table: Table) -> None:
    program = Program(table.players[0])
    assert [fact["seq"] for fact in program.get(f"matches/{table.match}/events/").json()] == [1, 2, 3, 4, 5, 6, 7]
    assert [f["seq"] for f in program.get(f"matches/{table.match}/events/", after=5).json()] == [6, 7]
    assert [f["seq"] for f in program.get(f"matches/{table.match}/events/", after=2, limit=3).json()] == [3, 4, 5]


def test_an_old_position_can_be_looked_at(table: Table) -> None:
    table.decide()
    here = Program(table.players[0]).get(f"matches/{table.match}/position/", at=7).json()
    assert (here["at"], here["version"]) == (7, table.version())


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"perspective": "open"}, 403, "hidden_perspective"),
        ({"perspective": "1"}, 403, "hidden_perspective"),
        ({"perspective": "2"}, 400, "unknown_perspective"),
        ({"perspective": "god"}, 400, "unknown_perspective"),
        ({"at": "999"}, 404, "unknown_position"),
        ({"at": "0"}, 404, "unknown_position"),
        ({"at": "x"}, 400, "bad_field"),
    ],
)
def test_positions_that_may_not_be_seen(table: Table, query: dict[str, str], status: int, code: str) -> None:
    refused(Program(table.players[0]).get(f"matches/{table.match}/position/", **query), status, code)


def test_verification_waits_for_the_end(table: Table) -> None:
    refused(Program(table.players[0]).get(f"matches/{table.match}/verification/"), 409, "match_not_over")


@pytest.mark.parametrize("path", ["", "position/", "events/", "stream/", "record/", "verification/"])
def test_unknown_and_private_matches_are_not_found(path: str) -> None:
    charlie = Program(person("Charlie"))
    private = started("Alice", "Bob", access="named")
    for match in (uuid4(), private.match):
        refused(charlie.get(f"matches/{match}/{path}"), 404, "unknown_match")
        refused(Program(None).get(f"matches/{match}/{path}"), 404, "unknown_match")


def test_whoever_may_not_know_of_a_match_hears_nothing_by_deciding_there() -> None:
    charlie, private = Program(person("Charlie")), started("Alice", "Bob", access="named")
    seated, nowhere, nonsense = decision(private), decision(private, seat=7), {"seat": "x"}
    for asked in (seated, nowhere, decision(private, expected_version=1), nonsense):
        for match in (uuid4(), private.match):
            refused(charlie.post(f"matches/{match}/decisions/", asked), 404, "unknown_match")


def test_where_a_match_stands_is_asked_once_for_a_decision(table: Table) -> None:
    program, asked = Program(table.players[table.awaited()]), decision(table)
    with CaptureQueriesContext(connection) as made:
        assert program.post(f"matches/{table.match}/decisions/", asked).status_code == 201
    assert sum(query["sql"].startswith("SELECT m.id, m.version") for query in made) == 1


def test_lists_of_matches_can_be_narrowed(table: Table) -> None:
    started("Dora", "Emil").play_out()
    alice = Program(table.players[0])
    assert len(alice.get("matches/").json()) == 2
    assert [m["id"] for m in alice.get("matches/", mine="true").json()] == [str(table.match)]
    assert [m["id"] for m in alice.get("matches/", over="false").json()] == [str(table.match)]
    assert alice.get("matches/", mine="true", over="true").json() == []
    assert Program(None).get("matches/", mine="true").json() == []
    refused(alice.get("matches/", over="maybe"), 400, "bad_field")


# --- what is decided ----------------------------------------------------------------------------------------


def test_a_decision_sent_twice_counts_once(table: Table) -> None:
    asked, program = decision(table), Program(table.players[table.awaited()])
    first = program.post(f"matches/{table.match}/decisions/", asked).json()
    again = program.post(f"matches/{table.match}/decisions/", asked).json()
    assert again == first | {"repeated": True}
    assert store.version(table.match) == first["version"]


def test_conceding_is_a_decision_too(table: Table) -> None:
    asked = decision(table, decision={"kind": "concede"})
    assert Program(table.players[table.awaited()]).post(f"matches/{table.match}/decisions/", asked).status_code == 201
    assert Match.objects.get(id=table.match).termination == "forfeit"


@pytest.mark.parametrize(
    ("changes", "status", "code", "field"),
    [
        ({"expected_version": 3}, 409, "stale_version", None),
        ({"decision": {"kind": "play", "card": 99}}, 422, "not_in_hand", None),
        ({"decision": {"kind": "dance"}}, 400, "malformed", "card"),
        ({"decision": {"kind": 1}}, 400, "not_a_decision", "decision"),
        ({"decision": []}, 400, "bad_field", "decision"),
        ({"decision": None}, 400, "bad_field", "decision"),
        ({"expected_version": "7"}, 400, "bad_field", "expected_version"),
        ({"expected_version": True}, 400, "bad_field", "expected_version"),
        ({"expected_version": 10**30}, 400, "bad_field", "expected_version"),
        ({"decision_id": "once"}, 400, "bad_field", "decision_id"),
        ({"seat": -1}, 400, "bad_field", "seat"),
        ({"seat": 5}, 404, "unknown_seat", "seat"),
        ({"extra": 1}, 400, "bad_field", "extra"),
    ],
)
def test_refused_decisions_leave_no_trace(
    table: Table, changes: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    program, before = Program(table.players[table.awaited()]), table.version()
    data = refused(program.post(f"matches/{table.match}/decisions/", decision(table, **changes)), status, code)
    assert data.get("field") == field
    if code == "stale_version":
        assert data == {"expected": 3, "actual": before}
    assert table.version() == before == store.version(table.match)


def test_foreign_seats_and_strangers_are_refused(table: Table) -> None:
    seat, asked = table.awaited(), decision(table)
    path = f"matches/{table.match}/decisions/"
    refused(Program(table.players[1 - seat]).post(path, asked), 403, "foreign_seat")
    refused(Program(person("Charlie")).post(path, asked), 403, "foreign_seat")
    refused(Program(None).post(path, asked), 401, "not_authenticated")
    refused(Program(table.players[seat]).post(f"matches/{uuid4()}/decisions/", asked), 404, "unknown_match")
    other = decision(table, seat=1 - seat, decision={"kind": "play", "card": 1})
    refused(Program(table.players[1 - seat]).post(path, other), 409, "not_your_turn")
    assert store.version(table.match) == table.version() == 7


def test_a_match_that_is_over_takes_no_decision(table: Table) -> None:
    asked, seat = decision(table), table.awaited()
    table.play_out()
    program = Program(table.players[seat])
    refused(program.post(f"matches/{table.match}/decisions/", asked), 409, "stale_version")
    now = asked | {"expected_version": table.version()}
    refused(program.post(f"matches/{table.match}/decisions/", now), 409, "match_over")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"seats": 2}, "game"),
        ({"game": GAME}, "seats"),
        ({"game": GAME, "seats": 1.5}, "seats"),
        ({"game": GAME, "seats": 99}, "seats"),
        ({"game": GAME, "seats": 2, "bots": {"one": "random"}}, "bots"),
        ({"game": GAME, "seats": 2, "bots": {"1": 5.0, "0": []}}, "bots"),
        ({"game": GAME, "seats": 2, "access": "friends"}, "access"),
        ({"game": GAME, "seats": 2, "invited": ["Bob"]}, "invited.0"),
        ({"game": GAME, "seat": 2}, "seat"),
        ([], ""),
    ],
)
def test_tables_that_cannot_be_read_name_the_field(body: Any, field: str) -> None:
    data = refused(Program(person("Alice")).post("tables/", body), 400, "bad_field")
    assert data["field"] == field
    assert not Row.objects.exists()


def test_what_is_no_json_is_refused() -> None:
    program = Program(person("Alice"))
    refused(program.post("tables/", "{"), 400, "parse_error")


@pytest.mark.parametrize("change", ["sit", "stand", "seat-bot", "remove-bot", "close"])
def test_tables_are_changed_by_those_who_may(change: str) -> None:
    alice, bob = person("Alice"), person("Bob")
    table = Program(alice).post("tables/", {"game": GAME, "seats": 3}).json()["table"]
    bodies: dict[str, dict[str, Any]] = {"seat-bot": {"seat": 1, "bot": "random"}, "remove-bot": {"seat": 0}}
    body = bodies.get(change, {})
    before = store.version(UUID(table))
    refused(Program(None).post(f"tables/{table}/{change}/", body), 401, "not_authenticated")
    refused(Program(bob).post(f"tables/{uuid4()}/{change}/", body), 404, "unknown_table")
    stale = Program(alice if change != "sit" else bob).post(f"tables/{table}/{change}/", body | {"expected_version": 1})
    refused(stale, 409, "stale_version")
    if change != "sit":
        outsider = Program(bob).post(f"tables/{table}/{change}/", body)
        assert outsider.status_code == (409 if change == "stand" else 403)
    assert store.version(UUID(table)) == before


@pytest.mark.parametrize("secret", ["", "elekt_wrong", "ż"])
def test_a_wrong_token_opens_nothing(secret: str) -> None:
    program = Program(None)
    program.headers["Authorization"] = f"Bearer {secret}".encode().decode("latin-1")
    answer = program.get("tables/")
    refused(answer, 401, "authentication_failed")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_revoked_token_opens_nothing() -> None:
    alice = person("Alice")
    program = Program(alice)
    assert program.get("tables/").status_code == 200
    owner = Player.objects.get(id=alice)
    players.revoke_token(player=owner, token_id=owner.api_tokens.get().id)
    refused(program.get("tables/"), 401, "authentication_failed")


def test_a_session_cookie_is_no_token(client: Client) -> None:
    """Else a foreign page could make a browser decide."""
    client.force_login(Player.objects.get(id=person("Alice")))
    answer = client.post("/api/v1/tables/", {"game": GAME, "seats": 2}, "application/json")
    assert answer.status_code == 401


@pytest.mark.parametrize("path", ["", "nothing/", "matches/1/", "matches/a%0Ab/", "tables"])
def test_every_address_answers_in_the_same_shape(path: str) -> None:
    program = Program(None)
    refused(program.get(path), 404, "unknown_address")
    refused(program.post(path, {}), 404, "unknown_address")


def test_the_stream_is_somewhere_else(table: Table) -> None:
    answer = Program(table.players[0]).get(f"matches/{table.match}/stream/", after=4)
    assert answer.status_code == 307
    assert answer["Location"].startswith(f"/live/{table.match}?token=")
    assert answer["Location"].endswith("&after=4")


# --- what cannot be read ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[" * 50_000,
        '{"game": ' * 7_000,
        '{"\\ud800": 1}',
        '{"game": "\\ud800"}',
        '{"seats": NaN}',
        '{"seats": ' + "9" * 5_000 + "}",
        "\xff",
    ],
    ids=len,
)
def test_a_body_that_is_no_json_of_ours_is_refused(body: str) -> None:
    answer = Program(person("Alice")).post("tables/", body.encode("latin-1"))
    assert answer.status_code == 400, answer.content
    is_problem(answer)
    assert not Row.objects.exists()


def test_a_body_is_read_no_further_than_to_know_that_it_is_too_long() -> None:
    alice = Program(person("Alice"))
    body = json.dumps({"game": GAME, "seats": 2})
    assert refused(alice.post("tables/", body + " " * 64 * 1024), 400, "too_long") == {"most": 64 * 1024}
    assert not Row.objects.exists()
    assert alice.post("tables/", body + " " * 1024).status_code == 201
