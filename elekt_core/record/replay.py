"""Going through a match: immediate access to the position after any number of its events.

Positions are counted in events: 0 is the empty table, ``len(replay)`` the newest position. After a takeback the
position is the one that it goes back to; what it has undone stays, and can be looked at.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic

from ..contract import Event, Game, Notation, S, Viewer
from ..errors import BadRecord, CoreError
from .clocks import TIME_FACTS, Clocks
from .facts import decode_fact
from .record import Entry, Record
from .takeback import BESIDE, Line, TakenBack, check_seats, line_of

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
        """``redacted``: the facts to come, and so the positions, are those that ``viewer`` may know."""
        self.game = game
        self.events: list[Event] = []
        self.ends: list[int] = []
        """The position after each batch: somebody must decide there, or the game is over."""
        self.chapters: list[Chapter] = []
        self._takebacks: list[int] = []
        state = game.initial()
        self._last: S = game.view(state, viewer) if redacted else state
        self._kept: list[S] = [self._last.copy()]

    def __len__(self) -> int:
        return len(self.events)

    def extend(self, batch: Iterable[Event]) -> None:
        """Add the facts of one batch: all of them, or none if one cannot be folded."""
        evolve, chapter = self.game.evolve, self.game.chapter
        state, events = self._last, self.events
        before = len(events)
        try:
            for event in batch:
                own = type(event) not in BESIDE
                if own:
                    evolve(state, event)
                elif isinstance(event, TakenBack):
                    state = self._last = self._folded_back(event, before)
                    self._takebacks.append(len(events) + 1)
                events.append(event)
                if len(events) % CHECKPOINT_EVERY == 0:
                    self._kept.append(state.copy())
                if own and (level := chapter(event)):
                    self.chapters.append(Chapter(len(events), level, event))
        except BaseException:  # a time limit too
            self._cut(before)
            raise
        self.ends.append(len(events))

    def _cut(self, position: int) -> None:
        """Forget everything after that many events."""
        del self.events[position:]
        del self._kept[position // CHECKPOINT_EVERY + 1 :]
        self._takebacks = [number for number in self._takebacks if number <= position]
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
        parts = []
        """Of the line that leads there, from its end: each part begins at a takeback, the first one at what is kept."""
        while last := bisect_right(self._takebacks, position):
            number = self._takebacks[last - 1]
            if number <= position - position % CHECKPOINT_EVERY:
                break
            parts.append(self.events[number:position])
            position = self.events[number - 1][0]
        begin = position - position % CHECKPOINT_EVERY
        parts.append(self.events[begin:position])
        state = self._kept[begin // CHECKPOINT_EVERY].copy()
        for event in chain.from_iterable(reversed(parts)):
            if type(event) not in BESIDE:
                self.game.evolve(state, event)
        return state

    def _folded_back(self, fact: TakenBack, before: int) -> S:
        if not 0 < fact.to < before:
            raise ValueError(f"there is no event {fact.to} to go back to")
        return self._folded(fact.to)

    def line(self, position: int | None = None) -> Line:
        """Which of the first ``position`` events (all by default) are in force, and what was undone."""
        return line_of(self.events if position is None else self.events[:position])

    def ends_upto(self, position: int) -> tuple[int, ...]:
        """The ends of batches up to ``position`` that are in no branch undone by then."""
        ends = self.ends[: bisect_right(self.ends, position)]
        if not self._takebacks or self._takebacks[0] > position:
            return tuple(ends)
        line = self.line(position)
        return tuple(end for end in ends if line.in_force(end))

    def clocks(self, position: int | None = None) -> Clocks:
        """The clocks after that many events. Time that was used in an undone branch stays used."""
        clocks = Clocks()
        for event in self.events[:position]:
            if isinstance(event, TIME_FACTS):
                clocks.evolve(event)
        return clocks

    def view(self, position: int, viewer: Viewer) -> S:
        """The position as the viewer could know it then. Only for replays of open records."""
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
    """A record replayed to its end; a redacted one shows its viewer's positions.

    Raises UnknownKind and BadRecord with the event's ``seq``.
    """
    replay = Replay(game) if record.is_open else Replay(game, record.viewer, redacted=True)
    for batch in record.batches:
        events = decode_entries(game, batch.entries)
        try:
            for event in events:
                check_seats(event, record.seats)
            replay.extend(events)
        except UNFOLDABLE as error:
            first, last = batch.entries[0].seq, batch.entries[-1].seq
            raise BadRecord("does_not_fold", seq=first, last=last, found=str(error)) from error
    return replay


def decode_entries(game: Notation[Any], entries: Sequence[Entry]) -> list[Event]:
    """The facts of a batch. Raises the error of ``decode_entry`` for the first entry that is not a fact."""
    try:
        return [decode_fact(game, entry.kind, entry.version, entry.payload) for entry in entries]
    except CoreError:
        return [decode_entry(game, entry) for entry in entries]


def decode_entry(game: Notation[Any], entry: Entry) -> Event:
    """The fact of an entry; old versions are upgraded. Raises UnknownKind and BadRecord with its ``seq``."""
    try:
        return decode_fact(game, entry.kind, entry.version, entry.payload)
    except CoreError as error:
        kind = type(error) if isinstance(error, BadRecord) else BadRecord
        raise kind(error.code, error.rule, **{**error.data, "seq": entry.seq}) from None
