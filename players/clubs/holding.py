"""What a club holds, for its page: the apps above say what the asker may know of."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from ..taking_part import KINDS, Part

Finder = Callable[[UUID, UUID | None], list[Part]]
"""From the club and who asks: the latest first."""
_finders: dict[str, Finder] = {}


def register(kind: str, finder: Finder) -> None:
    assert kind in KINDS, kind
    _finders[kind] = finder


def held_by(club: UUID, asker: UUID | None) -> dict[str, list[Part]]:
    """By kind; kinds without any are missing."""
    found = {kind: _finders[kind](club, asker) for kind in KINDS if kind in _finders}
    return {kind: some for kind, some in found.items() if some}
