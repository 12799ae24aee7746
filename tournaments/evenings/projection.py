"""The read model of planned evenings: written with each append, rebuilt from the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.events import StoredEvent
from ledger.projections import WholeStreams
from tournaments.models import PlannedEvening

from .events import KINDS
from .state import Evening


class Evenings(WholeStreams):
    name = "evenings"
    models = (PlannedEvening,)
    kinds = KINDS.names
    inline = True

    def write(self, stream: UUID, stored: Sequence[StoredEvent]) -> None:
        save(KINDS.fold(Evening(stream), stored))


def save(state: Evening) -> None:
    if not state.version:
        return
    assert state.club is not None, "its first event says so"
    assert state.starts is not None, "its first event says so"
    PlannedEvening.objects.update_or_create(
        id=state.id,
        defaults={
            "club": state.club,
            "starts": state.starts,
            "coming": len(state.placed),
            "waiting": len(state.waiting),
            "limit": state.limit,
            "to_come": state.is_to_come,
            "tournament": state.tournament,
            "version": state.version,
        },
    )
