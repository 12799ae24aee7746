"""Matches kept warm: each process remembers the decoded events and the folded state of those it has touched lately.

A stale entry costs time, never correctness: whoever uses one first asks the ledger for the head and folds the tail.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from datetime import datetime
from threading import Lock
from typing import Any
from uuid import UUID

from elekt_core.contract import Event, Game
from ledger import store

CHECKPOINT_EVERY = 32
KEPT = 256


class Timeline:
    """One match: append-only lists, so that a reader may use everything up to a version it has seen without a lock."""

    def __init__(self, match_id: UUID, game: Game[Any]) -> None:
        self.match_id = match_id
        self.game = game
        self.events: list[Event] = []
        self.ats: list[datetime] = []
        self.ends: list[int] = []
        """The last event's number of each batch: where somebody had to decide, or the game was over."""
        self.memo: dict[Hashable, Any] = {}
        """For readers that build on the timeline, such as the log: they keep what they have made so far."""
        self._checkpoints = [game.initial()]
        self._head: tuple[int, Any] = (0, game.initial())
        self._lock = Lock()

    @property
    def version(self) -> int:
        return self.ends[-1] if self.ends else 0

    def is_end(self, seq: int) -> bool:
        """Whether a batch ends with event ``seq``."""
        index = bisect_left(self.ends, seq)
        return index < len(self.ends) and self.ends[index] == seq

    def catch_up(self, at_least: int | None = None) -> int:
        """Fold what the ledger has and this timeline has not; the version then.

        Nothing is asked of the ledger where ``at_least`` is enough and is already here.
        """
        wanted = store.version(self.match_id) if at_least is None else at_least
        if wanted > self.version:
            with self._lock:
                known = self.version
                stored = store.read(self.match_id, after=known)
                decoded = [self.game.decode_event(e.kind, e.version, e.payload) for e in stored]
                self._extend(decoded, [e.at for e in stored], _batch_ends(stored))
        return self.version

    def extend(self, after: int, batch: Sequence[Event], at: datetime) -> None:
        """Take over a batch that was just stored behind version ``after``; without effect if it is not the next one."""
        with self._lock:
            if self.version == after:
                self._extend(batch, [at] * len(batch), [after + len(batch)])

    def state_at(self, seq: int) -> Any:
        """The state after event ``seq``. It is shared: do not fold into it."""
        last, head = self._head
        if seq == last:
            return head
        nearest = min(seq // CHECKPOINT_EVERY, len(self._checkpoints) - 1)
        state = self._checkpoints[nearest].copy()
        for event in self.events[nearest * CHECKPOINT_EVERY : seq]:
            self.game.evolve(state, event)
        return state

    def _extend(self, batch: Sequence[Event], ats: Sequence[datetime], ends: Sequence[int]) -> None:
        state = self._head[1].copy()
        for event, at in zip(batch, ats, strict=True):
            self.game.evolve(state, event)
            self.events.append(event)
            self.ats.append(at)
            if len(self.events) % CHECKPOINT_EVERY == 0:
                self._checkpoints.append(state.copy())
        self.ends.extend(ends)
        self._head = (len(self.events), state)


class Shelf:
    """The timelines of one process, the least used ones given up first."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._entries: OrderedDict[UUID, Timeline] = OrderedDict()
        self._lock = Lock()

    def get(self, match_id: UUID, game: Callable[[], Game[Any]]) -> Timeline:
        """The timeline of a match, empty if it is new here. Call ``catch_up`` before use."""
        with self._lock:
            entry = self._entries.get(match_id)
            if entry is None:
                entry = self._entries[match_id] = Timeline(match_id, game())
                while len(self._entries) > self._kept:
                    self._entries.popitem(last=False)
            else:
                self._entries.move_to_end(match_id)
            return entry

    def forget(self) -> None:
        with self._lock:
            self._entries.clear()


shelf = Shelf()


def _batch_ends(stored: Sequence[store.StoredEvent]) -> list[int]:
    """Each batch's first event carries what caused it; events are appended by whole batches, so the last one ends one."""
    if not stored:
        return []
    return [e.seq - 1 for e in stored[1:] if e.meta is not None] + [stored[-1].seq]
