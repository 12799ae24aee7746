"""Between the ledger's streams and what they tell: tables, and the facts of games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from elekt_core.contract import Event, Game
from elekt_core.registry import get_game
from ledger import store
from ledger.store import NewEvent, StoredEvent

from . import events
from .errors import NotFound
from .events import TableEvent, TableFold


def table(table_id: UUID) -> TableFold:
    """Fold a table's stream. Raises NotFound."""
    fold = fold_table(table_id, store.read(table_id))
    if not fold.version:
        raise NotFound("unknown_table", table=str(table_id))
    return fold


def fold_table(table_id: UUID, stored: Sequence[StoredEvent]) -> TableFold:
    fold = TableFold(table_id)
    if stored and stored[0].kind == events.FIRST_KIND:
        for event in stored:
            fold.apply(events.decode(event.kind, event.version, event.payload), event.at)
    return fold


def table_events(batch: Sequence[TableEvent]) -> list[NewEvent]:
    return [NewEvent(events.kind_of(event), events.VERSION, events.encode(event)) for event in batch]


def match_events(game: Game[Any], batch: Sequence[Event]) -> list[NewEvent]:
    versions = game.event_versions
    kinds = [kind_of(game, event) for event in batch]
    return [
        NewEvent(kind, versions.get(kind, 1), dict(game.encode_event(event)))
        for kind, event in zip(kinds, batch, strict=True)
    ]


def kind_of(game: Game[Any], event: Event) -> str:
    return _kinds(game.name)[type(event)]


@cache
def _kinds(game: str) -> dict[type, str]:
    return {cls: kind for kind, cls in get_game(game).event_kinds.items()}
