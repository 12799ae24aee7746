"""Formats by their names."""

from __future__ import annotations

from .arena import ARENA
from .club_swiss import CLUB_SWISS
from .contract import Format
from .dutch import DUTCH
from .elimination import DOUBLE_ELIMINATION, SINGLE_ELIMINATION
from .groups import GROUPS
from .ladder import LADDER
from .pods import PODS
from .round_robin import ROUND_ROBIN

_ALL: tuple[Format, ...] = (
    SINGLE_ELIMINATION,
    DOUBLE_ELIMINATION,
    ROUND_ROBIN,
    GROUPS,
    LADDER,
    ARENA,
    DUTCH,
    CLUB_SWISS,
    PODS,
)
_FORMATS = {one.name: one for one in _ALL}


def names() -> tuple[str, ...]:
    return tuple(_FORMATS)


def format_of(name: str) -> Format:
    """Raises KeyError for an unknown name."""
    return _FORMATS[name]
