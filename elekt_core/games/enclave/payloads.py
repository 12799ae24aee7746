"""JSON Schema of what the types of facts leave open (``codec``): steps are rows that begin with their word."""

from __future__ import annotations

from collections.abc import Mapping

from ...kit import payload_schema as shape
from ...kit.fields import hints_of
from ...kit.payload_schema import STEP, Schema, Shapes
from . import events as e
from .cards import CARDS
from .codec import NOTATION, SHAPES


def schemas() -> tuple[Mapping[str, Schema], Mapping[str, Schema]]:
    """By kind, and the definitions to which they refer."""
    shapes = Shapes(NOTATION, {"step": STEP, "agenda": shape.rows(STEP)})
    kinds = {kind: shapes.payload(cls) for kind, cls in e.KINDS.items()}
    steps = [shape.fixed({"const": word}, *map(shapes.of, hints_of(cls).values())) for (word, _), cls in SHAPES.items()]
    return kinds, {**shape.cards(CARDS.names), "step": {"anyOf": steps}}
