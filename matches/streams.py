"""Between the ledger's streams and what they tell: tables, and the facts of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from elekt_core.contract import Event, Game
from elekt_core.record import encode_entry
from ledger import store
from ledger.errors import DecisionTaken
from ledger.events import NewEvent, StoredEvent

from .errors import Conflict, NotFound
from .events import KINDS, TableFold


def table(table_id: UUID) -> TableFold:
    """Fold a table's stream. Raises NotFound."""
    fold = fold_table(table_id, store.read(table_id))
    if not fold.version:
        raise NotFound("unknown_table", table=str(table_id))
    return fold


def fold_table(table_id: UUID, stored: Sequence[StoredEvent]) -> TableFold:
    return KINDS.fold(TableFold(table_id), stored)


def match_events(game: Game[Any], batch: Sequence[Event]) -> list[NewEvent]:
    encoded = (encode_entry(game, event, 0) for event in batch)
    return [NewEvent(entry.kind, entry.version, entry.payload) for entry in encoded]


class Stored(NamedTuple):
    """A batch that stands in the ledger since ``at``."""

    version: int
    first_seq: int
    at: datetime
    repeated: bool


def append(
    stream: UUID,
    expected_version: int,
    batch: Sequence[NewEvent],
    *,
    decision_id: UUID | None,
    actor: str,
    meta: Mapping[str, Any] | None = None,
) -> Stored:
    """Store a batch, as the first thing that the transaction writes.

    Raises the ledger's StaleVersion, and Conflict for a decision id that somebody else has used.
    """
    try:
        done = store.append(stream, expected_version, batch, decision_id=decision_id, actor=actor, meta=meta)
    except DecisionTaken as taken:
        raise Conflict("decision_id_taken") from taken
    return Stored(done.version, done.first_seq, done.at, done.repeated)
