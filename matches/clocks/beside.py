"""What the facts beside a game's say about a match at some version: its clocks, and the bots that stand in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from elekt_core.contract import Event
from elekt_core.record.clocks import TIME_FACTS, Clocks, ClocksPaused, ClocksResumed
from elekt_core.record.seats import SEAT_FACTS, StandIns

from ..play.timeline import Timeline

MEMO = "beside"


@dataclass(slots=True)
class Beside:
    clocks: Clocks = field(default_factory=Clocks)
    stand_ins: StandIns = field(default_factory=StandIns)

    def take(self, facts: Iterable[Event]) -> Beside:
        for fact in facts:
            if isinstance(fact, TIME_FACTS):
                self.clocks.evolve(fact)
            elif isinstance(fact, SEAT_FACTS):
                self.stand_ins.evolve(fact)
        return self

    def copy(self) -> Beside:
        return Beside(self.clocks.copy(), self.stand_ins.copy())

    @property
    def stood_in(self) -> int:
        """Bit mask of the seats for which a bot plays."""
        return sum(1 << seat for seat in self.stand_ins.bots)


def beside_of(timeline: Timeline, version: int) -> Beside:
    """A copy that the caller owns."""
    known: tuple[int, Beside] = timeline.memo.get(MEMO, (0, Beside()))
    done, folded = known
    if done > version:
        return Beside().take(timeline.events[:version])
    if done < version:
        folded = folded.copy().take(timeline.events[done:version])
        timeline.memo[MEMO] = (version, folded)
    return folded.copy()


def played_at(timeline: Timeline, version: int) -> int:
    """The last event by ``version`` that is no fact of clocks: a pause is no play, and no request lapses with it."""
    numbers = range(version, 0, -1)
    return next((number for number in numbers if not isinstance(timeline.events[number - 1], TIME_FACTS)), 0)


def paused_since(timeline: Timeline, version: int) -> int:
    """The event with which the pause began that lasts at ``version``; one that a takeback notes anew goes on."""
    began = version
    for number in range(version, 0, -1):
        match timeline.events[number - 1]:
            case ClocksPaused():
                began = number
            case ClocksResumed():
                break
    return began
