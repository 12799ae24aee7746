"""What somebody takes part in, for their page: the apps above say what the asker may know of."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Part:
    """A tournament or a league, under a heading of its kind; ``status`` is ready to show."""

    title: str
    url: str
    status: str
    at: datetime


Finder = Callable[[Collection[UUID], UUID | None], list[Part]]
"""From the profiles of one person and who asks."""
_finders: dict[str, Finder] = {}
KINDS = ("tournaments", "leagues")


def register(kind: str, finder: Finder) -> None:
    assert kind in KINDS, kind
    _finders[kind] = finder


def parts(player: Collection[UUID], asker: UUID | None) -> dict[str, list[Part]]:
    """By kind, the latest first; kinds without any are missing."""
    found = {kind: _finders[kind](player, asker) for kind in KINDS if kind in _finders}
    return {kind: some for kind, some in found.items() if some}
