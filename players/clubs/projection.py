"""The read model of clubs: written with each append, rebuilt from the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.events import StoredEvent
from ledger.projections import WholeStreams
from web.short_codes import code_of

from .events import KINDS
from .models import Club, ClubCandidate, ClubMember
from .state import Club as State
from .state import fold


class Clubs(WholeStreams):
    name = "clubs"
    models = (Club, ClubMember, ClubCandidate)
    kinds = KINDS.names
    inline = True

    def write(self, stream: UUID, stored: Sequence[StoredEvent]) -> None:
        save(fold(stream, stored))


def save(state: State) -> None:
    if not state.version:
        return
    assert state.founded_at is not None, "the first event has its moment"
    Club.objects.update_or_create(
        id=state.id,
        defaults={
            "name": state.name,
            "place": state.place,
            "open_entry": state.open_entry,
            "listed": state.listed,
            "closed": state.closed,
            "members": sum(not member.hidden for member in state.members.values()),
            "founded_at": state.founded_at,
            "code": code_of(state.id),
            "version": state.version,
        },
    )
    ClubMember.objects.filter(club=state.id).delete()
    ClubCandidate.objects.filter(club=state.id).delete()
    ClubMember.objects.bulk_create(
        ClubMember(club_id=state.id, player=player, role=member.role, hidden=member.hidden, since=member.since)
        for player, member in state.members.items()
    )
    ClubCandidate.objects.bulk_create(
        ClubCandidate(club_id=state.id, player=player, invited=invited)
        for players, invited in ((state.invited, True), (state.asking, False))
        for player in players
    )
