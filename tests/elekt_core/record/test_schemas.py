"""The JSON Schemas of records and of the events in them (docs/record.schema.json, docs/events)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from referencing import Registry, Resource

from elekt_core.bots import RANDOM, play_out
from elekt_core.contract import Game, SeatNo, Setup, Viewer
from elekt_core.record.event_schema import BESIDE, event_schema, schema_beside
from elekt_core.record.facts import BESIDE_KINDS
from elekt_core.registry import get_game
from tests.elekt_core import toy
from tests.sampling import LONG, sample

from .faults import SCHEMA, Faulty, published
from .vectors import VECTORS

DOCS = Path("docs")
GAMES = ("elekt", "enclave", "elector_counts")


def read(path: str) -> Any:
    return json.loads((DOCS / path).read_text("utf-8"))


@cache
def of_records() -> Any:
    """Holds a whole record against the schema, given as the list of its lines."""
    registry = Registry(retrieve=lambda uri: Resource.from_contents(read(uri)))  # type: ignore[call-arg]
    return Draft202012Validator({"$ref": "record.schema.json#/$defs/record"}, registry=registry)


def written(name: str) -> Any:
    return event_schema(get_game(name)) if name in GAMES else schema_beside()


@pytest.mark.parametrize("name", [*GAMES, BESIDE])
def test_the_documented_schema_is_that_of_the_types(name: str) -> None:
    """``python -m elekt_core schema --events elekt > docs/events/elekt.schema.json`` writes it."""
    assert read(f"events/{name}.schema.json") == json.loads(json.dumps(written(name)))
    if LONG:
        Draft202012Validator.check_schema(written(name))


@pytest.mark.parametrize("name", [*GAMES, BESIDE])
def test_every_kind_has_a_schema_that_leaves_nothing_open(name: str) -> None:
    schema = written(name)
    kinds = get_game(name).event_kinds if name in GAMES else BESIDE_KINDS
    assert schema["properties"]["kind"]["enum"] == [*kinds]
    for kind, cls in kinds.items():
        assert [*schema["$defs"][kind]["properties"]] == list(cls._fields)  # type: ignore[attr-defined]
    assert list(open_places(schema["$defs"], "")) == []


def open_places(schema: Any, where: str) -> Iterator[str]:
    """Where a schema allows anything."""
    for name, part in schema.items():
        for one in part if isinstance(part, list) else [part]:
            if isinstance(one, Mapping):
                if not one and name != "properties":
                    yield f"{where}/{name}"
                yield from open_places(one, f"{where}/{name}")


POSITION = {"position": {"round": 3, "players": [{"hand": ["oathbreaker", "necrarch"]}, {"heat": 3}]}}
SETUPS = [
    Setup("elekt", "elekt-2e-r2", 2, POSITION),
    *(Setup(name, ruleset.name, max(ruleset.seats), {}) for name in GAMES for ruleset in get_game(name).current),
]


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.ruleset} {setup.seats}")
def test_payloads_of_whole_games_fit_for_every_viewer(setup: Setup) -> None:
    game = get_game(setup.game)
    validators = validators_of(game)
    viewers: list[Viewer] = [None, *map(SeatNo, range(setup.seats))]
    for number in range(sample(1, 20)):
        play = play_out(game, setup, [RANDOM] * setup.seats, f"{setup} {number}".encode())
        times = Counter[str]()
        for event in play.events:
            kind = game.kind_of(event)
            times[kind] += 1
            if times[kind] <= sample(2, 100):
                for told in (event, *(game.redact(event, viewer) for viewer in viewers)):
                    validators[kind].validate(game.encode_event(told))


def validators_of(game: Game[Any]) -> dict[str, Any]:
    definitions = event_schema(game)["$defs"]
    return {kind: Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": definitions}) for kind in game.event_kinds}


def test_a_game_that_describes_nothing_has_the_types_of_its_fields() -> None:
    schema = event_schema(toy.game)
    assert schema["properties"]["kind"]["enum"] == [*toy.game.payload_schemas()[0]]


@pytest.mark.parametrize("path", sorted(VECTORS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_record_of_the_vectors_fits_as_a_whole(path: Path) -> None:
    """By default each kind of event of a game once among all of them, and hidden ones anew."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    told = [line for line in lines if "kind" not in line or first_of_its_kind(lines[0], line) == path]
    of_records().validate(sample(told, lines))


@cache
def first_told() -> dict[tuple[str, bool, str], Path]:
    found: dict[tuple[str, bool, str], Path] = {}
    for path in sorted(VECTORS.glob("*.jsonl")):
        header, *lines = (json.loads(line) for line in path.read_bytes().splitlines())
        for line in lines:
            found.setdefault(key_of(header, line), path)
    return found


def key_of(header: Any, line: Any) -> tuple[str, bool, str]:
    return header["game"], header["perspective"] == "open", line.get("kind", "")


def first_of_its_kind(header: Any, line: Any) -> Path:
    return first_told()[key_of(header, line)]


@pytest.mark.parametrize("one", [one for one in published() if one.found_by == SCHEMA], ids=lambda one: one.name)
def test_what_the_schema_is_to_find_it_finds_on_its_line(one: Faulty) -> None:
    lines = [json.loads(line) for line in one.text.splitlines()]
    near = [lines[0], *lines[max(1, one.line - 2) : one.line + 1]]
    errors = list(of_records().iter_errors(sample(near, lines)))
    assert {error.absolute_path[0] for error in errors} == {sample(near, lines).index(lines[one.line - 1])}
