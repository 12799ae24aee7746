"""Between the ledger's streams and what they tell: tables, and the facts of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from elekt_core.contract import CONCEDE, Event, Notation
from elekt_core.record.record import encode_entry
from elekt_core.record.takeback import line_of
from ledger import store
from ledger.events import NewEvent, StoredEvent
from web.errors import NotFound

from .events import KINDS, TableFold


def table(table_id: UUID) -> TableFold:
    """Fold a table's stream. Raises NotFound."""
    fold = fold_table(table_id, store.read(table_id))
    if not fold.version:
        raise NotFound("unknown_table", table=str(table_id))
    return fold


def fold_table(table_id: UUID, stored: Sequence[StoredEvent]) -> TableFold:
    return KINDS.fold(TableFold(table_id), stored)


def match_events(game: Notation[Any], batch: Sequence[Event]) -> list[NewEvent]:
    encoded = (encode_entry(game, event, 0) for event in batch)
    return [NewEvent(entry.kind, entry.version, entry.payload) for entry in encoded]


def conceded(match_id: UUID, facts: Sequence[Event]) -> set[int]:
    """The seats that have conceded in what is in force after these facts, the first of the match."""
    line = line_of(facts)
    stored = [event for event in store.read(match_id, upto=len(facts)) if event.batch and line.in_force(event.seq)]
    decisions = [event.meta["decision"] for event in stored if "decision" in event.meta]
    return {decision["seat"] for decision in decisions if decision["kind"] == CONCEDE}
