"""Positions as readable JSON, and as the canonical bytes that are hashed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from ..contract import Json
from ..record.chain import compact
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
    made = arranged(layout, written)
    return lambda s: compact(made(s))


def arranged(layout: Layout, written: Mapping[str, Callable[[Any], Any]] | None = None) -> Callable[[Any], Any]:
    """The same before it is made bytes, for a game that adds to it."""
    return _arranged(layout, written or {})


def _arranged(layout: Layout, written: Mapping[str, Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """All fields at once, then in their places what is no field as it is."""
    get = _fields([part if isinstance(part, str) else _first(part) for part in layout])
    rows = [(place, _arranged(part, written)) for place, part in enumerate(layout) if isinstance(part, tuple)]
    otherwise = [(place, written[name]) for place, name in enumerate(layout) if name in written]
    if not rows and not otherwise:
        return get

    def make(s: Any) -> list[Any]:
        values = list(get(s))
        for place, row in rows:
            values[place] = row(s)
        for place, write in otherwise:
            values[place] = write(values[place])
        return values

    return make


def _fields(names: Sequence[str]) -> Callable[[Any], Sequence[Any]]:
    get: Callable[[Any], Any] = attrgetter(*names)
    return get if len(names) > 1 else lambda s: (get(s),)


def _first(row: Layout) -> str:
    """Any field will do where a row is to stand."""
    return row[0] if isinstance(row[0], str) else _first(row[0])
