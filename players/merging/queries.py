"""All queries about mergers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ..models import Player
from .decide import UNDONE_WITHIN
from .events import ORGANISER
from .models import Merge


@dataclass(frozen=True, slots=True)
class MergerShown:
    """``name`` is what the other profile was called, ``""`` once it is erased; ``until`` when it can be undone, None
    if it no longer can. ``waits``: an organiser has not answered."""

    id: UUID
    name: str
    at: datetime
    until: datetime | None
    waits: bool
    by_organiser: bool


def mergers_of(player: UUID, now: datetime) -> list[MergerShown]:
    """Profiles merged into this one, and profiles claimed for it; the latest first. Two queries."""
    rows = list(
        Merge.objects.filter(keeps=player, status__in=(Merge.Status.MERGED, Merge.Status.ASKED)).order_by("-changed_at")
    )
    names = dict(Player.objects.filter(id__in=[row.goes for row in rows]).values_list("id", "name"))
    return [_shown(row, names.get(row.goes, ""), now) for row in rows]


def _shown(row: Merge, name: str, now: datetime) -> MergerShown:
    waits = row.status == Merge.Status.ASKED
    until = row.changed_at + UNDONE_WITHIN
    can_be_undone = not waits and name and now < until
    return MergerShown(row.id, name, row.changed_at, until if can_be_undone else None, waits, row.proof == ORGANISER)
