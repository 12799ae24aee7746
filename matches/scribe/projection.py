"""The read model of recorded games: the services write it with these functions, ``manage.py rebuild`` makes it anew."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import structlog

from ledger import store
from ledger.events import StoredEvent
from ledger.projections import WholeStreams

from .essence import seen_by_all
from .events import KINDS, ScribeFold
from .models import ScribePhone, Scribing

log = structlog.get_logger()


class Scribings(WholeStreams):
    name = "scribings"
    models = (Scribing, ScribePhone)
    kinds = KINDS.names
    inline = True

    def write(self, stream: UUID, stored: Sequence[StoredEvent]) -> None:
        save(KINDS.fold(ScribeFold(stream), stored))


def save(fold: ScribeFold) -> None:
    """Write a recorded game as it stands."""
    assert fold.owner is not None
    assert fold.begun_at is not None
    assert fold.changed_at is not None
    Scribing.objects.update_or_create(
        id=fold.id,
        defaults={
            "owner": fold.owner,
            "game": fold.game,
            "ruleset": fold.ruleset,
            "seats": fold.seats,
            "entries": len(fold.entries),
            "begun_at": fold.begun_at,
            "changed_at": fold.changed_at,
            "ended_at": fold.stood[-1].at if fold.ranks else None,
            "ranks": list(fold.ranks),
            "version": fold.version,
            "event": fold.event,
            "spot": fold.spot,
            "live": fold.live,
            "match": fold.match,
            "seen_by_all": seen_by_all(fold),
        },
    )
    ScribePhone.objects.filter(scribing=fold.id).exclude(player__in=[*fold.phones]).delete()
    for player, viewer in fold.phones.items():
        ScribePhone.objects.update_or_create(scribing=fold.id, player=player, defaults={"viewer": viewer})


def fill_essences() -> int:
    """For recorded games that were over before they had one; returns how many got theirs. One that cannot be read now
    is left out."""
    without = Scribing.objects.filter(seen_by_all="", ended_at__isnull=False).values_list("id", flat=True)
    filled = 0
    for id_ in without:
        try:
            seen = seen_by_all(KINDS.fold(ScribeFold(id_), store.read(id_)))
        except Exception as error:
            log.warning("essence_unknown", scribing=str(id_), error=f"{type(error).__name__}: {error}")
            continue
        filled += Scribing.objects.filter(id=id_).update(seen_by_all=seen) if seen else 0
    return filled
