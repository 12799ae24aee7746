"""The read model of circuits: written with each append, rebuilt from the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from ledger.events import StoredEvent
from ledger.projections import WholeStreams
from tournaments.models import Circuit as Row
from tournaments.models import CircuitTournament

from .events import KINDS
from .state import Circuit


class Circuits(WholeStreams):
    name = "circuits"
    models = (Row, CircuitTournament)
    kinds = KINDS.names
    inline = True

    def write(self, stream: UUID, stored: Sequence[StoredEvent]) -> None:
        if stored:
            save(KINDS.fold(Circuit(stream), stored), stored[-1].at)


def save(state: Circuit, at: datetime) -> None:
    if not state.version or state.club is None:
        return
    told = {"club": state.club, "title": state.title, "ended": state.ended, "changed_at": at, "version": state.version}
    Row.objects.update_or_create(id=state.id, defaults=told)
    CircuitTournament.objects.filter(circuit=state.id).delete()
    CircuitTournament.objects.bulk_create(
        CircuitTournament(circuit_id=state.id, tournament=one) for one in state.tournaments
    )
