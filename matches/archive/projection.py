"""The archive as the ledger's events make it again. In play, and on import, the same rows are written with them."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import structlog
from django.db.models import Q

from elekt_core.record.facts import decode_fact, is_beside
from elekt_core.record.match import state_after
from elekt_core.record.takeback import in_force
from elekt_core.registry import is_playable
from ledger import store
from ledger.events import StoredEvent
from ledger.projections import Projection

from ..games import check_rebuildable, game_of
from ..models import Match
from . import readmodels
from .essence import Essences, essences_of
from .models import ArchivedCard, ArchivedGame, ArchivedSeat

log = structlog.get_logger()


class Archive(Projection):
    """Runs after tables and matches, whose rows say who sat there and how it ended."""

    name = "archive"
    models = (ArchivedGame, ArchivedSeat, ArchivedCard)
    kinds = frozenset({"game_ended", "play_stopped", "play_abandoned", "result_told"})
    inline = True

    def reset(self) -> None:
        check_rebuildable(ArchivedGame.objects.values_list("game", flat=True).distinct())
        super().reset()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        ends = {event.stream: event.seq for event in events}
        rows = Match.objects.filter(id__in=ends, ended_at__isnull=False).exclude(id__in=self._known(ends))
        for row in rows.select_related("table").prefetch_related("table__seat_rows"):
            self._ended(row, ends[row.id])

    def _known(self, ends: dict[UUID, int]) -> set[UUID]:
        return set(ArchivedGame.objects.filter(match__in=ends).values_list("match", flat=True))

    def _ended(self, row: Match, upto: int) -> None:
        game, stored = game_of(row), store.read(row.id, upto=upto)
        facts = [decode_fact(game, one.kind, one.version, one.payload) for one in stored]
        row.batches = sum(one.batch is not None for one in stored)
        own = [fact for fact in in_force(facts) if not is_beside(fact)]
        seats = list(row.table.seat_rows.all())
        beside = [fact for fact in facts if is_beside(fact)]
        readmodels.ended(row, row.table, seats, game, own, state_after(game, facts), beside=beside)


def fill_essences() -> int:
    """For rows that are older than an essence; returns how many got theirs. A match that cannot be read now (its game
    or its cards are not here) is left out, and known again only by its record."""
    filled = 0
    without = ArchivedGame.objects.filter(Q(essence="") | Q(seen_by_all="")).values("match")
    for row in Match.objects.filter(id__in=without).select_related("table").iterator(chunk_size=200):
        try:
            essences = _essences(row)
        except Exception as error:
            if is_playable(row.game):
                log.warning("essence_unknown", match=str(row.id), error=f"{type(error).__name__}: {error}")
            continue
        filled += ArchivedGame.objects.filter(match=row.id).update(**essences._asdict())
    return filled


def _essences(row: Match) -> Essences:
    game = game_of(row)
    facts = [decode_fact(game, one.kind, one.version, one.payload) for one in store.read(row.id)]
    own = [fact for fact in in_force(facts) if not is_beside(fact)]
    coarse = readmodels.coarse_of(facts)
    return essences_of(game, row.ruleset, row.table.size, row.table.options, own, coarse, row.started_at)
