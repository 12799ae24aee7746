"""Whose turn it is: the matches that wait for somebody, as counted at the head of every page.

Asked at every page of whoever is logged in, so it is one query, over an index that holds running matches alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from django.utils import timezone

from ..models import Match, Table

FORGOTTEN_AFTER = timedelta(days=7)
"""Where no other person waits, a match that nobody has touched for so long is no longer counted."""


@dataclass(frozen=True, slots=True)
class Turns:
    """What waits for somebody: the matches, the one that has waited longest first, and how many they play in all."""

    waiting: tuple[UUID, ...] = ()
    running: Annotated[int, "Your matches that go on."] = 0

    @property
    def count(self) -> int:
        return len(self.waiting)

    def after(self, match: UUID | None) -> UUID | None:
        """Where to go from the page of ``match``: the next match that waits, in turn."""
        if match not in self.waiting:
            return self.waiting[0] if self.waiting else None
        return self.waiting[(self.waiting.index(match) + 1) % self.count]


def turns(player: UUID | None, now: datetime | None = None) -> Turns:
    """A player's turns; practice does not count. Each of a person's profiles has turns of its own."""
    if player is None:
        return Turns()
    mine = Match.objects.filter(table__seat_rows__player=player, table__seat_rows__playing=True)
    rows = mine.exclude(table__access=Table.Access.PRACTICE).values_list(
        "id", "awaited", "automatic", "last_at", "table__size", "table__seat_rows__number"
    )
    now = now or timezone.now()
    found: dict[UUID, datetime] = {}
    seen: set[UUID] = set()
    for match, awaited, automatic, last_at, size, seat in rows:
        seen.add(match)
        if _waits(awaited, automatic, seat) and not _is_forgotten(automatic, size, seat, now - last_at):
            found[match] = last_at
    return Turns(tuple(sorted(found, key=lambda match: (found[match], match))), len(seen))


def _waits(awaited: int, automatic: int, seat: int) -> bool:
    return bool((awaited & ~automatic) >> seat & 1)


def _is_forgotten(automatic: int, size: int, seat: int, since: timedelta) -> bool:
    alone = automatic | 1 << seat == (1 << size) - 1
    return alone and since > FORGOTTEN_AFTER
