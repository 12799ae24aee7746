"""The read model of leagues: written with each append, rebuilt from the ledger at will."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.events import StoredEvent
from ledger.projections import WholeStreams
from tournaments.models import League, LeagueMember

from .events import KINDS
from .state import League as State
from .state import fold


class Leagues(WholeStreams):
    name = "leagues"
    models = (League, LeagueMember)
    kinds = KINDS.names
    inline = True

    def write(self, stream: UUID, stored: Sequence[StoredEvent]) -> None:
        save(fold(stream, stored))


def save(state: State) -> None:
    if state.rules is None:
        return
    assert state.changed_at is not None
    people = {*state.members(), *state.waiting}
    League.objects.update_or_create(
        id=state.id,
        defaults={
            "title": state.title,
            "game": state.game,
            "listed": state.listed,
            "club": UUID(state.club) if state.club else None,
            "seasons": len(state.seasons),
            "running": None if state.running is None else state.running.tournament,
            "members": len(people),
            "changed_at": state.changed_at,
            "version": state.version,
        },
    )
    LeagueMember.objects.filter(league=state.id).delete()
    people |= state.roles.keys()
    LeagueMember.objects.bulk_create(LeagueMember(league_id=state.id, player=player) for player in sorted(people))
