"""Undoing the latest change: the state becomes exactly the one before it."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.events import StoredEvent
from web.errors import Conflict

from . import events as e
from .consent.events import OBJECTING
from .events import KINDS, TournamentEvent
from .evolve import fold, undone
from .state import State

LASTING = (
    e.TournamentOpened,
    e.TableCalled,
    e.GamePlayed,
    e.MatchRewound,
    e.MatchStopped,
    e.EntryConfirmed,
    *OBJECTING,
)
"""What has been seen outside the tournament, a table that was opened, a match that was played; and what players alone
say, or is said to them: that they agree, or object."""


def latest(state: State, stored: Sequence[StoredEvent], remark: UUID | None) -> e.Undone:
    """The event that undoes the last batch that still counts. Raises Conflict if it cannot be undone."""
    read = [KINDS.read(event) for event in stored]
    gone = undone(read)
    for event in reversed(stored):
        if event.batch is None or event.seq in gone or isinstance(read[event.seq - 1], e.Undone):
            continue
        batch = read[event.seq - 1 : event.seq - 1 + event.batch]
        if event.actor == "match" or any(isinstance(one, LASTING) or _leaves(state, one, event.actor) for one in batch):
            raise Conflict("cannot_be_undone", kind=event.kind)
        kept = [one for one in stored if one.seq not in gone and not event.seq <= one.seq < event.seq + event.batch]
        called = any(isinstance(one, e.TableCalled) for one in read)  # without one there is nothing to fold for
        if called and _under_way(fold(state.id, kept)) - _under_way(state):
            raise Conflict("cannot_be_undone", kind=event.kind)
        return e.Undone(event.seq, event.seq + event.batch - 1, remark)
    raise Conflict("nothing_to_undo")


def _leaves(state: State, event: TournamentEvent, actor: str | None) -> bool:
    """Whether the entrant has left on their own: nobody else can make them play on. An officer can bring them back."""
    entry = state.entries.get(event.no) if isinstance(event, e.EntrantWithdrew) else None
    return entry is not None and actor == f"player:{entry.player}"


def _under_way(state: State) -> set[UUID | None]:
    """Tables of matches with somebody waited for or playing. They are closed when the tournament gives them up, so that
    nothing brings them back.
    """
    tables = (table for stage in state.stages.values() for table in stage.tables() if not table.is_done)
    return {game.opened for table in tables for game in table.games.values() if game.is_under_way}
