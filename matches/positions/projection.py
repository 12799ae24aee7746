"""The read model of kept positions: the services write it with these functions, ``manage.py rebuild`` makes it anew."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.events import StoredEvent
from ledger.projections import WholeStreams

from .events import KINDS, PositionFold
from .models import KeptPosition


class KeptPositions(WholeStreams):
    name = "positions"
    models = (KeptPosition,)
    kinds = KINDS.names
    inline = True

    def write(self, stream: UUID, stored: Sequence[StoredEvent]) -> None:
        save(KINDS.fold(PositionFold(stream), stored))


def save(fold: PositionFold) -> None:
    """Write a position as it stands."""
    if fold.dropped:
        KeptPosition.objects.filter(id=fold.id).delete()
        return
    assert fold.owner is not None
    assert fold.kept_at is not None
    assert fold.changed_at is not None
    KeptPosition.objects.update_or_create(
        id=fold.id,
        defaults={
            "game": fold.game,
            "owner": fold.owner,
            "name": fold.name,
            "access": fold.access,
            "ruleset": fold.ruleset,
            "seats": fold.seats,
            "options": fold.options,
            "cards": fold.cards,
            "card_list": fold.card_list,
            "position": fold.position,
            "kept_at": fold.kept_at,
            "changed_at": fold.changed_at,
            "version": fold.version,
        },
    )
