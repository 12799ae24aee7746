"""Events as dataclasses: what is stored for them, and what is read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NewType
from uuid import UUID

import pytest

from elekt_core.record.chain import canonical
from ledger import events
from ledger.events import Cause, NewEvent, StoredEvent
from ledger.typed import Hex, Kinds

ALICE, BOB = UUID(int=0xA), UUID(int=0xB)
RoundNo = NewType("RoundNo", int)


class Colour(StrEnum):
    BLACK = "black"
    WHITE = "white"


@dataclass(frozen=True, slots=True)
class Stone:
    colour: Colour
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameSetUp:
    """One field of each type that an event may have."""

    host: UUID
    guest: UUID | None
    stones: tuple[Stone, ...]
    forfeited: frozenset[int]
    colours: Mapping[RoundNo, Colour]
    seed: Hex
    options: Mapping[str, Any]
    rated: bool = False


@dataclass(frozen=True, slots=True)
class StonePlaced:
    stone: Stone


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Nothing more to say."""


GoEvent = GameSetUp | StonePlaced | GameEnded
KINDS = Kinds[GoEvent](GoEvent, first=GameSetUp, versions={StonePlaced: 2})

SET_UP = GameSetUp(
    host=ALICE,
    guest=None,
    stones=(Stone(Colour.BLACK, (3, 4)),),
    forfeited=frozenset({10, 2, 1}),
    colours={RoundNo(1): Colour.WHITE},
    seed=Hex(b"\x00\xff"),
    options={"komi": [6, {"deep": None}], "named": True},
)
STORED = {
    "host": "00000000-0000-0000-0000-00000000000a",
    "guest": None,
    "stones": [{"colour": "black", "at": [3, 4]}],
    "forfeited": [1, 2, 10],
    "colours": {"1": "white"},
    "seed": "00ff",
    "options": {"komi": [6, {"deep": None}], "named": True},
    "rated": False,
}


@dataclass
class Course:
    said: list[tuple[GoEvent, datetime]] = field(default_factory=list)

    def apply(self, event: GoEvent, at: datetime) -> None:
        self.said.append((event, at))


def encoded(event: GoEvent) -> NewEvent:
    return KINDS.encoded([event])[0]


def stored(seq: int, event: NewEvent) -> StoredEvent:
    return StoredEvent(ALICE, seq, *event, datetime(2026, 1, seq, tzinfo=UTC), b"", seq)


def test_a_kind_is_the_name_of_its_class_in_small_letters() -> None:
    assert KINDS.names == {"game_set_up", "stone_placed", "game_ended"}
    assert KINDS.first == "game_set_up"


def test_each_type_of_field_has_its_form_in_the_ledger() -> None:
    assert encoded(SET_UP).kind == "game_set_up"
    assert canonical(encoded(SET_UP).payload) == canonical(STORED)


@pytest.mark.parametrize(
    "event", [SET_UP, StonePlaced(Stone(Colour.WHITE, (0, 0))), GameEnded()], ids=lambda e: type(e).__name__
)
def test_what_is_read_is_what_was_stored(event: GoEvent) -> None:
    assert KINDS.decode(*encoded(event)) == event


def test_types_come_back_and_not_only_values() -> None:
    event = KINDS.decode("game_set_up", 1, STORED)
    assert isinstance(event, GameSetUp)
    assert (type(event.host), type(event.seed), type(event.forfeited)) == (UUID, Hex, frozenset)
    assert event.stones[0].colour is Colour.BLACK


def test_a_mapping_that_cannot_be_changed_is_stored_like_another() -> None:
    frozen = GameSetUp(ALICE, BOB, (), frozenset(), MappingProxyType({}), Hex(), MappingProxyType({"komi": 6}))
    payload = encoded(frozen).payload
    assert (payload["colours"], payload["options"]) == ({}, {"komi": 6})


def test_a_field_that_came_later_has_its_default_in_older_events() -> None:
    older = {key: value for key, value in STORED.items() if key != "rated"}
    assert KINDS.decode("game_set_up", 1, older) == SET_UP


def test_an_unknown_kind_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="stone_eaten"):
        KINDS.decode("stone_eaten", 1, {})


@pytest.mark.parametrize(("kind", "version"), [("game_set_up", 2), ("stone_placed", 1), ("game_ended", 0)])
def test_an_unknown_version_is_a_value_error(kind: str, version: int) -> None:
    with pytest.raises(ValueError, match=f"{kind} has version {version}, this program knows"):
        KINDS.decode(kind, version, STORED)


def test_a_class_that_has_changed_is_stored_under_its_own_version() -> None:
    batch: list[GoEvent] = [SET_UP, StonePlaced(Stone(Colour.BLACK, (1, 1))), GameEnded()]
    assert [(event.kind, event.version) for event in KINDS.encoded(batch)] == [
        ("game_set_up", 1),
        ("stone_placed", 2),
        ("game_ended", 1),
    ]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"host": "alice"}, "host"),
        ({"host": None}, "host"),
        ({"stones": [{"colour": "red", "at": [0, 0]}]}, r"stones\[0\].colour"),
        ({"stones": [{"colour": "black", "at": [0]}]}, r"stones\[0\].at"),
        ({"seed": "no digits"}, "seed"),
        ({"rated": 1}, "rated"),
    ],
)
def test_a_payload_of_another_shape_is_a_value_error_that_says_where(change: Mapping[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=f"game_set_up: .*{named}"):
        KINDS.decode("game_set_up", 1, {**STORED, **change})


@pytest.mark.parametrize(
    "value", [datetime(2026, 1, 1, tzinfo=UTC), b"bytes", 0.5, object()], ids=lambda v: type(v).__name__
)
def test_what_has_no_canonical_form_is_refused_and_not_turned_into_text(value: object) -> None:
    holding = GameSetUp(ALICE, BOB, (), frozenset(), {}, Hex(), {"value": value})
    with pytest.raises(TypeError):
        events.encoded(KINDS.encoded([holding]), Cause())


def test_a_fold_takes_in_a_whole_stream_in_order() -> None:
    course = KINDS.fold(Course(), [stored(1, encoded(SET_UP)), stored(2, encoded(GameEnded()))])
    assert course.said == [
        (SET_UP, datetime(2026, 1, 1, tzinfo=UTC)),
        (GameEnded(), datetime(2026, 1, 2, tzinfo=UTC)),
    ]


def test_a_fold_takes_nothing_from_a_stream_of_another_sort() -> None:
    assert KINDS.fold(Course(), [stored(1, encoded(GameEnded())), stored(2, encoded(SET_UP))]).said == []
    assert KINDS.fold(Course(), []).said == []
