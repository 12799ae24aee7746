"""A recorded game becomes a match like another: a table at which those sit who played, and a stream of the facts as far
as they were seen. It stands in the games of its players and in the archive; who else finds it, its players say.

What was seen is what the phone of whoever began the recording knows, joined with the hands that others have given:
all else stays hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone

from elekt_core.contract import Event, Game, SeatNo
from elekt_core.errors import CoreError
from elekt_core.record.coarse import MOVES
from elekt_core.record.facts import is_beside
from elekt_core.record.record import Record, StoredBatch, encode_entry
from elekt_core.record.stop import PlayStopped
from elekt_core.scribe import Session, joined
from ledger import changing as ledger
from ledger.changing import Kept
from ledger.events import Cause, Encoded, NewEvent, encoded, microseconds, moment
from players import queries as players
from web.errors import Conflict, NotAllowed, NotFound

from .. import changing, projection
from ..archive import readmodels as archive
from ..archive.models import ArchivedCard, ArchivedGame, ArchivedSeat
from ..games import game_of, seen_by_of
from ..models import Match, RecordLabels, Table
from ..play.services import player_actor
from ..tables import events as t
from . import answers, real_tables
from . import commands as c
from . import events as e
from .events import ALL_HANDS, ScribeEvent, ScribeFold
from .services import SCRIBINGS, ChangedScribing, check_right, is_own, names_typed
from .sessions import at_odds, owed_by, session_of

STANDS_FOR = "recorded game"


def match_of(scribing: UUID) -> UUID:
    """The id of the match that a recorded game becomes."""
    return uuid5(scribing, "match")


def keep(
    scribing: UUID, command: c.Keep, *, by: UUID, decision_id: UUID | None = None, expected_version: int | None = None
) -> ChangedScribing:
    """Raises NotFound (all but the owner, too), Conflict (it is not over)."""
    now, ready = timezone.now(), list[Ready]()

    def decide(fold: ScribeFold) -> Sequence[ScribeEvent]:
        ready.clear()
        if not is_own(fold, by):
            raise NotFound("unknown_scribing", scribing=str(scribing))
        if fold.match is not None:
            return []
        if not fold.can_be_kept:
            raise Conflict("scribe_not_over")
        ready.append(_made_ready(fold, by, now))
        return [e.ScribeKept(ready[0].row.id)]

    return SCRIBINGS.change(
        scribing,
        decide,
        actor=player_actor(by),
        decision_id=decision_id,
        expected_version=expected_version,
        now=now,
        admit=lambda fold: check_right(fold, by),
        also=lambda kept: _write(ready[0]),
    )


@dataclass(frozen=True, slots=True)
class Joining:
    """What a match would be made of. ``seats`` are those whose hands stand in it, ``given`` those that were given or
    are the scribe's own; ``at_odds`` is the first entry of which two of them tell what cannot be together: then none is
    joined. ``unfinished`` have not told everything, or are at odds with what others have entered."""

    session: Session
    seats: tuple[int, ...]
    given: tuple[int, ...]
    unfinished: tuple[int, ...] = ()
    at_odds: int | None = None


def joining(fold: ScribeFold) -> Joining:
    """What the phones know that gave their hands, in one; else what the scribe's phone knows, or spectators saw."""
    assert fold.owner is not None
    own = fold.phones[fold.owner]
    given = set(fold.given) if own != ALL_HANDS else set()
    if own is not None and own != ALL_HANDS:
        given.add(own)
    known = {seat: session_of(fold, seat) for seat in sorted(given)}
    whole = {seat: one for seat, one in known.items() if _knows_all(one, fold, seat)}
    unfinished = tuple(seat for seat in known if seat not in whole)
    alone = own if own in whole or own == ALL_HANDS else next(iter(whole), None) if len(whole) == 1 else None
    at_odds = None
    if len(whole) > 1:
        told = {SeatNo(seat): one.entries for seat, one in whole.items()}
        one = next(iter(whole.values()))
        try:
            together = joined(one.game, one.setup, told, f"{fold.id}")
            return Joining(together, tuple(whole), tuple(known), unfinished)
        except CoreError as error:
            at_odds = error.data["entry"]
    session = whole[alone] if alone in whole else session_of(fold, alone)
    seats = () if session.viewer is None else tuple(range(fold.seats)) if alone == ALL_HANDS else (alone or 0,)
    return Joining(session, seats, tuple(known), unfinished, at_odds)


