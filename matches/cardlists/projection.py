"""The read models of card lists: written by the services with these functions, and again by ``manage.py rebuild``."""

from __future__ import annotations

from collections.abc import Sequence

from ledger import store
from ledger.events import StoredEvent
from ledger.projections import Projection

from . import events
from .events import CardListFold
from .models import CardList, CardListVersion


class CardLists(Projection):
    name = "card_lists"
    models = (CardList, CardListVersion)
    kinds = frozenset(events.KINDS)
    inline = True

    def apply(self, events: Sequence[StoredEvent]) -> None:
        """Lists are few and small: each one is folded anew up to what has come."""
        for stream, seq in {event.stream: event.seq for event in events}.items():
            save(fold_list(store.read(stream, upto=seq)))


def fold_list(stored: Sequence[StoredEvent]) -> CardListFold:
    return events.fold(stored[0].stream, stored)


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
