"""The read models of card lists: written by the services with these functions, and again by ``manage.py rebuild``."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.events import StoredEvent
from ledger.projections import WholeStreams

from .events import KINDS, CardListFold
from .models import CardList, CardListVersion


class CardLists(WholeStreams):
    name = "card_lists"
    models = (CardList, CardListVersion)
    kinds = KINDS.names
    inline = True

    def write(self, stream: UUID, stored: Sequence[StoredEvent]) -> None:
        save(KINDS.fold(CardListFold(stream), stored))


def save(fold: CardListFold) -> None:
    """Write a list as it stands. Versions never change, so only new ones are written."""
    assert fold.owner is not None
    assert fold.opened_at is not None
    assert fold.changed_at is not None
    CardList.objects.update_or_create(
        id=fold.id,
        defaults={
            "game": fold.game,
            "name": fold.name,
            "owner": fold.owner,
            "access": fold.access,
            "retired": fold.retired,
            "newest": len(fold.versions),
            "opened_at": fold.opened_at,
            "changed_at": fold.changed_at,
            "version": fold.version,
        },
    )
    written = CardListVersion.objects.filter(card_list=fold.id).count()
    CardListVersion.objects.bulk_create(
        CardListVersion(
            card_list_id=fold.id,
            number=version.number,
            game=fold.game,
            cards=version.cards,
            text=version.text,
            note=version.note,
            added_at=version.added_at,
        )
        for version in fold.versions[written:]
    )
