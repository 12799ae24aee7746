"""The streams of tables and matches, as ``ledger.changing`` changes them, and the rows that lists and rights are read
from: written with the events they follow from, and rebuilt from them by the same functions (``projection``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from msgspec import to_builtins

from elekt_core.chance import SeededChance
from elekt_core.contract import CONCEDE, Decision, Event, Game, Notation, Setup
from elekt_core.record import match as core_match
from elekt_core.record.branch import ALL_CARDS, PlayedOn
from elekt_core.record.facts import is_beside
from elekt_core.record.record import encode_entry, encode_meta
from elekt_core.record.seats import StandInCalled
from elekt_core.record.takeback import TakenBack, line_of
from ledger import changing, store
from ledger.changing import Folds, Kept, Streams
from ledger.events import NewEvent
from web.errors import NotFound, of_ledger

from . import after_commit, telling
from .archive import readmodels as archive
from .cardlists.models import BroughtCard
from .clocks import hours
from .clocks import start as clocks
from .clocks.beside import Beside, beside_of
from .clocks.controls import control_of, is_live
from .clocks.course import first_to_fall
from .games import game_of
from .models import Invitation, Match, Seat, Secret, Table
from .play import warm_rows
from .play.timeline import Timeline, timelines
from .solo import readmodels as solo
from .stopped import stop
from .tables import rating
from .tables.events import KINDS, InvitationWithdrawn, TableEvent, TableFold

# --- tables -----------------------------------------------------------------------------------------------


class Tables(Folds[TableFold, TableEvent]):
    kinds = KINDS
    new = TableFold
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[TableFold, Sequence[TableEvent]]) -> None:
        save_table(kept.state)
        gone = [event.player for event in kept.batch if isinstance(event, InvitationWithdrawn)]
        if gone:
            Invitation.objects.filter(table=kept.stream, player__in=gone).delete()
        transaction.on_commit(partial(after_commit.table_changed, kept.stream, kept.version), robust=True)


TABLES = Tables()


def table_row(fold: TableFold) -> Table:
    assert fold.host is not None
    assert fold.opened_at is not None
    branch = fold.branch
    return Table(
        id=fold.id,
        game=fold.game,
        ruleset=fold.ruleset,
        size=len(fold.places),
        options=fold.options,
        cards=fold.cards,
        card_list=fold.card_list,
        access=fold.access,
        host=fold.host,
        rated=fold.rated,
        speed=fold.speed,
        time=None if fold.time is None else to_builtins(fold.time),
        takebacks=fold.takebacks,
        spectators=None if fold.spectators is None else to_builtins(fold.spectators),
        imported=_imported(fold),
        recorded=_recorded(fold),
        reviewed=fold.reviewed,
        status=fold.status,
        match=fold.match,
        opened_at=fold.opened_at,
        source=branch.source if branch else None,
        source_at=branch.event if branch else None,
        source_seen_by=branch.seen_by if branch else None,
        version=fold.version,
    )


def _imported(fold: TableFold) -> dict[str, Any] | None:
    if fold.imported is None:
        return None
    partial = {"seen_by": fold.partial} if fold.partial else {}
    return {**to_builtins(fold.imported), **partial, **_coarse(fold)}


def _recorded(fold: TableFold) -> dict[str, Any] | None:
    if fold.recorded is None:
        return None
    return {**to_builtins(fold.recorded), "agreed": sorted(map(str, fold.agreed)), **_coarse(fold)}


def _coarse(fold: TableFold) -> dict[str, Any]:
    return {"detail": fold.detail} if fold.detail else {}


def seat_rows(fold: TableFold) -> list[Seat]:
    return [
        Seat(
            table_id=fold.id,
            number=number,
            player=place.player,
            bot=place.bot,
            reserved=fold.reserved_for(number),
            playing=fold.match is not None and place.player is not None and fold.recorded is None,
        )
        for number, place in enumerate(fold.places)
    ]


def invitation_rows(fold: TableFold) -> list[Invitation]:
    return [Invitation(table_id=fold.id, player=player) for player in fold.invited]


def save_table(fold: TableFold) -> None:
    """Write a table as it stands. There are few seats, so all are written."""
    row = table_row(fold)
    if Table.objects.filter(id=fold.id).exists():
        row.save(force_update=True)
        Seat.objects.filter(table=fold.id).delete()
    else:
        row.save(force_insert=True)
        Invitation.objects.bulk_create(invitation_rows(fold))
    Seat.objects.bulk_create(seat_rows(fold))


# --- matches ----------------------------------------------------------------------------------------------


def start_match(match_id: UUID, table: TableFold, actor: str, seed: bytes, at: datetime) -> None:
    """Start the match of a table that is now full, in the same transaction and at the same moment."""
    game = game_of(table)
    setup = Setup(table.game, table.ruleset, len(table.places), table.options)
    state, first = core_match.start(game, setup, SeededChance(seed))
    began = clocks.begin(table, game, state)
    first = replace(first, events=(*first.events, *_branch(table), *began.facts))
    facts = match_events(game, first.events)
    appended = changing.begin(match_id, facts, at=at, actor=actor, meta=encode_meta(game, first))
    Secret.objects.create(match=match_id, seed=seed)
    row = new_match(match_id, table, appended.at)
    take_batch(row, game, state, None, appended.version, appended.at)
    take_beside(row, Beside(began.clocks))
    control = control_of(table.time)
    hours.use(control, [place.player for place in table.places], began.facts, began.clocks)
    row.save(force_insert=True)
    if row.ended_at is not None:
        nobody_plays([row])
        own = [fact for fact in first.events if not is_beside(fact)]
        archive.ended(row, table_row(table), seat_rows(table), game, own, state)
    note_brought_cards(match_id, game, [fact for fact in first.events if not is_beside(fact)])
    telling.moved(row, seat_rows(table), 0, is_live=is_live(control))
    transaction.on_commit(partial(after_commit.match_moved, row), robust=True)


def _branch(table: TableFold) -> tuple[Event, ...]:
    """What the record says of the match that this one goes on from."""
    branch = table.branch
    if branch is None:
        return ()
    seen_by = ALL_CARDS if branch.seen_by is None else branch.seen_by
    return (PlayedOn(str(branch.source), branch.event, branch.head, seen_by),)


@dataclass(frozen=True, slots=True)
class Playing:
    """A match being decided on: its row, its seats, and its timeline up to ``version``. Other threads may move that
    on."""

    row: Match
    seats: Sequence[Seat]
    timeline: Timeline
    version: int


@dataclass(frozen=True, slots=True)
class Move:
    """What followed from a decision at ``version``, or from a clock or a takeback, and the ``state`` after it."""

    game: Game[Any]
    batch: core_match.Batch
    state: Any


class Matches(Streams[Playing, Move]):
    def load(self, stream: UUID) -> Playing:
        warm = warm_rows.get(stream)
        if warm is None:
            raise NotFound("unknown_match", match=str(stream))
        row = warm_rows.changeable(warm)
        timeline = timelines.get(stream, lambda: game_of(row))
        timeline.catch_up(at_least=row.version)
        return Playing(row, warm.seats, timeline, row.version)

    def version(self, state: Playing) -> int:
        return state.version

    def encoded(self, batch: Move) -> tuple[Sequence[NewEvent], Mapping[str, Any]]:
        return match_events(batch.game, batch.batch.events), encode_meta(batch.game, batch.batch)

    def after(self, state: Playing, batch: Move, at: datetime) -> Playing:
        return state

    def keep(self, kept: Kept[Playing, Move]) -> None:
        row, timeline, move = kept.state.row, kept.state.timeline, kept.batch
        waited_for = row.awaited & ~row.automatic
        facts = move.batch.events
        if any(isinstance(fact, TakenBack) for fact in facts):
            seats = conceded(row.id, [*timeline.events[: kept.state.version], *facts])
            concede_again(row, bots(row.table_id), seats)
        take_batch(row, move.game, move.state, move.batch.decision, kept.version, kept.at)
        beside = beside_of(timeline, kept.state.version).take(facts)
        take_beside(row, beside)
        control = control_of(row.table.time)
        hours.use(control, [seat.player for seat in kept.state.seats], facts, beside.clocks)
        stop(row, facts, kept.at)
        save_moved(row)
        own = [fact for fact in facts if not is_beside(fact)]
        note_brought_cards(row.id, move.game, own)
        if row.ended_at == kept.at:
            nobody_plays([row])
            solo.match_ended(row, move.game, move.state, [*timeline.in_force(kept.state.version), *own])
            facts_in_force = [*timeline.in_force(kept.state.version), *own]
            archive.ended(row, row.table, kept.state.seats, move.game, facts_in_force, move.state)
            rating.match_ended(row, kept.actor, stood_in=_was_stood_in(kept))
        telling.moved(row, kept.state.seats, waited_for, is_live=is_live(control))
        transaction.on_commit(partial(warm_rows.moved, row), robust=True)
        transaction.on_commit(partial(timeline.extend, kept.state.version, facts, kept.at), robust=True)
        transaction.on_commit(partial(after_commit.match_moved, row), robust=True)

    refusal = staticmethod(of_ledger)


MATCHES = Matches()
KeptMatch = Kept[Playing, Move]


MOVING = ("version", "batches", "last_at", "awaited", "automatic", "conceded", "stood_in", "due", "falls_at")
"""What a decision changes of a match that goes on."""


def save_moved(row: Match) -> None:
    """Write the row after a batch: every decision does, and ``save`` takes four times as long to say it."""
    if row.ended_at is not None:
        row.save(force_update=True)
        return
    fields = {field.name: field for field in Match._meta.concrete_fields}
    values = [fields[name].get_db_prep_save(getattr(row, name), connection) for name in (*MOVING, "id")]
    with connection.cursor() as cursor:
        cursor.execute(_MOVED, values)


_MOVED = f"UPDATE matches_match SET {', '.join(f'{name} = %s' for name in MOVING)} WHERE id = %s"  # noqa: S608


def match_events(game: Notation[Any], batch: Sequence[Event]) -> list[NewEvent]:
    """A game's facts, as its stream stores them."""
    encoded = (encode_entry(game, event, 0) for event in batch)
    return [NewEvent(entry.kind, entry.version, entry.payload) for entry in encoded]


