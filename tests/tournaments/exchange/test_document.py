"""A tournament as one document, out and in again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import jsonschema  # type: ignore[import-untyped]
import pytest

from tests.matches.factories import person
from tests.tournaments.factories import at, state_of
from tournaments import commands, services
from tournaments.exchange import document
from tournaments.formats.contract import Result
from tournaments.stages import digest, stage_of, standings
from web.errors import BadRequest

from .made import pods, seen, swiss

pytestmark = pytest.mark.django_db
SCHEMA = Path(__file__).parents[3] / "docs" / "tournament-json.schema.json"


@pytest.fixture
def alice() -> UUID:
    return person("Alice")


def text_of(made: UUID) -> str:
    return document.written(document.document(seen(made)))


@pytest.mark.parametrize("make", [swiss, pods])
def test_the_same_digest_comes_back_where_ids_are_kept(alice: UUID, make: Any) -> None:
    made = make(alice)
    told = document.read(text_of(made))
    assert digest(told.tournament) == digest(state_of(made))
    assert document.written(told) == text_of(made)


@pytest.mark.parametrize("make", [swiss, pods])
def test_equal_standings_come_back_with_new_people(alice: UUID, make: Any) -> None:
    made = make(alice)
    again = document.bring_in(text_of(made), owner=alice).tournament
    one, other = state_of(made), state_of(again)
    assert {entry.player for entry in one.entries.values()}.isdisjoint(entry.player for entry in other.entries.values())
    assert seen(made).names == seen(again).names
    for key in one.stages:
        assert standings(stage_of(one, key)) == standings(stage_of(other, key))
        assert stage_of(one, key).rounds == stage_of(other, key).rounds


def test_what_was_brought_in_plays_on(alice: UUID) -> None:
    again = document.bring_in(text_of(pods(alice)), owner=alice).tournament
    services.change(again, commands.EnterResult(at("final", 1, 1), Result((2, 1, 3, 4))), by=alice)
    services.change(again, commands.Close(), by=alice)
    assert state_of(again).status == "closed"
    third = document.bring_in(text_of(again), owner=alice).tournament
    assert state_of(third).status == "closed"


def test_a_document_brought_in_twice_under_one_id_is_there_once(alice: UUID) -> None:
    text, decision = text_of(swiss(alice)), alice
    first = document.bring_in(text, owner=alice, decision_id=decision)
    second = document.bring_in(text, owner=alice, decision_id=decision)
    assert second.repeated
    assert first.tournament == second.tournament


def test_the_published_schema_is_that_of_the_program() -> None:
    """If a state has a new field: ``json.dumps(document.schema(), indent=1, ensure_ascii=False)`` is the new schema."""
    assert json.loads(SCHEMA.read_text()) == json.loads(json.dumps(document.schema()))


@pytest.mark.parametrize("make", [swiss, pods])
def test_a_document_keeps_to_its_schema(alice: UUID, make: Any) -> None:
    jsonschema.validate(json.loads(text_of(make(alice))), document.schema())


def test_no_remark_is_in_a_document(alice: UUID) -> None:
    made = swiss(alice)
    services.change(made, commands.AddNote("Bob was rude"), by=alice)
    assert "rude" not in text_of(made)
    assert document.read(text_of(made)).tournament.notes == ()


def first_table(told: dict[str, Any]) -> dict[str, Any]:
    table: dict[str, Any] = told["stages"]["swiss"]["rounds"][0]["tables"]["1"]
    return table


WRONG: list[tuple[Any, str]] = [
    (lambda told: told.update(title=7), "document_unreadable"),
    (lambda told: told["settings"].update(capacity="many"), "document_unreadable"),
    (lambda told: told["settings"].update(capacity=-1), "bad_field"),
    (lambda told: told["settings"].update(entries_close="soon"), "bad_field"),
    (lambda told: told["settings"].update(window_default="chance"), "bad_field"),
    (lambda told: told["planned"][0]["plan"].update(seats="x"), "document_unreadable"),
    (lambda told: told.update(status="cancelled"), "document_unreadable"),
    (lambda told: first_table(told)["pairing"].update(seats=[1, 1, 2]), "seated_twice"),
    (lambda told: first_table(told)["pairing"]["seats"].__setitem__(0, 99), "not_in_stage"),
    (lambda told: first_table(told)["pairing"]["result"].update(places=[1, 1, 2]), "impossible_places"),
    (lambda told: told["entries"]["1"].update(no=2), "bad_field"),
    (lambda told: told["entries"]["1"].update(rating=9999), "rating_out_of_range"),
    (lambda told: told.update(order=[1, 2]), "not_the_field"),
    (lambda told: told["stages"]["swiss"].update(seed="zz"), "bad_field"),
    (lambda told: told.update(game="nothing"), "unknown_game"),
]


def test_what_cannot_be_is_named_and_nothing_is_opened(alice: UUID) -> None:
    whole = text_of(pods(alice))
    for change, code in WRONG:
        told = json.loads(whole)
        change(told["tournament"])
        with pytest.raises(Exception, match=code) as raised:
            document.bring_in(json.dumps(told), owner=alice)
        assert getattr(raised.value, "code", "") == code


def test_a_name_that_is_missing_is_named_by_its_number(alice: UUID) -> None:
    told = json.loads(text_of(swiss(alice)))
    del told["names"]["4"]
    with pytest.raises(BadRequest, match="no=4"):
        document.bring_in(json.dumps(told), owner=alice)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "nonsense", '{"format": "elekt-tournament", "version": 2}', "[" * 9999], ids=len
)
def test_what_is_no_document_is_refused(alice: UUID, text: str) -> None:
    with pytest.raises(BadRequest):
        document.bring_in(text, owner=alice)


def test_a_table_of_more_seats_than_the_plan_has_is_refused(alice: UUID) -> None:
    told = json.loads(text_of(pods(alice)))
    for planned in (told["tournament"]["planned"][0], told["tournament"]["stages"]["swiss"]["plan"]):
        planned["plan"] |= {"seats": 2, "least": 2, "format": "dutch", "tie_breaks": [], "rounds": 2}
        planned["plan"]["settings"] = {}
    with pytest.raises(BadRequest, match="wrong_number_of_seats"):
        document.bring_in(json.dumps(told), owner=alice)
