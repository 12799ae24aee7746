"""The streams of tables and matches, as ``ledger.changing`` changes them, and the rows that follow from each batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from elekt_core.chance import SeededChance
from elekt_core.contract import Game, Setup
from elekt_core.record import match as course
from elekt_core.record.facts import is_beside
from elekt_core.record.record import encode_meta
from elekt_core.record.takeback import TakenBack
from ledger import changing
from ledger.changing import Folds, Kept, Streams
from ledger.events import NewEvent
from web.errors import NotFound, of_ledger

from . import after, rating, readmodels, streams
from .cardlists import brought
from .events import KINDS, TableEvent, TableFold
from .games import game_of
from .models import Match, Secret
from .solo import readmodels as solo
from .timeline import Timeline, shelf


class Tables(Folds[TableFold, TableEvent]):
    kinds = KINDS
    new = TableFold
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[TableFold, Sequence[TableEvent]]) -> None:
        readmodels.save_table(kept.state)
        transaction.on_commit(partial(after.table_changed, kept.stream, kept.version), robust=True)


TABLES = Tables()


def start_match(match_id: UUID, table: TableFold, actor: str, seed: bytes, at: datetime) -> None:
    """The match of a table that is full now, in the same transaction and at the same moment."""
    game = game_of(table)
    setup = Setup(table.game, table.ruleset, len(table.places), table.options)
    state, first = course.start(game, setup, SeededChance(seed))
    facts = streams.match_events(game, first.events)
    appended = changing.begin(match_id, facts, at=at, actor=actor, meta=encode_meta(game, first))
    Secret.objects.create(match=match_id, seed=seed)
    row = readmodels.new_match(match_id, table, appended.at)
    readmodels.move(row, game, state, None, appended.version, appended.at)
    row.save(force_insert=True)
    brought.note(match_id, game, first.events)
    transaction.on_commit(partial(after.match_moved, row), robust=True)


@dataclass(frozen=True, slots=True)
class Playing:
    """A match that is decided on: its row, and its timeline up to ``version``. Other threads may move that on."""

    row: Match
    timeline: Timeline
    version: int


@dataclass(frozen=True, slots=True)
class Move:
    """What followed from a decision at ``version``, or from a clock or a takeback, and the ``state`` after it."""

    game: Game[Any]
    batch: course.Batch
    state: Any


class Matches(Streams[Playing, Move]):
    def load(self, stream: UUID) -> Playing:
        row = self._row(stream)
        timeline = shelf.get(stream, lambda: game_of(row))
        version = timeline.catch_up()
        if row.version != version:  # somebody decided since the row was read
            row = self._row(stream)
        return Playing(row, timeline, version)

    def _row(self, match_id: UUID) -> Match:
        row = Match.objects.filter(id=match_id).first()
        if row is None:
            raise NotFound("unknown_match", match=str(match_id))
        return row

    def version(self, state: Playing) -> int:
        return state.version

    def encoded(self, batch: Move) -> tuple[Sequence[NewEvent], Mapping[str, Any]]:
        return streams.match_events(batch.game, batch.batch.events), encode_meta(batch.game, batch.batch)

    def after(self, state: Playing, batch: Move, at: datetime) -> Playing:
        return state

    def keep(self, kept: Kept[Playing, Move]) -> None:
        row, timeline, move = kept.state.row, kept.state.timeline, kept.batch
        facts = move.batch.events
        if any(isinstance(fact, TakenBack) for fact in facts):
            conceded = streams.conceded(row.id, [*timeline.events[: kept.state.version], *facts])
            readmodels.concede_again(row, readmodels.bots(row.table_id), conceded)
        readmodels.move(row, move.game, move.state, move.batch.decision, kept.version, kept.at)
        row.save(force_update=True)
        brought.note(row.id, move.game, [fact for fact in facts if not is_beside(fact)])
        if row.ended_at == kept.at:
            solo.match_ended(row, move.game, move.state, [*timeline.in_force(kept.state.version), *facts])
            rating.match_ended(row, kept.actor)
        transaction.on_commit(partial(timeline.extend, kept.state.version, facts, kept.at), robust=True)
        transaction.on_commit(partial(after.match_moved, row), robust=True)

    refusal = staticmethod(of_ledger)


MATCHES = Matches()
