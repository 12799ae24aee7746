"""Positions as the canonical bytes that are hashed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from ..contract import Json
from ..record.chain import compact
from .fields import hints_of
from .notation import Notation


def state_writer(notation: Notation, state: type, names: Iterable[str]) -> Callable[[Any], Json]:
    """The writer of these fields of a position, as their types say."""
    hints = hints_of(state)
    made = [(name, notation.writer(hints[name])) for name in names]
    return lambda s: {name: write(getattr(s, name)) for name, write in made}


Layout = tuple[Any, ...]
"""Names of fields, and rows of them: ``("created", ("turn", "asked"), "hands")``."""


def fingerprint(layout: Layout, written: Mapping[str, Callable[[Any], Any]] | None = None) -> Callable[[Any], bytes]:
    """The writer of a position's canonical bytes: its fields in this order, tuples as arrays, compact JSON.

    ``written`` says of a field what stands there in place of its value.
    """
    made = arranged(layout, written)
    return lambda s: compact(made(s))


def arranged(layout: Layout, written: Mapping[str, Callable[[Any], Any]] | None = None) -> Callable[[Any], Any]:
    """The same before conversion to bytes, for a game that adds to it."""
    return _arranged(layout, written or {})


def _arranged(layout: Layout, written: Mapping[str, Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """All fields at once, then everything else unchanged in its place."""
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
    """Any field will do in the place of a row."""
    return row[0] if isinstance(row[0], str) else _first(row[0])