def conceded(match_id: UUID, facts: Sequence[Event]) -> set[int]:
    """The seats that have conceded, given these facts that are in force, the first of the match."""
    line = line_of(facts)
    stored = [event for event in store.read(match_id, upto=len(facts)) if event.batch and line.in_force(event.seq)]
    decisions = [event.meta["decision"] for event in stored if "decision" in event.meta]
    return {decision["seat"] for decision in decisions if decision["kind"] == CONCEDE}


def _was_stood_in(kept: Kept[Playing, Move]) -> bool:
    """Whether a bot has decided in a player's place, in what is in force at the end."""
    known = [*kept.state.timeline.events[: kept.state.version], *kept.batch.batch.events]
    called = {fact.seat for fact in known if isinstance(fact, StandInCalled)}
    if not called:
        return False
    line = line_of(known)
    return any(
        event.batch
        and line.in_force(event.seq)
        and "decision" in event.meta
        and event.meta["decision"]["seat"] in called
        for event in store.read(kept.stream, upto=kept.version)
        if (event.actor or "").startswith("bot:")
    )


def new_match(match_id: UUID, table: TableFold, at: datetime) -> Match:
    """The row of a match in which nothing has happened yet."""
    return Match(
        id=match_id,
        table_id=table.id,
        game=table.game,
        ruleset=table.ruleset,
        cards=table.cards,
        seen_by=table.seen_by,
        version=0,
        batches=0,
        started_at=at,
        last_at=at,
        awaited=0,
        automatic=sum(1 << number for number, place in enumerate(table.places) if place.bot),
        conceded=0,
        due=False,
        ranks=[],
        scores=[],
    )


