"""The read models of circles: written with each append, rebuilt from the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.events import StoredEvent
from ledger.projections import WholeStreams

from .events import KINDS
from .models import CircleClub, ClubCircle
from .state import Circle


class Circles(WholeStreams):
    name = "circles"
    models = (ClubCircle, CircleClub)
    kinds = KINDS.names
    inline = True

    def write(self, stream: UUID, stored: Sequence[StoredEvent]) -> None:
        save(KINDS.fold(Circle(stream), stored))


def save(state: Circle) -> None:
    if not state.version:
        return
    ClubCircle(id=state.id, version=state.version).save()
    CircleClub.objects.filter(circle=state.id).delete()
    rows = [CircleClub(circle=state.id, club=club, name=state.name, joined=True) for club in state.clubs]
    for club, asked in state.invited.items():
        approved = sorted(map(str, asked.approved))
        rows.append(
            CircleClub(
                circle=state.id, club=club, name=state.name, joined=False, accepted=asked.accepted, approved=approved
            )
        )
    CircleClub.objects.bulk_create(rows)
