"""Time: a clock's facts beside the game's facts, and the clocks that follow from them.

No game sees these facts and everybody may know them. All times are whole milliseconds; the instants (since 1970, UTC)
are handed in, nothing here reads a clock. What follows when a flag falls (the default decision, a bot, conceding) is
the table's rule, and stands in the stream as the decision that it leads to. docs/notation.md, "Time".
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Annotated, Final, NamedTuple, assert_never

from ..errors import CoreError
from ..kit.fields import Among

INCREMENT: Final = "increment"
DELAY: Final = "delay"
PER_DECISION: Final = "per_decision"
MODES: Final = (INCREMENT, DELAY, PER_DECISION)


class ClocksSet(NamedTuple):
    """The agreed time control, and what each seat has left from now on. No clock is running.

    ``extra``: ``increment`` is added after each decision; ``delay`` passes before the seat's time does, at each start;
    ``per_decision`` is what a seat has each time its clock starts, whatever it had left (correspondence: days).
    """

    mode: Annotated[str, Among(MODES)]
    base: tuple[int, ...]
    extra: int


class ClockStarted(NamedTuple):
    seat: int
    at: int


class ClockStopped(NamedTuple):
    """The seat has decided; ``left`` is its remaining time, an increment included."""

    seat: int
    at: int
    left: int


class FlagFell(NamedTuple):
    """The seat's time ran out before it decided; its clock is at 0."""

    seat: int
    at: int


class ClocksPaused(NamedTuple):
    """No time is charged to any seat until ``ClocksResumed``."""

    at: int


class ClocksResumed(NamedTuple):
    at: int


class TimeGiven(NamedTuple):
    """The seat is not charged for ``time``: a running clock counts as started that much later, a stopped one gets it
    added. For nights and holidays of correspondence, and time in which nobody could play.
    """

    seat: int
    at: int
    time: int


TimeFact = ClocksSet | ClockStarted | ClockStopped | FlagFell | ClocksPaused | ClocksResumed | TimeGiven
TIME_FACTS: Final = (ClocksSet, ClockStarted, ClockStopped, FlagFell, ClocksPaused, ClocksResumed, TimeGiven)


class Running(NamedTuple):
    """A clock that runs since an instant; ``delay`` is the part of its delay that passes before the seat's own time.

    ``since`` is later than the instant at which it started where time was given, and may be still to come.
    """

    since: int
    delay: int
    reckoned: int = 0
    """The instant of the last fact about it: what was to be given for the time before that has been given."""


@dataclass(slots=True)
class Clocks:
    """How long each seat has left, and whose clock runs since when.

    ``evolve`` folds a fact and judges nothing; ``check`` judges one before it is stored or believed.
    """

    agreed: ClocksSet | None = None
    left: list[int] = field(default_factory=list)
    """By seat, as it was when its clock last started, stopped or was paused."""
    running: dict[int, Running] = field(default_factory=dict)
    """By seat. Several run where several are asked at once. While all are paused, those that will go on."""
    paused: bool = False
    last: int = 0
    """The latest instant so far."""

    def evolve(self, fact: TimeFact) -> None:
        match fact:
            case ClocksSet(base=base):
                self.agreed, self.left = fact, list(base)
                self.running.clear()
                self.paused = False
                return
            case ClockStarted(seat, at):
                self.running[seat] = Running(at, self._extra(DELAY), at)
                if self._mode == PER_DECISION:
                    self.left[seat] = self._extra(PER_DECISION)
            case ClockStopped(seat, at, left):
                self.left[seat] = left
                self.running.pop(seat, None)
            case FlagFell(seat, at):
                self.left[seat] = 0
                self.running.pop(seat, None)
            case ClocksPaused(at):
                for seat in self.running:
                    self.left[seat], delay = self._passed(seat, at)
                    self.running[seat] = Running(at, delay, at)
                self.paused = True
            case ClocksResumed(at):
                self.running = {seat: Running(at, clock.delay, at) for seat, clock in self.running.items()}
                self.paused = False
            case TimeGiven(seat, at, time):
                clock = self.running.get(seat)
                if clock is None or self.paused:
                    self.left[seat] += time
                else:
                    self.running[seat] = Running(clock.since + time, clock.delay, at)
            case _:
                assert_never(fact)
        self.last = at

    def left_at(self, seat: int, at: int) -> int:
        """The seat's remaining time at that instant, without an increment."""
        return self._passed(seat, at)[0]

    def falls_at(self, seat: int) -> int | None:
        """When the seat's flag falls if nothing happens; None while its clock is stopped."""
        clock = self.running.get(seat)
        return None if clock is None or self.paused else clock.since + clock.delay + self.left[seat]

    def stopped(self, seat: int, at: int) -> ClockStopped:
        """The fact that the seat has decided at that instant, with the remaining time that the time control gives."""
        return ClockStopped(seat, at, self.left_at(seat, at) + self._extra(INCREMENT))

    def check(self, fact: TimeFact) -> None:
        """Raises CoreError (``wrong_clock``) if the fact cannot follow: ``why`` is a word of docs/notation.md."""
        why = self._flaw(fact)
        if why:
            raise CoreError("wrong_clock", why=why)

    def copy(self) -> Clocks:
        return Clocks(self.agreed, list(self.left), dict(self.running), self.paused, self.last)

    @property
    def _mode(self) -> str:
        return "" if self.agreed is None else self.agreed.mode

    def _extra(self, mode: str) -> int:
        return self.agreed.extra if self.agreed is not None and self.agreed.mode == mode else 0

    def _passed(self, seat: int, at: int) -> tuple[int, int]:
        """What is left of the seat's time, and of its delay."""
        clock = self.running.get(seat)
        if clock is None or self.paused:
            return self.left[seat], 0 if clock is None else clock.delay
        used = max(0, at - clock.since)
        delayed = min(used, clock.delay)
        return max(0, self.left[seat] - (used - delayed)), clock.delay - delayed

    def _flaw(self, fact: TimeFact) -> str:
        if isinstance(fact, ClocksSet):
            return "negative" if min((*fact.base, fact.extra)) < 0 else ""
        if self.agreed is None:
            return "not_agreed"
        if fact.at < self.last:
            return "backwards"
        if isinstance(fact, ClockStarted | ClockStopped | FlagFell | TimeGiven) and not 0 <= fact.seat < len(self.left):
            return "no_such_seat"
        return next((why for why, wrong in self._wrong(fact) if wrong()), "")

    def _wrong(self, fact: TimeFact) -> Collection[tuple[str, Callable[[], bool]]]:
        match fact:
            case ClockStarted(seat):
                return (("paused", lambda: self.paused), ("runs", lambda: seat in self.running))
            case ClockStopped(seat, at):
                return (
                    ("stands", lambda: self.falls_at(seat) is None),
                    ("flag", lambda: at > (self.falls_at(seat) or 0)),
                    ("left", lambda: fact != self.stopped(seat, at)),
                )
            case FlagFell(seat, at):
                return (("stands", lambda: self.falls_at(seat) is None), ("early", lambda: self.left_at(seat, at) > 0))
            case ClocksPaused():
                return (("paused", lambda: self.paused),)
            case ClocksResumed():
                return (("runs", lambda: not self.paused),)
            case TimeGiven(time=time):
                return (("negative", lambda: time < 0),)
            case ClocksSet():
                return ()
            case _:
                assert_never(fact)
