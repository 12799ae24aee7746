"""Finished matches go into the ledger's archive, from which their replays load."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils import timezone

from ledger import archive as ledger
from ledger.clock import long_ago
from ledger.errors import Flawed
from ledger.models import Archive, Parked

from ..models import Match

REST = timedelta(minutes=10)
"""The closing ceremony has so much time; what comes later is read from behind the archive."""


PARKED = "archive"
"""Under this name stand the streams that could not be packed, among what projections could not digest."""


def archive(match_id: UUID) -> bool:
    """Pack a finished match, unless it is packed as it stands.

    Raises the ledger's Flawed for a broken stream, which is parked: it is not tried again by itself.
    """
    row = Match.objects.filter(id=match_id, ended_at__isnull=False).first()
    if row is None or Archive.objects.filter(stream=match_id, version=row.version).exists():
        return False
    parked = Parked.objects.filter(projection=PARKED, stream=match_id)
    try:
        ledger.archive(match_id)
    except Flawed as flaw:
        parked.delete()
        Parked.objects.create(projection=PARKED, stream=match_id, seq=row.version, error=str(flaw))
        raise
    parked.delete()
    return True


def pending(limit: int | None = None, rest: timedelta = REST, *, parked: bool = False) -> Sequence[UUID]:
    """Finished matches that nothing has happened in for a while and that are not packed, the oldest first.

    Those that could not be packed once are left out, so that they do not block the others, unless ``parked`` asks
    for them.
    """
    packed = Archive.objects.filter(stream=OuterRef("id"), version=OuterRef("version"))
    rested = long_ago("last_at", rest, timezone.now())
    over = Match.objects.filter(rested, ~Exists(packed), ended_at__isnull=False)
    if not parked:
        over = over.filter(~Exists(Parked.objects.filter(projection=PARKED, stream=OuterRef("id"))))
    return list(over.order_by("ended_at").values_list("id", flat=True)[:limit])
