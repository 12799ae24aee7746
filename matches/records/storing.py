"""A judged record becomes a table and a match, whole or not at all. What is the same is there once.

The table's stream says that the match was imported, by whom, and what could be proved. Nobody sits at it, so it counts
for nobody; the names of the record stand beside it (``RecordLabels``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import IntegrityError, transaction

from elekt_core.contract import CONCEDE, Event
from elekt_core.record.facts import is_beside
from elekt_core.record.record import record_of_stored
from elekt_core.record.takeback import in_force as line_in_force
from ledger import changing as ledger
from ledger import collector, store
from ledger.errors import StaleVersion
from ledger.events import Cause, NewEvent, StoredEvent, microseconds, moment

from .. import changing, projection
from ..archive import readmodels as archive
from ..archive.essence import essence_of, essence_of_payloads
from ..archive.models import ArchivedCard, ArchivedGame, ArchivedSeat
from ..cardlists.models import BroughtCard
from ..games import game_of
from ..models import Match, Seat, Table
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
    match, essence = match_id_of(judged.digest), _essence(judged)
    found = _same(judged, match, essence)
    try:
        with transaction.atomic():
            if found is None:
                rows = Rows()
                _write(judged, match, by, access, now, essence, rows)
                rows.save()
            stored = Stored(found or match, found is not None)
            if also is not None:
                also(stored)
            return stored
    except (StaleVersion, IntegrityError):
        if Match.objects.filter(id=match).exists():  # somebody else has just imported it
            return store_record(judged, by=by, access=access, now=now, also=also)
        raise


@dataclass(slots=True)
class Rows:
    """The read models of several matches, which are written together."""

    tables: list[Table] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    labels: list[RecordLabels] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    brought: list[BroughtCard] = field(default_factory=list)
    games: list[ArchivedGame] = field(default_factory=list)
    archived_seats: list[ArchivedSeat] = field(default_factory=list)
    cards: list[ArchivedCard] = field(default_factory=list)

    def save(self) -> None:
        Table.objects.bulk_create(self.tables)
        Seat.objects.bulk_create(self.seats)
        RecordLabels.objects.bulk_create(self.labels)
        Match.objects.bulk_create(self.matches)
        BroughtCard.objects.bulk_create(self.brought, ignore_conflicts=True)
        ArchivedGame.objects.bulk_create(self.games)
        ArchivedSeat.objects.bulk_create(self.archived_seats)
        ArchivedCard.objects.bulk_create(self.cards)


def batched(judged: Sequence[Judged], size: int) -> Iterator[Sequence[Judged]]:
    for first in range(0, len(judged), size):
        yield judged[first : first + size]


def store_all(judged: Sequence[Judged], *, by: UUID | None, access: str, now: datetime) -> list[Stored]:
    """Several in one transaction, for who imports thousands: all of them, or none."""
    try:
        return _store_together(judged, by, access, now)
    except (StaleVersion, IntegrityError):  # somebody else imports the same
        with transaction.atomic():
            return [store_record(one, by=by, access=access, now=now) for one in judged]


def _store_together(judged: Sequence[Judged], by: UUID | None, access: str, now: datetime) -> list[Stored]:
    rows, told, coming = Rows(), list[Stored](), dict[str, UUID]()
    with collector.paused(), transaction.atomic():
        for one in judged:
            match, essence = match_id_of(one.digest), _essence(one)
            found = coming.get(essence) or _same(one, match, essence)
            if found is None:
                _write(one, match, by, access, now, essence, rows)
                coming[essence] = match
            told.append(Stored(found or match, found is not None))
        rows.save()
    return told


def _same(judged: Judged, match: UUID, essence: str) -> UUID | None:
    """The match that this record is of: imported before, or played here, whoever may see it."""
    if Match.objects.filter(id=match).exists():
        return match
    known = ArchivedGame.objects.filter(essence=essence, recorded=False).values_list("match", flat=True).first()
    if known is not None:
        return known
    try:
        played = UUID(judged.record.stream)
    except ValueError:
        return None
    row = Match.objects.filter(id=played, game=judged.record.game, ended_at__isnull=False).first()
    if row is None or Table.objects.filter(match=played, imported__isnull=False).exists():
        return None
    here = record_of_stored(game_of(row), played, store.stored(played))
    return played if digest_of(here) == judged.digest else None


def _essence(judged: Judged) -> str:
    record, game = judged.record, judged.game
    entries = record.entries
    is_plain = not any(map(is_beside, judged.facts))
    if is_plain and all(entry.version == game.event_versions.get(entry.kind, 1) for entry in entries):
        told = ((one.kind, one.payload, text) for one, text in zip(entries, judged.payloads, strict=True))
        return essence_of_payloads(game, record.ruleset, record.seats, record.options, told)
    return essence_of(game, record.ruleset, record.seats, record.options, _in_force(judged))


def _in_force(judged: Judged) -> Sequence[Event]:
    """The game's own facts that lead to the end."""
    if not any(map(is_beside, judged.facts)):
        return judged.facts
    return [fact for fact in line_in_force(judged.facts) if not is_beside(fact)]


def _write(judged: Judged, match: UUID, by: UUID | None, access: str, now: datetime, essence: str, rows: Rows) -> None:
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
    rows.tables.append(changing.table_row(table))
    rows.seats += changing.seat_rows(table)
    said = judged.labels
    rows.labels.append(RecordLabels(table_id=table_id, by=by, names=list(said.names), event=said.event, site=said.site))
    row = _row(judged, match, table, batches)
    rows.matches.append(row)
    own = [fact for fact in judged.facts if not is_beside(fact)]
    rows.brought += changing.brought_cards(match, judged.game, own)
    in_archive = copy(row)
    in_archive.batches = 1 + _end_of(batches)
    game, seats, cards = archive.rows_of(
        in_archive, rows.tables[-1], changing.seat_rows(table), judged.game, _in_force(judged), judged.state, essence
    )
    rows.games.append(game)
    rows.archived_seats += seats
    rows.cards += cards


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
