"""JSON Schema of what the types of facts leave open (``codec``): steps, and positions set up by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...kit import payload_schema as shape
from ...kit.payload_schema import CARD, NUMBER, STEP, Schema, Shapes
from .codec import Codec
from .vocabulary import ATTRIBUTES, DECKS, DIRECTIONS, ZONES

CARDS: Final = shape.rows(CARD)
OF_TARGETS: Final[Mapping[str, Schema]] = {
    "card": CARD,
    "attribute": shape.one_of(ATTRIBUTES, none=True),
    "zone": shape.one_of(ZONES, none=True),
    "seat": NUMBER,
}
OWN: Final[Mapping[str, Schema]] = {
    "step": STEP,
    "agenda": shape.rows(STEP),
    "acting": shape.rows(shape.fixed(NUMBER, CARD)),
    "direction": shape.one_of(DIRECTIONS),
    "passed": shape.rows({"type": "boolean"}),
    "pool": shape.members(dict.fromkeys(ATTRIBUTES, NUMBER)),
    "face_up": shape.members(dict.fromkeys(ZONES, CARD)),
    "decks": shape.members(dict.fromkeys(DECKS, CARDS)),
    "rows": shape.members(dict.fromkeys(ZONES, shape.rows(CARDS))),
    "tokens_on": shape.rows(shape.members({"unit": CARD, **dict.fromkeys(ATTRIBUTES, NUMBER)})),
    "skips": shape.rows(shape.fixed(shape.one_of(ZONES), shape.one_of(ATTRIBUTES))),
}


def schemas(codec: Codec) -> tuple[Mapping[str, Schema], Mapping[str, Schema]]:
    """By kind, and the definitions to which they refer."""
    words = codec.course.target_words
    target = {
        "type": "object",
        "properties": {word: OF_TARGETS[kind] for word, kind in words.items()},
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
    }
    shapes = Shapes(codec.notation, {**OWN, "targets": shape.rows(target)})
    kinds = {kind: shapes.payload(cls) for kind, cls in codec.course.events.items()}
    return kinds, {**shape.cards(codec.names), "step": shape.steps(shapes, codec.course.kinds)}
