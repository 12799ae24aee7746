"""Going through a match: the position after any number of its events, at once.

Positions are counted in events: 0 is the empty table, ``len(replay)`` the newest position.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from ..contract import Event, Game, Notation, S, Viewer
from ..errors import BadRecord, CoreError
from .record import Entry, Record

CHECKPOINT_EVERY = 32
UNFOLDABLE = (LookupError, ValueError, TypeError, AttributeError, AssertionError, CoreError)
"""What folding a fact that cannot have happened may end in."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A place that a reader may want to jump to: the position after the event that opens it."""

    position: int
    level: int
    event: Event


class Replay(Generic[S]):
    """Facts in order and the positions between them. Grows by ``extend`` while a match goes on.

    It keeps every 32nd position, so that no seek folds more than 31 events.
    """

    def __init__(self, game: Game[S], viewer: Viewer = None, *, redacted: bool = False) -> None:
        """``redacted``: the facts to come are those that ``viewer`` may know, and so are the positions."""
        self.game = game
        self.events: list[Event] = []
        self.ends: list[int] = []
        """The position after each batch: somebody must decide there, or the game is over."""
        self.chapters: list[Chapter] = []
        state = game.initial()
        self._last: S = game.view(state, viewer) if redacted else state
        self._kept: list[S] = [self._last.copy()]

    def __len__(self) -> int:
        return len(self.events)

    def extend(self, batch: Iterable[Event]) -> None:
        """Add the facts of one batch: all of them, or none where one does not fold."""
        evolve, chapter = self.game.evolve, self.game.chapter
        state, events = self._last, self.events
        before = len(events)
        try:
            for event in batch:
                evolve(state, event)
                events.append(event)
                if len(events) % CHECKPOINT_EVERY == 0:
                    self._kept.append(state.copy())
                if level := chapter(event):
                    self.chapters.append(Chapter(len(events), level, event))
        except BaseException:  # a time limit too
            self._cut(before)
            raise
        self.ends.append(len(events))

    def _cut(self, position: int) -> None:
        """Forget all that came after that many events."""
        del self.events[position:]
        del self._kept[position // CHECKPOINT_EVERY + 1 :]
        self.chapters = [chapter for chapter in self.chapters if chapter.position <= position]
        self._last = self._folded(position)

    def state(self, position: int | None = None) -> S:
        """The position after that many events, the newest one by default; a copy that the caller owns.

        Raises CoreError (``no_such_position``).
        """
        if position is None or position == len(self.events):
            return self._last.copy()
        if not 0 <= position < len(self.events):
            raise CoreError("no_such_position", position=position, last=len(self.events))
        return self._folded(position)

    def _folded(self, position: int) -> S:
        nearest = position // CHECKPOINT_EVERY
        state = self._kept[nearest].copy()
        for event in self.events[nearest * CHECKPOINT_EVERY : position]:
            self.game.evolve(state, event)
        return state

    def view(self, position: int, viewer: Viewer) -> S:
        """The position as the viewer could know it then. For replays of open records."""
        return self.game.view(self.state(position), viewer)

    def batch_at(self, position: int) -> int:
        """Number of the batch that event ``position`` (1-based) belongs to; -1 for the empty table."""
        return bisect_left(self.ends, position) if position else -1

    def next_end(self, position: int) -> int:
        """The next position after this one where somebody must decide, or the last one."""
        index = bisect_right(self.ends, position)
        return self.ends[index] if index < len(self.ends) else len(self.events)

    def previous_end(self, position: int) -> int:
        """The last position before this one where somebody had to decide, or 0."""
        index = bisect_left(self.ends, position)
        return self.ends[index - 1] if index else 0


def replay_record(game: Game[S], record: Record) -> Replay[S]:
    """A record gone through to its end; a redacted one shows its viewer's positions.

    Raises UnknownKind and BadRecord with the event's ``seq``.
    """
    replay = Replay(game) if record.is_open else Replay(game, record.viewer, redacted=True)
    for batch in record.batches:
        events = decode_entries(game, batch.entries)
        try:
            replay.extend(events)
        except UNFOLDABLE as error:
            first, last = batch.entries[0].seq, batch.entries[-1].seq
            raise BadRecord("does_not_fold", seq=first, last=last, found=str(error)) from error
    return replay


def decode_entries(game: Notation[Any], entries: Sequence[Entry]) -> list[Event]:
    """The facts of a batch. Raises what ``decode_entry`` raises for the first entry that is no fact."""
    decode = game.decode_event
    try:
        return [decode(entry.kind, entry.version, entry.payload) for entry in entries]
    except CoreError:
        return [decode_entry(game, entry) for entry in entries]


def decode_entry(game: Notation[Any], entry: Entry) -> Event:
    """The fact of an entry, old versions brought up to date. Raises UnknownKind and BadRecord with its ``seq``."""
    try:
        return game.decode_event(entry.kind, entry.version, entry.payload)
    except CoreError as error:
        kind = type(error) if isinstance(error, BadRecord) else BadRecord
        raise kind(error.code, error.rule, **{**error.data, "seq": entry.seq}) from None
