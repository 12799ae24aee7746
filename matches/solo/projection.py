"""The solo ladder as the ledger's events make it again (``manage.py rebuild``). In play the services write the same
rows with the same functions. It reads whole streams, so it does not depend on what other projections have written."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from elekt_core.record.facts import decode_fact
from elekt_core.record.match import fold
from elekt_core.record.takeback import in_force
from elekt_core.registry import get_game
from ledger import store
from ledger.events import StoredEvent
from ledger.projections import Projection

from ..games import check_rebuildable
from ..tables.events import KINDS, MatchStarted, TableFold
from . import readmodels
from .models import SoloGame, SoloStanding
from .readmodels import Rung

MATCH_STARTED, GAME_ENDED = "match_started", "game_ended"


class SoloLadder(Projection):
    name = "solo"
    models = (SoloGame, SoloStanding)
    kinds = frozenset({MATCH_STARTED, GAME_ENDED})
    inline = True

    def reset(self) -> None:
        check_rebuildable(SoloGame.objects.values_list("game", flat=True).distinct())
        super().reset()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        touched = {self._begun(event) if event.kind == MATCH_STARTED else self._ended(event) for event in events}
        for rung in touched - {None}:
            assert rung is not None
            readmodels.settle(rung)

    def _begun(self, stored: StoredEvent) -> Rung | None:
        event = KINDS.read(stored)
        assert isinstance(event, MatchStarted)
        table = KINDS.fold(TableFold(stored.stream), store.read(stored.stream, upto=stored.seq))
        return readmodels.begin(event.match, table, stored.at)

    def _ended(self, stored: StoredEvent) -> Rung | None:
        name = SoloGame.objects.filter(match=stored.stream).values_list("game", flat=True).first()
        if name is None:
            return None
        game = get_game(name)
        facts = in_force([decode_fact(game, e.kind, e.version, e.payload) for e in _upto(stored)])
        outcome = game.outcome(fold(game, game.initial(), facts))
        assert outcome is not None, "this event is the end"
        return readmodels.end(stored.stream, outcome, readmodels.rounds_of(game, facts), stored.at)


def _upto(stored: StoredEvent) -> Sequence[StoredEvent]:
    stream: UUID = stored.stream
    return store.read(stream, upto=stored.seq)
