"""Where a position breaks an invariant: noted, unless the position says that it means to."""

from __future__ import annotations

from typing import Any

from ...scenarios.flaws import Reader
from .position_draft import Draft


def at(draft: Draft, *path: str | int) -> Reader:
    """The place in the position, whether it is written there or not."""
    reader = draft.top
    for key in path:
        reader = reader.at(key, None)
    return reader


def broken(draft: Draft, reader: Reader, code: str, rule: str, **data: Any) -> None:
    """Note that ``rule`` is broken there."""
    if rule not in draft.impossible:
        reader.flaw(code, rule, **data)
