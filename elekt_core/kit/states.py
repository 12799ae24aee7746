"""Positions as readable JSON, and as the canonical bytes that are hashed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from ..chain import compact
from ..contract import Json
from .fields import hints_of
from .notation import Notation

Part = str | Callable[[Any], Any]
"""A field of the state, written as its type says, or a function of the state."""


def state_writer(notation: Notation, state: type, parts: Mapping[str, Part]) -> Callable[[Any], Json]:
    """What writes a position: for each name a part."""
    hints = hints_of(state)
    made = [
        (name, _written(part, notation.writer(hints[part])) if isinstance(part, str) else part)
        for name, part in parts.items()
    ]
    return lambda s: {name: part(s) for name, part in made}


def _written(field: str, write: Callable[[Any], Any]) -> Callable[[Any], Any]:
    get = attrgetter(field)
    return lambda s: write(get(s))


def count(field: str) -> Callable[[Any], int]:
    """How many there are, where nobody may know which."""
    get = attrgetter(field)
    return lambda s: len(get(s))


Layout = tuple[Any, ...]
"""Names of fields, and rows of them: ``("created", ("turn", "asked"), "hands")``."""


def fingerprint(layout: Layout, written: Mapping[str, Callable[[Any], Any]] | None = None) -> Callable[[Any], bytes]:
    """What makes the canonical bytes of a position: its fields in this order, tuples as arrays, compact JSON.

    ``written`` says of a field what stands there in place of its value.
    """
    made = _arranged(layout, written or {})
    return lambda s: compact(made(s))


def _arranged(layout: Layout, written: Mapping[str, Callable[[Any], Any]]) -> Callable[[Any], Any]:
    if any(not isinstance(part, str) for part in layout) or len(layout) < 2:
        parts = [_arranged(part, written) if isinstance(part, tuple) else _one(part, written) for part in layout]
        return lambda s: [part(s) for part in parts]
    get = attrgetter(*layout)
    otherwise = [(place, written[name]) for place, name in enumerate(layout) if name in written]
    if not otherwise:
        return get

    def arranged(s: Any) -> list[Any]:
        values = list(get(s))
        for place, write in otherwise:
            values[place] = write(values[place])
        return values

    return arranged


def _one(name: str, written: Mapping[str, Callable[[Any], Any]]) -> Callable[[Any], Any]:
    return _written(name, written[name]) if name in written else attrgetter(name)
