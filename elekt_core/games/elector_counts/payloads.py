"""JSON Schema of what the types of facts leave open (``codec``): questions, and the targets of support cards."""

from __future__ import annotations

from collections.abc import Mapping

from ...kit import payload_schema as shape
from ...kit.payload_schema import KNOWN_CARD, NUMBER, STEP, Schema, Shapes
from . import events as e
from .agenda import KINDS
from .codec import Codec
from .play import QUESTIONS
from .support import WORDS

OF_TARGETS = {"seat": NUMBER, "unit": NUMBER, "location": KNOWN_CARD, "to": KNOWN_CARD, "card": KNOWN_CARD}


def schemas(codec: Codec) -> tuple[Mapping[str, Schema], Mapping[str, Schema]]:
    """By kind, and the definitions to which they refer."""
    words = sorted({word for words in WORDS.values() for word in words})
    targets = shape.rows(shape.rows({"anyOf": [shape.members({word: OF_TARGETS[word]}) for word in words]}))
    own = {"question": shape.one_of(QUESTIONS), "step": STEP, "agenda": shape.rows(STEP), "targets": targets}
    shapes = Shapes(codec.notation, own)
    kinds = {kind: shapes.payload(cls) for kind, cls in e.KINDS.items()}
    return kinds, {**shape.cards(codec.names), "step": shape.steps(shapes, KINDS)}