def _knows_all(session: Session, fold: ScribeFold, viewer: int) -> bool:
    return owed_by(fold, viewer) is None and at_odds(session, fold, viewer) is None


@dataclass(frozen=True, slots=True)
class Ready:
    """All that is written of a game that is kept: both its streams, and the rows that follow from them."""

    scribing: UUID
    owner: UUID
    event: UUID | None
    table: t.TableFold
    table_stream: Encoded
    match_stream: Sequence[Encoded]
    row: Match
    game: Game[Any]
    own: Sequence[Event]
    coarse: Sequence[Event]
    state: Any


def _made_ready(fold: ScribeFold, by: UUID, now: datetime) -> Ready:
    """Called before the transaction: to join what phones know takes long, and others can write meanwhile."""
    assert fold.owner is not None
    session, match = joining(fold).session, match_of(fold.id)
    record = session.record(str(match))
    table = t.TableFold(uuid5(match, "table"))
    events = _table_events(fold, match, record, seen_by_of(session.viewer), session.detail)
    actor, since = player_actor(by), microseconds(now)
    for event in events:
        table.apply(event, now)
    game = game_of(table)
    facts = [fact for entry in session.entries for fact in entry.facts]
    answered = zip(record.batches, answers.beside(session), strict=True)
    batches = [replace(batch, meta={**(batch.meta or {}), **told}) for batch, told in answered]
    if fold.is_broken_off and not fold.ranks:
        end = PlayStopped(())
        facts.append(end)
        batches.append(StoredBatch((encode_entry(game, end, len(facts)),), meta={}))
    ats = [microseconds(one.at) for one in fold.stood]
    ats += [max(ats[-1], since)] * (len(batches) - len(ats))
    whole = [
        encoded(
            [NewEvent(one.kind, one.version, one.payload) for one in batch.entries],
            Cause(None, actor, dict(batch.meta or {}), at),
        )
        for batch, at in zip(batches, ats, strict=True)
    ]
    folded = projection.FoldedMatch(changing.new_match(match, table, moment(ats[0])), game, game.initial(), 0)
    folded.take(list(projection.as_stored(match, batches, ats)))
    return Ready(
        fold.id,
        fold.owner,
        fold.event,
        table,
        encoded(t.KINDS.encoded(events), Cause(None, actor, None, since)),
        whole,
        folded.row,
        game,
        [fact for fact in facts if not is_beside(fact)],
        archive.coarse_of(facts),
        session.view,
    )


def _write(ready: Ready) -> None:
    """Rows under ids that follow from the recorded game's, which nobody else writes: whoever keeps it has appended to
    its stream before, so nobody waits for somebody who waits for them."""
    table, row = ready.table, ready.row
    ledger.begin_whole(table.id, [ready.table_stream])
    ledger.begin_whole(row.id, ready.match_stream)
    changing.save_table(table)
    typed = names_typed(ready.scribing)
    names = [typed.get(seat, "") for seat in range(len(table.places))]
    RecordLabels.objects.update_or_create(table_id=table.id, defaults={"by": ready.owner, "names": names})
    row.save(force_insert=True)
    changing.nobody_plays([row])
    changing.note_brought_cards(row.id, ready.game, ready.own)
    seats = changing.seat_rows(table)
    archive.ended(row, changing.table_row(table), seats, ready.game, ready.own, ready.state, beside=ready.coarse)
    if ready.event is not None:
        real_tables.kept(ready.event, table.id)


def _table_events(fold: ScribeFold, match: UUID, record: Record, seen_by: str, detail: str) -> list[t.TableEvent]:
    """At a tournament's table those sit whom it seats; elsewhere, of whom nobody can know who they are, the scribe."""
    assert fold.owner is not None
    sitting = dict(enumerate(fold.players))
    if fold.event is None:
        sitting = {seat: player for player, seat in fold.phones.items() if seat is not None and seat in fold.hands}
    access = "link" if fold.access == "link" and fold.event is None else "named"
    opened = t.TableOpened(fold.game, fold.ruleset, fold.seats, record.options, access, fold.owner, (), "")
    return [
        opened,
        t.GameRecorded(fold.owner, fold.id, seen_by, fold.event),
        *([] if detail == MOVES else [t.RecordIsCoarse(detail)]),
        *(t.SeatTaken(seat, player) for seat, player in sorted(sitting.items()) if player is not None),
        t.MatchStarted(match),
    ]


