"""A judged record becomes a table and a match, whole or not at all. What is the same is there once.

The table's stream says that the match was imported, by whom, and what could be proved. Nobody sits at it, so it counts
for nobody; the names of the record stand beside it (``RecordLabels``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import IntegrityError, transaction

from elekt_core.contract import CONCEDE
from elekt_core.record.facts import is_beside
from elekt_core.record.record import record_of_stored
from elekt_core.record.takeback import in_force as line_in_force
from ledger import changing as ledger
from ledger import collector, store
from ledger.errors import StaleVersion
from ledger.events import Cause, NewEvent, StoredEvent, microseconds, moment

from .. import changing, projection
from ..archive import readmodels as archive
from ..games import game_of
from ..models import Match, Table
from ..play.services import player_actor
from ..tables import events as e
from .judging import Judged, digest_of
from .models import RecordLabels

STAFF = "import"
"""Who brings in what those who run the server import."""
OURS = uuid5(NAMESPACE_OID, "imported record")
ENDS = (projection.GAME_ENDED, "play_stopped")
AT_ONCE = 10
"""Records in one transaction of a large import: each commit waits for the disk, and others wait for the commit."""
Written = tuple[list[NewEvent], Cause]


@dataclass(frozen=True, slots=True)
class Stored:
    """The match, and whether it was there before."""

    match: UUID
    same: bool = False


def match_id_of(digest: str) -> UUID:
    return uuid5(OURS, digest)


def store_record(
    judged: Judged, *, by: UUID | None, access: str, now: datetime, also: Callable[[Stored], None] | None = None
) -> Stored:
    """In one transaction, with what ``also`` writes. The match that is the same is looked for first."""
    match = match_id_of(judged.digest)
    found = _same(judged, match)
    try:
        with transaction.atomic():
            if found is None:
                _write(judged, match, by, access, now)
            stored = Stored(found or match, found is not None)
            if also is not None:
                also(stored)
            return stored
    except (StaleVersion, IntegrityError):
        if Match.objects.filter(id=match).exists():  # somebody else has just imported it
            return store_record(judged, by=by, access=access, now=now, also=also)
        raise


def batched(judged: Sequence[Judged], size: int) -> Iterator[Sequence[Judged]]:
    for first in range(0, len(judged), size):
        yield judged[first : first + size]


def store_all(judged: Sequence[Judged], *, by: UUID | None, access: str, now: datetime) -> list[Stored]:
    """Several in one transaction, for who imports thousands: all of them, or none."""
    with collector.paused(), transaction.atomic():
        return [store_record(one, by=by, access=access, now=now) for one in judged]


def _same(judged: Judged, match: UUID) -> UUID | None:
    """The match that this record is of: imported before, or played here."""
    if Match.objects.filter(id=match).exists():
        return match
    try:
        played = UUID(judged.record.stream)
    except ValueError:
        return None
    row = Match.objects.filter(id=played, game=judged.record.game, ended_at__isnull=False).first()
    if row is None or Table.objects.filter(match=played, imported__isnull=False).exists():
        return None
    here = record_of_stored(game_of(row), played, store.stored(played))
    return played if digest_of(here) == judged.digest else None


def _write(judged: Judged, match: UUID, by: UUID | None, access: str, now: datetime) -> None:
    record, actor = judged.record, STAFF if by is None else player_actor(by)
    table_id = uuid5(match, "table")
    events: list[e.TableEvent] = [
        e.TableOpened(
            record.game, record.ruleset, record.seats, record.options, access, by or UUID(int=0), (), judged.cards
        ),
        e.RecordImported(by, record.stream[:64], judged.head, judged.digest, judged.proof),
        e.MatchStarted(match),
    ]
    since = microseconds(now)
    ledger.begin_whole(table_id, [(e.KINDS.encoded(events), Cause(None, actor, None, since))])
    batches = [
        (
            [NewEvent(entry.kind, entry.version, entry.payload) for entry in batch.entries],
            Cause(None, actor, batch.meta, batch.at or judged.played_at or since),
        )
        for batch in record.batches
    ]
    ledger.begin_whole(match, batches, judged.payloads)
    table = e.TableFold(table_id)
    for event in events:
        table.apply(event, now)
    changing.save_table(table)
    RecordLabels.objects.update_or_create(
        table_id=table_id,
        defaults={
            "by": by,
            "names": list(judged.labels.names),
            "event": judged.labels.event,
            "site": judged.labels.site,
        },
    )
    row = _row(judged, match, table, batches)
    row.save(force_insert=True)
    own = [fact for fact in judged.facts if not is_beside(fact)]
    changing.note_brought_cards(match, judged.game, own)
    in_archive = copy(row)
    in_archive.batches = 1 + _end_of(batches)
    in_force = own
    if len(own) < len(judged.facts):
        in_force = [fact for fact in line_in_force(judged.facts) if not is_beside(fact)]
    rows, seats = changing.table_row(table), changing.seat_rows(table)
    archive.ended(in_archive, rows, seats, judged.game, in_force, judged.state)


def _row(judged: Judged, match: UUID, table: e.TableFold, batches: Sequence[Written]) -> Match:
    """The match's row, as the ledger's events would make it again."""
    first, last = batches[0][1].at, batches[-1][1].at
    assert first is not None
    assert last is not None
    row, game = changing.new_match(match, table, moment(first)), judged.game
    if any(map(is_beside, judged.facts)):
        folded = projection.FoldedMatch(row, game, game.initial(), row.automatic)
        folded.take(list(_as_stored(match, batches)))
        return folded.row
    for _, cause in batches:
        decision = (cause.meta or {}).get("decision")
        if decision and decision["kind"] == CONCEDE:
            changing.concede(row, decision["seat"])
    row.batches = len(batches)
    changing.settle(row, game, judged.state, len(judged.facts), moment(last))
    row.ended_at = moment(batches[_end_of(batches)][1].at or 0)
    return row


def _end_of(batches: Sequence[Written]) -> int:
    """The number of the batch that ends the match: the last one, or that before the closing ceremony."""
    behind = range(len(batches) - 1, -1, -1)
    return next(n for n in behind if any(event.kind in ENDS for event in batches[n][0]))


def _as_stored(match: UUID, batches: Iterable[Written]) -> Iterator[StoredEvent]:
    seq = 0
    for events, cause in batches:
        at, length, meta = moment(cause.at or 0), len(events), cause.meta
        for number, event in enumerate(events):
            seq += 1
            batch, beside = (None, None) if number else (length, meta)
            yield StoredEvent(match, seq, *event, at, b"", 0, batch, None, None, beside, None)
