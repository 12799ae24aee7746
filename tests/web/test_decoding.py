"""What is sent becomes a command, or a refusal that names the field; the schema says the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, make_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

import pytest
from django.http import QueryDict
from msgspec import Meta

from web.decoding import INSIDE, VERBATIM, Beside, Prefixed, Sent, SentAs, Unsent, decoded, from_form, schema
from web.errors import BadRequest

ID = "6f1c5a3e-3f2b-4f6e-9a51-0f6b1a0c9d11"


class Rank(StrEnum):
    LOW = "low"


@dataclass(frozen=True)
class Guest:
    name: Annotated[str, Meta(max_length=5)]
    age: Annotated[int, SentAs(Annotated[int, Meta(le=99)])] = 0
    since: datetime | None = None


@dataclass(frozen=True)
class WhereFields:
    room: str
    chair: int = 1

    def read(self) -> tuple[str, int]:
        return self.room, self.chair


@dataclass(frozen=True)
class Invite:
    no: Annotated[int, Meta(ge=1)]
    where: Annotated[tuple[str, int], Beside(WhereFields)]
    guests: tuple[Guest, ...] = ()
    others: tuple[Guest, ...] | None = None
    until: datetime | None = None
    rank: Annotated[Rank | None, Meta(description="null: none")] = Rank.LOW
    card: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    drawn: Annotated[int, INSIDE] = 7


def read(**sent: Any) -> Invite:
    return decoded(Invite, Sent, {"no": 1, "room": "red", **sent})[0]


def refused(sent: Any) -> str:
    with pytest.raises(BadRequest) as error:
        decoded(Invite, Sent, sent)
    assert error.value.code == "bad_field"
    return str(error.value.data["field"])


def test_a_command_is_made_of_what_is_sent_and_of_what_is_given() -> None:
    assert read() == Invite(1, ("red", 1))
    assert read(chair=3, guests=[{"name": " Eve "}]) == Invite(1, ("red", 3), (Guest("Eve"),))
    assert read(others=[{"name": "Eve", "age": 3}]).others == (Guest("Eve", 3),)
    assert decoded(Invite, Unsent, {"room": "red"}, no=0)[0].no == 0


def test_how_it_was_sent_stands_beside_it() -> None:
    assert decoded(Invite, Sent, {"no": 1, "room": "x"})[1] == Sent()
    sent = decoded(Invite, Sent, {"no": 1, "room": "x", "decision_id": ID, "expected_version": 4})[1]
    assert sent == Sent(UUID(ID), 4)


def test_a_moment_is_in_utc_whatever_zone_it_was_sent_in() -> None:
    for text in ("2026-03-01T19:00:00+01:00", "2026-03-01T18:00:00", "2026-03-01T18:00:00Z"):
        assert read(until=text).until == datetime(2026, 3, 1, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        ({"room": "red"}, "no"),
        ({"no": 1, "room": "red", "colour": 2}, "colour"),
        ({"no": 0, "room": "red"}, "no"),
        ({"no": "1", "room": "red"}, "no"),
        ({"no": 1.5, "room": "red"}, "no"),
        ({"no": 1, "room": "re\0d"}, "room"),
        ({"no": 1, "room": "red", "guests": [{"name": "Eve"}, {"name": "Evelyn"}]}, "guests.1.name"),
        ({"no": 1, "room": "red", "guests": [{}]}, "guests.0.name"),
        ({"no": 1, "room": "red", "guests": [{"name": "Eve", "age": 100}]}, "guests.0.age"),
        ({"no": 1, "room": "red", "others": None}, "others"),
        ({"no": 1, "room": "red", "drawn": 8}, "drawn"),
        ({"no": 1, "room": "red", "expected_version": -1}, "expected_version"),
        ([], ""),
    ],
)
def test_what_is_wrong_is_named_by_its_path(sent: Any, named: str) -> None:
    assert refused(sent) == named


def test_every_wrong_field_is_named_the_first_one_first() -> None:
    sent = {"no": 0, "guests": [{"name": 1}], "colour": 2, "chair": 3}
    with pytest.raises(BadRequest) as error:
        decoded(Invite, Sent, sent)
    assert set(error.value.data["fields"]) == {"no", "room", "guests.0.name", "colour"}
    assert error.value.data["fields"][0] == error.value.data["field"]


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_moment_that_no_calendar_has_is_refused(moment: str) -> None:
    assert refused({"no": 1, "room": "red", "until": moment}) == "until"
    assert refused({"no": 1, "room": "red", "guests": [{"name": "Eve", "since": moment}]}) == "guests.0.since"


def test_what_is_nested_too_deeply_is_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(2000):
        deep = {"card": deep}
    assert refused({"no": 1, "room": "red", "card": deep}) == ""


@dataclass(frozen=True)
class Twin:
    no: str


def test_commands_of_one_name_are_told_apart() -> None:
    numbered = make_dataclass("Twin", [("no", int)], frozen=True)
    assert decoded(Twin, Unsent, {"no": "one"})[0] == Twin("one")
    assert decoded(numbered, Unsent, {"no": 1})[0] == numbered(1)
    assert schema(numbered, Unsent)["properties"]["no"]["type"] == "integer"


@dataclass(frozen=True)
class Letter:
    text: Annotated[str, VERBATIM, Meta(min_length=1)]
    seats: Mapping[Annotated[int, Meta(ge=0, le=3)], str] = field(default_factory=dict)
    free: Annotated[Mapping[str, Any], VERBATIM] = field(default_factory=dict)


def test_what_is_kept_as_it_is_sent_keeps_its_blanks() -> None:
    sent = {"text": " a\n", "seats": {"1": " Eve "}, "free": {"note": " b "}}
    assert decoded(Letter, Unsent, sent)[0] == Letter(" a\n", {1: "Eve"}, {"note": " b "})
    for wrong, named in (
        ({"text": "a\0"}, "text"),
        ({"text": ""}, "text"),
        ({"text": "a", "seats": {"4": "x"}}, "seats"),
    ):
        with pytest.raises(BadRequest) as error:
            decoded(Letter, Unsent, wrong)
        assert error.value.data["field"] == named


def test_a_form_is_read_by_the_same_types() -> None:
    form = QueryDict("no=12&room=+blue+&chair=2&until=")
    assert from_form(Invite, form) == Invite(12, ("blue", 2))
    with pytest.raises(BadRequest) as error:
        from_form(Invite, QueryDict("no=twelve&room=blue"))
    assert error.value.data["field"] == "no"


@dataclass(frozen=True)
class Winners:
    won: Annotated[dict[str, list[UUID]], Prefixed("won-")] = field(default_factory=dict)
    place: Annotated[dict[str, str], Prefixed("place_")] = field(default_factory=dict)
    names: Annotated[str, VERBATIM] = ""


def test_fields_of_a_form_that_begin_alike_are_one_and_a_verbatim_text_keeps_its_blanks() -> None:
    form = QueryDict(f"won-0={ID}&won-0={ID}&won-1={ID}&place_3=+2+&names=%0A+Bob&other=1")
    ruled = from_form(Winners, form)
    assert ruled == Winners({"0": [UUID(ID)] * 2, "1": [UUID(ID)]}, {"3": "2"}, "\n Bob")
    assert from_form(Winners, QueryDict("")) == Winners()
    with pytest.raises(BadRequest):
        from_form(Winners, QueryDict("won-0=nobody"))


def test_the_schema_says_what_may_be_sent() -> None:
    found = schema(Invite, Sent, "no")
    assert found["additionalProperties"] is False
    assert found["required"] == ["room"]
    assert set(found["properties"]) == {
        "room",
        "chair",
        "guests",
        "others",
        "until",
        "rank",
        "card",
        "title",
        "decision_id",
        "expected_version",
    }
    assert found["properties"]["guests"]["items"]["properties"]["age"]["maximum"] == 99
    assert found["properties"]["until"]["format"] == "date-time"


def test_the_schema_says_null_as_openapi_3_0_does() -> None:
    rank = schema(Invite, Sent)["properties"]["rank"]
    assert (rank["nullable"], rank["enum"], rank["description"]) == (True, ["low", None], "null: none")
    assert "null" not in str(schema(Invite, Sent)).replace("'nullable'", "").replace("null: none", "")