# --- who finds it -----------------------------------------------------------------------------------------------


def agree_to_listing(match_id: UUID, *, by: UUID, agrees: bool) -> None:
    """Once all players with an account agree, everybody finds it; where one takes it back, those alone who sat there.
    Where nobody with an account sat there, the scribe decides. Those without one agreed to nothing: the names that were
    typed for them go.

    Raises NotFound, NotAllowed (somebody who did not play).
    """
    row = _recorded(match_id)

    def decide(fold: t.TableFold) -> Sequence[t.TableEvent]:
        assert fold.host is not None
        sitting = set(_with_account(fold).values()) or {fold.host}
        mine = players.profiles(by) & sitting
        if not mine:
            raise NotAllowed("not_your_match", match=str(match_id))
        agreed = fold.agreed | mine if agrees else fold.agreed - mine
        if agreed == fold.agreed:
            return []
        told: list[t.TableEvent] = [t.ListingAgreed(one, agrees) for one in sorted(mine, key=str)]
        access = "anyone" if sitting <= agreed else "named"
        is_open = access == "anyone" or fold.access == "anyone"
        return [*told, t.AccessChanged(access)] if is_open and access != fold.access else told

    def also(kept: Kept[t.TableFold, Sequence[t.TableEvent]]) -> None:
        listed = kept.state.access == "anyone"
        if listed:
            theirs = _with_account(kept.state)
            _forget_names(kept.stream, [seat for seat in range(len(kept.state.places)) if seat not in theirs])
        _list(match_id, listed)

    changing.TABLES.change(row.table_id, decide, actor=player_actor(by), also=also)


def _list(match_id: UUID, listed: bool) -> None:
    for rows in (ArchivedSeat.objects.filter(of=match_id), ArchivedCard.objects.filter(of=match_id)):
        rows.update(listed=listed)
    ArchivedGame.objects.filter(match=match_id).update(listed=listed)


def _forget_names(table: UUID, seats: Collection[int]) -> None:
    """What was typed for these seats."""
    rows = RecordLabels.objects.filter(table_id=table)
    for labels in rows.select_for_update():
        labels.names = ["" if seat in seats else name for seat, name in enumerate(labels.names)]
        labels.save(update_fields=["names"])
    archive.forget_names(rows, seats)


def _with_account(fold: t.TableFold) -> dict[int, UUID]:
    """By seat."""
    sitting = {seat: place.player for seat, place in enumerate(fold.places) if place.player is not None}
    names = players.written_down(sitting.values())
    return {seat: player for seat, player in sitting.items() if player not in names}


def leave(match_id: UUID, *, by: UUID) -> None:
    """A player says: that was not me, or: I do not want to stand there. The seat is nobody's from then on, and the
    match is found by those who sit there alone. Raises NotFound, NotAllowed."""
    row = _recorded(match_id)

    def decide(fold: t.TableFold) -> Sequence[t.TableEvent]:
        mine = players.profiles(by)
        seats = [seat for seat, place in enumerate(fold.places) if place.player in mine]
        if not seats:
            raise NotAllowed("not_your_match", match=str(match_id))
        left: list[t.TableEvent] = [t.SeatLeft(seat) for seat in seats]
        return [*left, t.AccessChanged("named")] if fold.access != "named" else left

    def also(kept: Kept[t.TableFold, Sequence[t.TableEvent]]) -> None:
        left = [event.seat for event in kept.batch if isinstance(event, t.SeatLeft)]
        _forget_names(kept.stream, left)
        ArchivedSeat.objects.filter(of=match_id, seat__in=left).update(player=None)
        _list(match_id, False)

    changing.TABLES.change(row.table_id, decide, actor=player_actor(by), also=also)


def _recorded(match_id: UUID) -> Match:
    row = Match.objects.filter(id=match_id).exclude(seen_by="").first()
    if row is None or not Table.objects.filter(id=row.table_id, recorded__isnull=False).exists():
        raise NotFound("unknown_match", match=str(match_id))
    return row
