"""The facts of clocks that follow from what happens in a match. Pure: instants and credits are handed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from elekt_core.contract import Event
from elekt_core.record.clocks import (
    INCREMENT,
    PER_DECISION,
    Clocks,
    ClocksPaused,
    ClocksResumed,
    ClocksSet,
    ClockStarted,
    ClockStopped,
    FlagFell,
    TimeFact,
    TimeGiven,
)

from .outages import Span, later, overlap

FLOOR = 10_000
"""Milliseconds that a takeback leaves to whoever had them."""
TimeOff = Callable[[int, int, int], int]
"""(seat, start, allowed) to the milliseconds that will not count for the seat until ``allowed`` have counted."""


def none_off(seat: int, start: int, allowed: int) -> int:
    return 0


@dataclass(slots=True)
class Course:
    """``clocks`` (which are changed) and the facts added to them, each checked as it is added."""

    clocks: Clocks
    outages: Collection[Span] = ()
    time_off: TimeOff = none_off
    facts: list[TimeFact] = field(default_factory=list)

    def set(self, fact: ClocksSet) -> None:
        self._add(fact)

    def decided(
        self, seat: int, at: int, asked: Collection[int], *, credit: int = 0, thinking: int | None = None
    ) -> None:
        """The seat has decided, ``credit`` ms before ``at``; ``asked`` are the people whom the match waits for now.

        A bot's clock did not run until now: it took ``thinking`` ms.
        """
        clocks = self.clocks
        if seat in clocks.running and not clocks.paused:
            self._stop(seat, max(at - credit, clocks.last))
        elif thinking is not None and not clocks.paused:
            self._add(ClockStarted(seat, max(at - thinking, clocks.last)))
            self._stop(seat, max(at, clocks.last))
        self.settle(at, asked)

    def fell(self, seat: int) -> None:
        """The seat's flag falls, at the instant at which it was due. An increment is given all the same."""
        was, falls = self.clocks.falls_at(seat), falls_at(self.clocks, seat, self.outages)
        assert was is not None
        assert falls is not None
        at = max(self.clocks.last, falls)
        if falls > was:
            self._add(TimeGiven(seat, at, falls - was))
        self._add(FlagFell(seat, at))
        agreed = self.clocks.agreed
        if agreed is not None and agreed.mode == INCREMENT and agreed.extra:
            self._add(TimeGiven(seat, at, agreed.extra))

    def settle(self, at: int, asked: Collection[int]) -> None:
        """From now on the clocks of ``asked`` run, and no others. Who is no longer asked has not decided."""
        at = max(at, self.clocks.last)
        self.give_back(at)
        if self.clocks.paused:
            return
        self._halt(self.clocks.running.keys() - set(asked), at)
        for seat in sorted(set(asked) - self.clocks.running.keys()):
            self.start(seat, at)

    def taken_back(self, at: int, asked: Collection[int], undone: Iterable[Event], had: Sequence[int]) -> None:
        """Decisions are taken back, the events ``undone`` with them; ``had`` is what each seat had left there.

        Time that was used stays used, and the increments of those decisions are withdrawn. Whoever would have less than
        FLOOR keeps so much, if they had it there and have it now: no takeback lets a flag fall.
        """
        at, clocks, agreed = max(at, self.clocks.last), self.clocks, self.clocks.agreed
        extra = agreed.extra if agreed is not None and agreed.mode == INCREMENT else 0
        given = Counter(fact.seat for fact in undone if isinstance(fact, ClockStopped | FlagFell))
        self.give_back(at)
        left = tuple(clocks.left_at(seat, at) for seat in range(len(clocks.left)))
        kept = tuple(
            max(now - extra * given[seat], min(now, then, FLOOR))
            for seat, (now, then) in enumerate(zip(left, had, strict=True))
        )
        if agreed is not None and kept != left:
            was_paused = clocks.paused
            self._add(agreed._replace(base=kept))
            if was_paused:
                self._add(ClocksPaused(at))
        self.settle(at, asked)

    def start(self, seat: int, at: int) -> None:
        self._add(ClockStarted(seat, at))
        self._give_time_off(seat, at)

    def pause(self, at: int) -> None:
        at = max(at, self.clocks.last)
        self.give_back(at)
        self._add(ClocksPaused(at))

    def resume(self, at: int, asked: Collection[int]) -> None:
        at = max(at, self.clocks.last)
        self._add(ClocksResumed(at))
        for seat in sorted(self.clocks.running):
            self._give_time_off(seat, at)
        self.settle(at, asked)

    def give_back(self, at: int, seats: Collection[int] | None = None) -> None:
        """Give back the time in which nobody could play."""
        for seat in sorted(self.clocks.running):
            if (seats is None or seat in seats) and (lost := unpaid(self.clocks, seat, at, self.outages)):
                self._add(TimeGiven(seat, at, lost))

    def _give_time_off(self, seat: int, at: int) -> None:
        agreed = self.clocks.agreed
        if agreed is not None and agreed.mode == PER_DECISION:
            off = self.time_off(seat, at, self.clocks.left_at(seat, at))
            if off:
                self._add(TimeGiven(seat, at, off))

    def _halt(self, seats: Collection[int], at: int) -> None:
        """Stop clocks without a decision. A stopped clock is given its increment, so what is left is set anew."""
        agreed = self.clocks.agreed
        is_given = agreed is not None and agreed.mode == INCREMENT and agreed.extra > 0
        kept = [seat for seat in seats if is_given and self.clocks.left_at(seat, at)]
        for seat in sorted({*seats}.difference(kept)):
            self._stop(seat, at)
        if agreed is not None and kept:
            left = tuple(self.clocks.left_at(seat, at) for seat in range(len(self.clocks.left)))
            self._add(agreed._replace(base=left))

    def _stop(self, seat: int, at: int) -> None:
        """A clock that should have been stopped before anything else happened has run out."""
        falls = falls_at(self.clocks, seat, self.outages)
        assert falls is not None
        if falls < self.clocks.last:
            self.fell(seat)
            return
        at = min(at, falls)
        self.give_back(at, (seat,))
        self._add(self.clocks.stopped(seat, at))

    def _add(self, fact: TimeFact) -> None:
        self.clocks.evolve(fact)
        self.facts.append(fact)


def unpaid(clocks: Clocks, seat: int, at: int, outages: Collection[Span]) -> int:
    """What a seat whose clock runs is still owed, for the time until ``at`` in which nobody could play."""
    clock = clocks.running.get(seat)
    return 0 if clock is None or clocks.paused else overlap(outages, clock.reckoned, at)


def falls_at(clocks: Clocks, seat: int, outages: Collection[Span]) -> int | None:
    """When the seat's flag falls, as far as outages are known; None while its clock is stopped."""
    falls = clocks.falls_at(seat)
    return None if falls is None else later(outages, clocks.running[seat].reckoned, falls)


def has_time(clocks: Clocks, seat: int) -> bool:
    """Whether the seat would have any time if its clock started; True without clocks."""
    if clocks.agreed is None:
        return True
    then = clocks.copy()
    then.paused = False
    then.running.pop(seat, None)
    then.evolve(ClockStarted(seat, then.last))
    return (then.falls_at(seat) or 0) > then.last


def first_to_fall(clocks: Clocks) -> int | None:
    """The earliest instant at which a flag may fall."""
    return min((at for seat in clocks.running if (at := clocks.falls_at(seat)) is not None), default=None)
