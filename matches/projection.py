"""The read models as the ledger's events make them again: for ``manage.py rebuild``, which shows that nothing else is
in them. In play the same rows are written by the services, with the same functions (``changing``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from elekt_core.contract import CONCEDE, Game
from elekt_core.record.facts import decode_fact, is_beside
from elekt_core.record.match import state_after
from elekt_core.record.record import StoredBatch
from elekt_core.record.takeback import TakenBack
from ledger import store
from ledger.events import StoredEvent, moment
from ledger.projections import Projection

from . import changing
from .cardlists.models import BroughtCard
from .clocks.beside import Beside
from .games import check_rebuildable, game_of
from .models import Invitation, Match, Seat, Table
from .stopped import End, stop
from .tables import events
from .tables.events import KINDS, TableFold

GAME_ENDED = "game_ended"
"""The kind of event, in every game, after which its outcome is known."""


@dataclass(slots=True)
class FoldedMatch:
    """A match on its way through the projection: its row, and the position that the row was made from."""

    row: Match
    game: Game[Any]
    state: Any
    bots: int
    """Mask of the seats that have a bot."""
    left: int = 0
    """Events of the batch at hand that are still to come."""
    ends: bool = False
    """Whether the game ends in the batch at hand. Facts of clocks may stand behind that."""
    beside: Beside = field(default_factory=Beside)
    stopped: End | None = None
    """What has ended it beside the game, in the batch at hand."""

    def copy(self) -> FoldedMatch:
        row = Match(**{field.attname: getattr(self.row, field.attname) for field in Match._meta.concrete_fields})
        return FoldedMatch(row, self.game, self.state.copy(), self.bots, self.left, self.ends, self.beside.copy())

    def take(self, batch: Sequence[StoredEvent]) -> None:
        """Fold what comes next. The match's standing is computed only where it shows: at the last event, at the end.

        It is asked after whole batches only.
        """
        row, state, left, last = self.row, self.state, self.left, batch[-1]
        game, evolve = self.game, self.game.evolve
        for stored in batch:
            if stored.batch:
                left, self.ends = stored.batch, False
                row.batches += 1
                decision = stored.meta.get("decision")
                if decision and decision["kind"] == CONCEDE:
                    changing.concede(row, decision["seat"])
            fact = decode_fact(game, stored.kind, stored.version, stored.payload)
            if not is_beside(fact):
                evolve(state, fact)
            elif isinstance(fact, TakenBack):
                state = self.state = self._went_back(stored)
            else:
                self.beside.take([fact])
            if isinstance(fact, End):
                self.stopped = fact
            left -= 1
            self.ends |= stored.kind == GAME_ENDED
            if not left and (stored is last or self.ends):
                changing.settle(row, game, state, stored.seq, stored.at)
                changing.take_beside(row, self.beside)
                if self.stopped is not None:
                    stop(row, [self.stopped], stored.at)
        self.left, row.version = left, last.seq

    def _went_back(self, taken_back: StoredEvent) -> Any:
        """The position to which a takeback leads. Seats whose concession it undid play again."""
        before = store.read(self.row.id, upto=taken_back.seq)
        facts = [decode_fact(self.game, event.kind, event.version, event.payload) for event in before]
        changing.concede_again(self.row, self.bots, changing.conceded(self.row.id, facts))
        return state_after(self.game, facts)


class TablesAndMatches(Projection):
    name = "matches"
    models = (Table, Seat, Invitation, Match)
    inline = True

    def __init__(self) -> None:
        self._running: dict[UUID, FoldedMatch] = {}
        """Where the matches stand that go on behind this page. A memory only: what it lacks is read anew."""

    def reset(self) -> None:
        check_rebuildable(Match.objects.values_list("game", flat=True).distinct())
        super().reset()
        self._running.clear()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        tables: dict[UUID, list[StoredEvent]] = defaultdict(list)
        others: dict[UUID, list[StoredEvent]] = defaultdict(list)
        """Matches, and whatever else there is: what a match is, the tables know."""
        for _, group in groupby(events, attrgetter("stream.int")):
            some = list(group)
            (tables if some[0].kind in KINDS.names else others)[some[0].stream] += some
        self._apply_tables(tables)
        started = set(Table.objects.filter(match__in=others).values_list("match", flat=True))
        self._apply_matches({stream: batch for stream, batch in others.items() if stream in started})

    def _apply_tables(self, batches: dict[UUID, list[StoredEvent]]) -> None:
        folds = []
        for stream, batch in batches.items():
            fold = _table(stream, upto=batch[0].seq - 1)
            for stored in batch:
                fold.apply(KINDS.read(stored), stored.at)
            folds.append(fold)
        if any(batch[0].seq > 1 for batch in batches.values()):
            Table.objects.filter(id__in=batches).delete()
            Seat.objects.filter(table__in=batches).delete()
            Invitation.objects.filter(table__in=batches).delete()
        Table.objects.bulk_create([changing.table_row(fold) for fold in folds])
        Seat.objects.bulk_create([row for fold in folds for row in changing.seat_rows(fold)])
        Invitation.objects.bulk_create([row for fold in folds for row in changing.invitation_rows(fold)])

    def _apply_matches(self, batches: dict[UUID, list[StoredEvent]]) -> None:
        matches = self._folded_matches(batches)
        for stream, batch in batches.items():
            folded = matches[stream]
            folded.take(batch)
        Match.objects.filter(id__in=batches).delete()
        Match.objects.bulk_create([folded.row for folded in matches.values()])
        changing.nobody_plays(folded.row for folded in matches.values() if folded.row.ended_at is not None)
        for stream, folded in matches.items():
            if folded.row.ended_at is None:
                self._running[stream] = folded
            else:
                self._running.pop(stream, None)

    def _folded_matches(self, batches: dict[UUID, list[StoredEvent]]) -> dict[UUID, FoldedMatch]:
        """Each match as it stands before its batch."""
        new = [stream for stream, batch in batches.items() if batch[0].seq == 1]
        tables = {row.match: row for row in Table.objects.filter(match__in=new).prefetch_related("seat_rows")}
        matches = {}
        for stream, batch in batches.items():
            known = self._running.get(stream)
            if batch[0].seq == 1:
                matches[stream] = _new_match(stream, tables[stream], batch[0])
            elif known is not None and known.row.version == batch[0].seq - 1:
                matches[stream] = known.copy()
            else:
                matches[stream] = _match_again(stream, batch[0].seq - 1)
        return matches


def _table(stream: UUID, upto: int) -> TableFold:
    fold = TableFold(stream)
    for stored in store.read(stream, upto=upto) if upto else ():
        fold.apply(KINDS.read(stored), stored.at)
    return fold


def _new_match(match_id: UUID, table: Table, first: StoredEvent) -> FoldedMatch:
    fold = TableFold(table.id, game=table.game, ruleset=table.ruleset, cards=table.cards)
    if table.recorded is not None:
        fold.recorded = events.GameRecorded(table.host, table.id, table.seen_by)
    else:
        fold.partial = table.seen_by
    fold.places = [events.Place(seat.player, seat.bot) for seat in sorted(_seats(table), key=lambda seat: seat.number)]
    game = game_of(table)
    row = changing.new_match(match_id, fold, first.at)
    return FoldedMatch(row, game, game.initial(), row.automatic)


def _seats(table: Table) -> Iterable[Seat]:
    return table.seat_rows.all()


def _match_again(match_id: UUID, upto: int) -> FoldedMatch:
    """Load it from the ledger, for a match whose beginning was processed by another process."""
    stored = store.read(match_id, upto=upto)
    table = Table.objects.prefetch_related("seat_rows").get(match=match_id)
    folded = _new_match(match_id, table, stored[0])
    folded.take(stored)
    return folded


class BroughtCards(Projection):
    """Runs after tables and matches, which say with which game and cards a match is played."""

    name = "brought_cards"
    models = (BroughtCard,)
    inline = True

    def reset(self) -> None:
        played = Match.objects.filter(id__in=BroughtCard.objects.values("match"))
        check_rebuildable(played.values_list("game", flat=True).distinct())
        super().reset()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        streams: dict[UUID, list[StoredEvent]] = defaultdict(list)
        for event in events:
            streams[event.stream].append(event)
        for row in Match.objects.filter(id__in=streams):
            game = game_of(row)
            facts = (decode_fact(game, e.kind, e.version, e.payload) for e in streams[row.id])
            changing.note_brought_cards(row.id, game, (fact for fact in facts if not is_beside(fact)))


def as_stored(match: UUID, batches: Sequence[StoredBatch], ats: Sequence[int]) -> Iterator[StoredEvent]:
    """What will stand in a stream that is about to be written whole, for who folds it before."""
    for batch, at in zip(batches, map(moment, ats), strict=True):
        length, meta = len(batch.entries), batch.meta
        for number, (seq, kind, version, payload, *_) in enumerate(batch.entries):
            first, beside = (None, None) if number else (length, meta)
            yield StoredEvent(match, seq, kind, version, payload, at, b"", 0, first, None, None, beside, None)
