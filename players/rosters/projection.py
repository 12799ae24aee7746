"""The read models of rosters: written with each append, rebuilt from the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from ledger.events import StoredEvent
from ledger.projections import WholeStreams

from . import events as e
from .events import KINDS, RosterEvent
from .models import ClubRoster, RosterPerson
from .state import Roster


class Rosters(WholeStreams):
    name = "rosters"
    models = (ClubRoster, RosterPerson)
    kinds = KINDS.names
    inline = True

    def write(self, stream: UUID, stored: Sequence[StoredEvent]) -> None:
        state = KINDS.fold(Roster(stream), stored)
        if state.club is None:
            return
        ClubRoster(id=stream, version=state.version).save()
        RosterPerson.objects.filter(club=state.club).delete()
        rows = [
            RosterPerson(club=state.club, player=player, number=one.number, played=one.played, since=one.since)
            for player, one in state.people.items()
        ]
        RosterPerson.objects.bulk_create(rows, batch_size=500)


def save(state: Roster, batch: Sequence[RosterEvent], at: datetime) -> None:
    """The rows that a batch changes: a roster may have thousands of others."""
    assert state.club is not None, "its first event names the club"
    ClubRoster(id=state.id, version=state.version).save()
    rows = [
        RosterPerson(club=state.club, player=one.player, number=one.number, played=one.played, since=at)
        for one in batch
        if isinstance(one, e.PersonListed)
    ]
    RosterPerson.objects.bulk_create(rows, batch_size=500)
    gone = [one.player for one in batch if isinstance(one, e.PersonUnlisted)]
    RosterPerson.objects.filter(club=state.club, player__in=gone).delete()
