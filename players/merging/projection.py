"""The read model of mergers: written with each append, rebuilt from the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never
from uuid import UUID

from ledger.events import StoredEvent
from ledger.projections import WholeStreams

from . import events as e
from .events import KINDS, MergerEvent
from .models import Merge


class Mergers(WholeStreams):
    name = "mergers"
    models = (Merge,)
    kinds = KINDS.names
    inline = True

    def write(self, stream: UUID, stored: Sequence[StoredEvent]) -> None:
        row = folded(stream, stored)
        if row is not None:
            row.save()


def folded(stream: UUID, stored: Sequence[StoredEvent]) -> Merge | None:
    """The row as folded from its stream; None for another kind of stream."""
    if not stored or stored[0].kind != KINDS.first:
        return None
    row = Merge(id=stream, version=0)
    for one in stored:
        apply(row, KINDS.read(one), one.at)
    return row


def apply(row: Merge, event: MergerEvent, at: datetime) -> None:
    match event:
        case e.MergerAsked():
            row.keeps, row.goes, row.at, row.asked_at = event.keeps, event.goes, event.at, at
            row.status = Merge.Status.ASKED
        case e.ProfilesMerged():
            row.status, row.proof = Merge.Status.MERGED, event.proof
        case e.MergerDeclined():
            row.status = Merge.Status.DECLINED
        case e.ProfilesParted():
            row.status = Merge.Status.PARTED
        case _:
            assert_never(event)
    row.changed_at, row.version = at, row.version + 1
