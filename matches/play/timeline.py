"""Matches kept warm: each process caches the decoded events and the folded state of those it has used lately.

A stale entry costs time, never correctness: whoever uses one first asks the ledger for the head and folds the tail.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from datetime import datetime
from itertools import islice
from threading import Lock
from typing import Any
from uuid import UUID

from elekt_core.contract import Awaiting, Event, Game
from elekt_core.record.facts import decode_fact
from elekt_core.record.replay import Replay
from elekt_core.record.takeback import Line, TakenBack, in_force
from ledger import archive, collector, store
from ledger.events import StoredEvent

KEPT = 256


class Timeline:
    """One match: its facts, when each was stored, and the positions between them. It only grows."""

    def __init__(self, match_id: UUID, game: Game[Any]) -> None:
        self.match_id = match_id
        self.game = game
        self.ats: list[datetime] = []
        self.memo: dict[Hashable, Any] = {}
        """For readers that build on the timeline, such as the log: they keep what they have made so far."""
        self.version = 0
        """Everything up to this event is here; more may be on its way in."""
        self._replay: Replay[Any] = Replay(game)
        self._lock = Lock()

    @property
    def events(self) -> Sequence[Event]:
        return self._replay.events

    def is_end(self, seq: int) -> bool:
        """Whether a batch ends with event ``seq``: somebody must decide there, or the game is over."""
        return self._replay.next_end(seq - 1) == seq

    def ends(self, version: int) -> tuple[int, ...]:
        """Every such place up to ``version`` that no takeback has undone by then."""
        return self._replay.ends_upto(version)

    def line(self, version: int) -> Line:
        """Which of the first ``version`` events are in force, and what takebacks have undone."""
        return self._replay.line(version)

    def went_back(self, after: int, version: int) -> bool:
        """Whether there was a takeback after event ``after``."""
        return any(isinstance(event, TakenBack) for event in self.events[after:version])

    def in_force(self, version: int) -> list[Event]:
        """The game's facts that lead to the position after event ``version``, in order."""
        return in_force(self.events, version)

    def catch_up(self, at_least: int | None = None) -> int:
        """Fold what the ledger has and this timeline has not; returns the version reached.

        Nothing is asked of the ledger where ``at_least`` is enough and is already here.
        """
        wanted = store.version(self.match_id) if at_least is None else at_least
        if wanted > self.version:
            with self._lock, collector.paused():
                if not self.version:
                    self._load_archive()
                if wanted > self.version:
                    self._load_tail()
        return self.version

    def _load_archive(self) -> None:
        """A finished match is one row, far quicker to load than its separate events."""
        packed = archive.load(self.match_id)
        if packed is None:
            return
        told = packed.told
        decoded = [decode_fact(self.game, *fact) for fact in told.distinct]
        events = map(decoded.__getitem__, told.places)
        for length, at in zip(told.lengths, told.ats, strict=True):
            self._take(list(islice(events, length)), [at] * length)

    def _load_tail(self) -> None:
        batch: list[StoredEvent] = []
        for stored in store.read(self.match_id, after=self.version):
            if stored.batch and batch:
                self._take_stored(batch)
                batch = []
            batch.append(stored)
        if batch:
            self._take_stored(batch)

    def _take_stored(self, batch: Sequence[StoredEvent]) -> None:
        decoded = [decode_fact(self.game, event.kind, event.version, event.payload) for event in batch]
        self._take(decoded, [event.at for event in batch])

    def _take(self, batch: Sequence[Event], ats: Sequence[datetime]) -> None:
        self._replay.extend(batch)
        self.ats.extend(ats)
        self.version = len(self.ats)

    def extend(self, after: int, batch: Sequence[Event], at: datetime) -> None:
        """Add a batch that was just stored after version ``after``; no effect if it is not the next one."""
        with self._lock:
            if self.version == after:
                self._take(batch, [at] * len(batch))

    def state(self, seq: int) -> Any:
        """The state after event ``seq``: a copy that the caller owns."""
        with self._lock:
            return self._replay.state(seq)


class Timelines:
    """The timelines of one process; the least recently used are dropped first."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._entries: OrderedDict[UUID, Timeline] = OrderedDict()
        self._lock = Lock()

    def get(self, match_id: UUID, game: Callable[[], Game[Any]]) -> Timeline:
        """The timeline of a match, empty if it is not cached. Call ``catch_up`` before use."""
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


timelines = Timelines()


# --- several seats are awaited at once --------------------------------------------------------------------


def still_asked(timeline: Timeline, seat: int, seen: int, version: int) -> bool:
    """Whether the question that ``seat`` saw at ``seen`` is still open to it at ``version``, unchanged.

    Only where others were asked together with it, though all of them may have answered meanwhile, and answer anew:
    whoever is asked alone answers what happened last. An own answer since ``seen`` was the answer to it, even where the
    next question reads the same: the last one who answers may be asked anew at once.
    """
    if not 0 < seen < version or not timeline.is_end(seen) or timeline.went_back(seen, version):
        return False
    game = timeline.game
    asked = game.awaiting(timeline.state(seen))
    own = next((question for question in asked if question.seat == seat), None)
    if own is None or not (len(asked) > 1 or _asked_together(timeline, own, seen)):
        return False
    if not all(own in game.awaiting(timeline.state(end)) for end in timeline.ends(version) if end > seen):
        return False
    since = store.stored(timeline.match_id, seen, version)
    return all((event.meta or {}).get("decision", {}).get("seat") != seat for event in since)


def _asked_together(timeline: Timeline, own: Awaiting, seen: int) -> bool:
    """Whether any other seat was asked since the question open at ``seen`` was put."""
    for end in reversed(timeline.ends(seen)):
        asked = timeline.game.awaiting(timeline.state(end))
        if own not in asked:
            return False
        if len(asked) > 1:
            return True
    return False
