"""A judged record becomes a table and a match, whole or not at all. What is the same is there once.

The table's stream says that the match was imported, by whom, and what could be proved. Nobody sits at it, so it counts
for nobody; the names of the record stand beside it (``RecordLabels``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import Q

from elekt_core.contract import CONCEDE, Event
from elekt_core.record.facts import is_beside
from elekt_core.record.record import Record, record_of_stored
from elekt_core.record.takeback import in_force as line_in_force
from ledger import bulk, collector, store
from ledger import changing as ledger
from ledger.errors import StaleVersion
from ledger.events import Cause, Encoded, encoded, microseconds, moment

from .. import changing, projection
from ..archive import readmodels as archive
from ..archive.essence import Essences, essences_of
from ..archive.models import ArchivedGame, ArchivedSeat
from ..cardlists.models import BroughtCard
from ..games import game_of
from ..models import Match, Seat, Table
from ..play.services import player_actor
from ..scribe.keeping import match_of
from ..scribe.models import Scribing
from ..tables import events as e
from .judged import Judged, digest_of
from .models import RecordLabels

STAFF = "import"
"""Who brings in what those who run the server import."""
OURS = uuid5(NAMESPACE_OID, "imported record")
"""Where the ids of imported matches are from. What is the same match has the same id, in whatever form it comes, so
that of two who import it at once one is told by the ledger that it is there."""
ENDS = (projection.GAME_ENDED, "play_stopped", "play_abandoned", "result_told")


@dataclass(frozen=True, slots=True)
class Stored:
    """The match, and whether it was there before."""

    match: UUID
    same: bool = False


def _id_from(told: str) -> UUID:
    return uuid5(OURS, told)


def _id_of(judged: Judged, essences: Essences) -> UUID:
    if not judged.seen_by:
        return _id_from(essences.essence)
    return _id_from(essences.seen_by_all if judged.began or not judged.coarse else judged.digest)


def store_record(
    judged: Judged, *, by: UUID | None, access: str, now: datetime, also: Callable[[Stored], None] | None = None
) -> Stored:
    """In one transaction, with what ``also`` writes. The match that is the same is looked for first."""
    essences = _essences(judged, judged.began)
    match = _id_of(judged, essences)
    found = _same([judged], [essences])[0]
    try:
        with transaction.atomic():
            if found is None:
                rows = Rows()
                _write(judged, match, by, access, now, essences, rows)
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
    brought: list[tuple[str, str]] = field(default_factory=list)
    games: list[ArchivedGame] = field(default_factory=list)
    archived_seats: list[ArchivedSeat] = field(default_factory=list)
    cards: list[archive.CardRow] = field(default_factory=list)

    def save(self) -> None:
        Table.objects.bulk_create(self.tables)
        Seat.objects.bulk_create(self.seats)
        RecordLabels.objects.bulk_create(self.labels)
        Match.objects.bulk_create(self.matches)
        ArchivedGame.objects.bulk_create(self.games)
        ArchivedSeat.objects.bulk_create(self.archived_seats)
        bulk.insert_texts(BroughtCard, ("match", "card"), self.brought)
        archive.save_cards(self.cards)


def store_all(judged: Sequence[Judged], *, by: UUID | None, access: str, now: datetime) -> list[Stored]:
    """Several in one transaction, for who imports thousands: all of them, or none."""
    try:
        return _store_together(judged, by, access, now)
    except (StaleVersion, IntegrityError):  # somebody else imports the same
        with transaction.atomic():
            return [store_record(one, by=by, access=access, now=now) for one in judged]


def _store_together(judged: Sequence[Judged], by: UUID | None, access: str, now: datetime) -> list[Stored]:
    rows, told, coming = Rows(), list[Stored](), dict[UUID, UUID]()
    told_by = [_essences(one, one.began) for one in judged]
    with collector.paused(), transaction.atomic():
        for one, essences, same in zip(judged, told_by, _same(judged, told_by), strict=True):
            match = _id_of(one, essences)
            found = same or coming.get(match)
            if found is None:
                _write(one, match, by, access, now, essences, rows)
                coming[match] = match
                coming.setdefault(_id_from(essences.seen_by_all), match)  # what somebody saw of it
            told.append(Stored(found or match, found is not None))
        rows.save()
    return told


def _same(judged: Sequence[Judged], essences: Sequence[Essences]) -> list[UUID | None]:
    """The match that each record is of: imported before, or played here, whoever may see it."""
    # the second is the id that an import was given when that followed from its digest
    ids = [(_id_of(one, told), _id_from(one.digest)) for one, told in zip(judged, essences, strict=True)]
    here = set(Match.objects.filter(id__in={id_ for both in ids for id_ in both}).values_list("id", flat=True))
    whole = [told.essence for told in essences]
    known = ArchivedGame.objects.filter(essence__in=whole, recorded=False).order_by("-match")
    matches = dict(known.values_list("essence", "match"))
    seen = _looked_at([(one, told) for one, told in zip(judged, essences, strict=True) if one.seen_by])
    found = [
        next((id_ for id_ in both if id_ in here), None)
        or (seen(one, told) if one.seen_by else matches.get(told.essence))
        for one, both, told in zip(judged, ids, essences, strict=True)
    ]
    played = _named([one for one, same in zip(judged, found, strict=True) if same is None and not one.seen_by])
    return [same or _played(one, played) for one, same in zip(judged, found, strict=True)]


class _Known(NamedTuple):
    """A match that somebody has seen, or that a recorded game becomes once it is kept."""

    match: UUID
    began: datetime
    seen_by_all: str


def _looked_at(judged: Sequence[tuple[Judged, Essences]]) -> Callable[[Judged, Essences], UUID | None]:
    """Finds the match that somebody saw, from wherever it is known here: wholly, or from another seat. So nobody
    publishes a game that others want for themselves by what one seat saw of it."""
    if not judged:
        return lambda one, essences: None
    ids = [id_ for one, _ in judged if (id_ := _stream(one)) is not None]
    publics = [essences.seen_by_all for _, essences in judged]
    recordings = {
        row.id: _Known(match_of(row.id), row.begun_at, row.seen_by_all)
        for row in Scribing.objects.filter(Q(id__in=ids) | Q(seen_by_all__in=publics)).order_by("-id")
    }
    archived = ArchivedGame.objects.filter(seen_by_all__in=publics).order_by("-match")
    matches = {one.seen_by_all: one.match for one in recordings.values()}
    matches |= dict(archived.values_list("seen_by_all", "match"))
    ended = {row.id: row for row in Match.objects.filter(id__in=ids, ended_at__isnull=False)}
    told = dict(ArchivedGame.objects.filter(match__in=ended).values_list("match", "seen_by_all"))
    named = recordings | {id_: _Known(id_, row.started_at, told.get(id_, "")) for id_, row in ended.items()}

    def find(one: Judged, essences: Essences) -> UUID | None:
        known = named.get(_stream(one) or UUID(int=0))
        if known is not None and known.seen_by_all == _essences(one, known.began).seen_by_all:
            return known.match
        return matches.get(essences.seen_by_all) if one.began or not one.coarse else None

    return find


def _named(judged: Sequence[Judged]) -> dict[UUID, Match]:
    """Matches that were played here under the ids that the records name."""
    ids = [id_ for one in judged if (id_ := _stream(one)) is not None]
    rows = Match.objects.filter(id__in=ids, ended_at__isnull=False, table__imported__isnull=True) if ids else ()
    return {row.id: row for row in rows}


def _stream(judged: Judged) -> UUID | None:
    try:
        return UUID(judged.record.stream)
    except ValueError:
        return None


def _played(judged: Judged, named: Mapping[UUID, Match]) -> UUID | None:
    id_ = _stream(judged)
    row = None if id_ is None else named.get(id_)
    if row is None or row.game != judged.record.game:
        return None
    here = record_of_stored(game_of(row), row.id, store.stored(row.id))
    return row.id if digest_of(here) == judged.digest else None


def _essences(judged: Judged, began: datetime | None) -> Essences:
    record, facts, texts = judged.record, _in_force(judged), _texts(judged)
    return essences_of(judged.game, record.ruleset, record.seats, record.options, facts, judged.coarse, began, texts)


def _texts(judged: Judged) -> Sequence[bytes]:
    """The payloads of the facts in force, where all are the game's own and in their newest notation."""
    newest = judged.game.event_versions.get
    if judged.has_beside or any(entry.version != newest(entry.kind, 1) for entry in judged.record.entries):
        return ()
    return judged.payloads


