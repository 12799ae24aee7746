"""Formats by their names."""

from __future__ import annotations

from .contract import Format
from .elimination import DOUBLE_ELIMINATION, SINGLE_ELIMINATION
from .pods import PODS

_FORMATS: dict[str, Format] = {
    one.name: one
    for one in (
        SINGLE_ELIMINATION,
        DOUBLE_ELIMINATION,
        PODS,
    )
}


def names() -> tuple[str, ...]:
    return tuple(_FORMATS)


def format_of(name: str) -> Format:
    """Raises KeyError for a name that no format has."""
    return _FORMATS[name]
