"""JSON Schema of the events of a game, and of the facts beside them (docs/events)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..contract import Game
from ..kit.json_schema import DRAFT
from ..kit.payload_schema import Schema, Shapes
from .facts import BESIDE_KINDS, NOTATION_BESIDE

BESIDE: Final = "beside"
"""What stands in the place of a game's name for the facts beside every game's."""


def event_schema(game: Game[Any]) -> Schema:
    """Of an event of the game: its kind, its version, and the payload that goes with them."""
    kinds, definitions = game.payload_schemas()
    return _document(f"Events of {game.name}", kinds, definitions, game.event_versions)


def schema_beside() -> Schema:
    """Of a fact beside the game's."""
    shapes = Shapes(NOTATION_BESIDE, {})
    return _document("Facts beside a game's", {kind: shapes.payload(cls) for kind, cls in BESIDE_KINDS.items()}, {}, {})


def _document(
    title: str, kinds: Mapping[str, Schema], definitions: Mapping[str, Schema], versions: Mapping[str, int]
) -> Schema:
    """Older versions of a kind are not described."""
    return {
        "$schema": DRAFT,
        "title": title,
        "type": "object",
        "required": ["kind", "version", "payload"],
        "properties": {"kind": {"enum": list(kinds)}},
        "allOf": [
            {
                "if": {"properties": {"kind": {"const": kind}}},
                "then": {
                    "properties": {"version": {"const": versions.get(kind, 1)}, "payload": {"$ref": f"#/$defs/{kind}"}}
                },
            }
            for kind in kinds
        ],
        "$defs": {**definitions, **kinds},
    }