def _in_force(judged: Judged) -> Sequence[Event]:
    """The game's own facts that lead to the end."""
    if not judged.has_beside:
        return judged.facts
    return [fact for fact in line_in_force(judged.facts) if not is_beside(fact)]


def _write(
    judged: Judged, match: UUID, by: UUID | None, access: str, now: datetime, essences: Essences, rows: Rows
) -> None:
    record, actor = judged.record, STAFF if by is None else player_actor(by)
    table_id = uuid5(match, "table")
    events: list[e.TableEvent] = [
        e.TableOpened(
            record.game, record.ruleset, record.seats, record.options, access, by or UUID(int=0), (), judged.cards
        ),
        e.RecordImported(by, record.stream[:64], judged.head, judged.digest, judged.proof),
        *([e.RecordIsPartial(judged.seen_by)] if judged.seen_by else []),
        *([e.RecordIsCoarse(judged.detail)] if judged.detail else []),
        e.MatchStarted(match),
    ]
    since = microseconds(now)
    ledger.begin_whole(table_id, [encoded(e.KINDS.encoded(events), Cause(None, actor, None, since))])
    ats = [batch.at or judged.played_at or since for batch in record.batches]
    ledger.begin_whole(match, _encoded(judged, actor, ats))
    table = e.TableFold(table_id)
    for event in events:
        table.apply(event, now)
    rows.tables.append(changing.table_row(table))
    rows.seats += changing.seat_rows(table)
    said = judged.labels
    rows.labels.append(RecordLabels(table_id=table_id, by=by, names=list(said.names), event=said.event, site=said.site))
    row = _row(judged, match, table, ats)
    rows.matches.append(row)
    own = [fact for fact in judged.facts if not is_beside(fact)] if judged.has_beside else judged.facts
    rows.brought += [(match.hex, card) for card in changing.brought_cards(judged.game, own)]
    in_archive = copy(row)
    in_archive.batches = 1 + _end_of(record)
    own, seated, coarse = _in_force(judged), changing.seat_rows(table), judged.coarse
    if coarse:
        essences = _essences(judged, row.started_at)
    game, seats, cards = archive.rows_of(
        in_archive, rows.tables[-1], seated, judged.game, own, judged.state, coarse, said.names, essences
    )
    rows.games.append(game)
    rows.archived_seats += seats
    rows.cards += cards