def take_batch(row: Match, game: Game[Any], state: Any, decision: Decision | None, version: int, at: datetime) -> None:
    """Apply a batch to the row: ``state`` is the position after it, ``decision`` what it came from."""
    if decision is not None and decision.kind == CONCEDE:
        concede(row, decision.seat)
    row.batches += 1
    settle(row, game, state, version, at)


def concede(row: Match, seat: int) -> None:
    """From now on the platform answers for that seat."""
    row.conceded |= 1 << seat
    row.automatic |= 1 << seat


def take_beside(row: Match, beside: Beside) -> None:
    """Called after ``take_batch``: update whose flag may fall next, and for whom a bot plays."""
    row.falls_at = None if row.ended_at is not None else first_to_fall(beside.clocks)
    left, row.stood_in = row.stood_in, beside.stood_in
    if left != row.stood_in:
        row.automatic = (row.automatic & ~left) | row.stood_in | row.conceded
        row.due = row.awaited & row.automatic != 0


def bots(table_id: UUID) -> int:
    """Bit mask of the seats of a table that have a bot."""
    numbers = Seat.objects.filter(table=table_id).exclude(bot="").values_list("number", flat=True)
    return sum(1 << number for number in numbers)


def concede_again(row: Match, bots: int, seats: Iterable[int]) -> None:
    """After a takeback: exactly these seats have conceded. ``bots`` is the bit mask of the seats that have a bot."""
    row.automatic, row.conceded = bots | row.stood_in, 0
    for seat in seats:
        concede(row, seat)


def settle(row: Match, game: Game[Any], state: Any, version: int, at: datetime) -> None:
    """Update where the match stands now."""
    row.version, row.last_at = version, at
    row.awaited = 0
    for question in game.awaiting(state):
        if not question.optional:
            row.awaited |= 1 << question.seat
    row.due = row.awaited & row.automatic != 0
    outcome = game.outcome(state)
    if outcome is not None and row.ended_at is None:
        row.ended_at = at
        row.winner, row.termination = outcome.winner, outcome.termination
        row.ranks, row.scores = list(outcome.ranks), list(outcome.scores)
        row.automata = [[automaton.name, automaton.rank, automaton.score] for automaton in outcome.automata]


def nobody_plays(ended: Iterable[Match]) -> None:
    """These matches are over: they no longer wait for anybody's turn."""
    Seat.objects.filter(table__in=[row.table_id for row in ended], playing=True).update(playing=False)


def note_brought_cards(match: UUID, game: Game[Any], facts: Iterable[Event]) -> None:
    """Record cards that came into play in public (``Game.brings``), so that a running match reveals by them only what
    its log does. In the transaction that stores ``facts``, or again from the ledger: a card is noted once."""
    if cards := brought_cards(game, facts):
        rows = [BroughtCard(match=match, card=card) for card in cards]
        BroughtCard.objects.bulk_create(rows, ignore_conflicts=True)


def brought_cards(game: Game[Any], facts: Iterable[Event]) -> list[str]:
    return sorted({id_ for fact in facts for id_ in game.brings(fact)})
