"""A dataclass is answered by its types, and the schema says the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any, Literal, NewType
from uuid import UUID

import pytest
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from web.encoding import (
    BESIDE,
    UNSHOWN,
    Created,
    Named,
    ShownAs,
    answer_of,
    component,
    component_name,
    component_schema,
    encoded,
    shown,
)
from web.encoding import schema as schema_of

ID = UUID("6f1c5a3e-3f2b-4f6e-9a51-0f6b1a0c9d11")
SeatNo = NewType("SeatNo", int)


class Rank(StrEnum):
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Plain:
    """Somebody
    at a table."""

    id: UUID
    at: datetime
    rank: Rank | None
    seats: tuple[SeatNo, ...]
    free: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Marked:
    no: Annotated[SeatNo, Named("number"), "From 0."]
    secret: Annotated[str, UNSHOWN]

    @shown
    def double(self) -> int:
        """Twice
        the number."""
        return 2 * self.no

    @property
    def ignored(self) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Chosen:
    seats: frozenset[int]


@component("Hall")
@dataclass(frozen=True, slots=True)
class Room:
    first: Annotated[Marked | None, "Who came first."]
    all: Sequence[Marked]
    by_name: dict[str, Marked]
    either: Marked | Plain | None
    parts: tuple[Room, ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    points: Annotated[int, ShownAs(float, lambda value: value / 1000), "In points."]


MARKED = {"number": 3, "double": 6}
PLAIN = Plain(ID, datetime(2026, 11, 1, 9, tzinfo=UTC), Rank.LOW, (SeatNo(1), SeatNo(2)), {"a": [1, None]})
PLAIN_JSON = {"id": str(ID), "at": "2026-11-01T09:00:00Z", "rank": "low", "seats": [1, 2], "free": {"a": [1, None]}}


def _refer(cls: type) -> dict[str, Any]:
    return {"$ref": component_name(cls)}


def test_fields_are_written_by_their_types() -> None:
    assert json.loads(encoded([PLAIN])) == [PLAIN_JSON]
    assert encoded(PLAIN).startswith(f'{{"id":"{ID}","at":"2026-11-01T09:00:00Z",'.encode())


def test_what_is_unshown_stays_here_and_other_names_and_shown_properties_go_out() -> None:
    assert json.loads(encoded(Marked(SeatNo(3), "ace"))) == MARKED


def test_a_field_is_shown_in_other_units() -> None:
    assert json.loads(encoded(Measured(1500))) == {"points": 1.5}
    assert component_schema(Measured, _refer)["properties"] == {
        "points": {"type": "number", "format": "double", "description": "In points."}
    }


def test_marks_hold_however_deep_a_dataclass_stands() -> None:
    one = Marked(SeatNo(3), "ace")
    inner = Room(None, [], {}, PLAIN)
    room = json.loads(encoded({"free": Room(one, [one, one], {"x": one}, one, (inner,))}["free"]))
    assert room["first"] == room["either"] == room["by_name"]["x"] == MARKED
    assert room["all"] == [MARKED, MARKED]
    assert room["parts"][0] == {"first": None, "all": [], "by_name": {}, "either": PLAIN_JSON, "parts": []}


def test_a_set_is_written_in_order() -> None:
    assert encoded(Chosen(frozenset({16, 8, 3, 1}))) == b'{"seats":[1,3,8,16]}'


def test_marks_hold_in_free_json() -> None:
    assert json.loads(encoded({"one": [Marked(SeatNo(3), "ace")]})) == {"one": [MARKED]}


def test_texts_of_any_kind_are_written_and_what_has_no_form_is_refused() -> None:
    assert json.loads(encoded([mark_safe("<b>"), gettext_lazy("?")])) == ["<b>", "?"]
    with pytest.raises(TypeError, match="object"):
        encoded([object()])


def test_the_schema_of_a_dataclass_has_what_is_shown_and_requires_all_of_it() -> None:
    assert component_schema(Marked, _refer) == {
        "type": "object",
        "properties": {
            "number": {"type": "integer", "description": "From 0."},
            "double": {"type": "integer", "description": "Twice the number."},
        },
        "required": ["number", "double"],
    }
    assert component_schema(Plain, _refer)["description"] == "Somebody at a table."
    assert component_schema(Plain, _refer)["properties"] == {
        "id": {"type": "string", "format": "uuid"},
        "at": {"type": "string", "format": "date-time"},
        "rank": {"allOf": [{"$ref": "Rank"}], "nullable": True},
        "seats": {"type": "array", "items": {"type": "integer"}},
        "free": {"type": "object", "additionalProperties": {}},
    }


def test_a_dataclass_in_another_is_a_reference_by_its_name() -> None:
    marked, properties = {"$ref": "Marked"}, component_schema(Room, _refer)["properties"]
    assert properties["first"] == {"allOf": [marked], "nullable": True, "description": "Who came first."}
    assert properties["by_name"] == {"type": "object", "additionalProperties": marked}
    assert properties["either"] == {"oneOf": [marked, {"$ref": "Plain"}], "nullable": True}
    assert properties["parts"] == {"type": "array", "items": {"$ref": "Hall"}}


def test_words_have_a_type_and_a_type_without_a_form_is_refused() -> None:
    assert schema_of(Literal["a", "b"], _refer) == {"type": "string", "enum": ["a", "b"]}
    assert schema_of(Literal["a"] | None, _refer) == {"type": "string", "enum": ["a", None], "nullable": True}
    assert component_schema(Rank, _refer) == {"type": "string", "enum": ["low"]}
    with pytest.raises(TypeError, match="object"):
        schema_of(type("object_", (), {}), _refer)


def test_the_annotation_says_the_status_and_the_type() -> None:
    def found() -> list[Plain]:
        return []

    def made() -> Created[Plain]:
        return Created(PLAIN)

    assert answer_of(found) == (200, list[Plain])
    assert answer_of(made) == (201, Plain)


@dataclass(frozen=True, slots=True)
class Around:
    name: str
    inside: Annotated[Marked, BESIDE]
    last: int


def test_the_fields_of_another_dataclass_stand_in_its_place() -> None:
    around = Around("a", Marked(SeatNo(3), "hidden"), 1)
    assert encoded([around]) == b'[{"name":"a","number":3,"double":6,"last":1}]'
    found = component_schema(Around, lambda cls: {})
    assert list(found["properties"]) == ["name", "number", "double", "last"]
    assert found["properties"]["number"] == {"type": "integer", "description": "From 0."}