def _encoded(judged: Judged, actor: str, ats: Sequence[int]) -> Iterator[Encoded]:
    payloads = iter(judged.payloads)
    for batch, meta, at in zip(judged.record.batches, judged.metas, ats, strict=True):
        facts = [(entry.kind, entry.version, next(payloads)) for entry in batch.entries]
        yield Encoded(facts, Cause(None, actor, batch.meta, at), meta)


def _row(judged: Judged, match: UUID, table: e.TableFold, ats: Sequence[int]) -> Match:
    """The match's row, as the ledger's events would make it again. ``ats`` are the times of the batches."""
    record, game = judged.record, judged.game
    row = changing.new_match(match, table, moment(ats[0]))
    if judged.has_beside:
        folded = projection.FoldedMatch(row, game, game.initial(), row.automatic)
        folded.take(list(projection.as_stored(match, record.batches, ats)))
        return folded.row
    for batch in record.batches:
        decision = batch.decision
        if decision and decision["kind"] == CONCEDE:
            changing.concede(row, decision["seat"])
    row.batches = len(record.batches)
    changing.settle(row, game, judged.state, len(judged.facts), moment(ats[-1]))
    row.ended_at = moment(ats[_end_of(record)])
    return row


def _end_of(record: Record) -> int:
    """The number of the batch that ends the match: the last one, or that before the closing ceremony."""
    behind = range(len(record.batches) - 1, -1, -1)
    return next(n for n in behind if any(entry.kind in ENDS for entry in record.batches[n].entries))
