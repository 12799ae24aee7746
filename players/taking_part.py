"""A person's tournaments and leagues, and a club's, for their pages: the apps above say what the asker may know of."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from web import hooks


@dataclass(frozen=True, slots=True)
class Part:
    """A tournament or a league, under a heading of its kind; ``status`` is ready to show."""

    title: str
    url: str
    status: str
    at: datetime


FindParts = Callable[[Collection[UUID], UUID | None], list[Part]]
"""From the profiles of one person and who asks: the latest first (hook ``parts_of_players``)."""
FindHeld = Callable[[UUID, UUID | None], list[Part]]
"""The same from a club (hook ``parts_of_clubs``)."""


def parts(player: Collection[UUID], asker: UUID | None) -> dict[str, list[Part]]:
    """By kind; kinds without any are missing."""
    found = {kind: find(player, asker) for kind, find in hooks.given("parts_of_players")}
    return {kind: some for kind, some in found.items() if some}


def held_by(club: UUID, asker: UUID | None) -> dict[str, list[Part]]:
    """The same for a club."""
    found = {kind: find(club, asker) for kind, find in hooks.given("parts_of_clubs")}
    return {kind: some for kind, some in found.items() if some}
