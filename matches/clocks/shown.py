"""Clocks as pages and the API show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from elekt_core.record.clocks import Clocks, Running

from ..play.timeline import Timeline
from . import service_time
from .beside import beside_of
from .course import unpaid
from .deciding import outages_for

SHORT = 20_000
"""From here on a clock is marked."""
HOURS = 3_600_000
DAYS = 24 * HOURS


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock of a seat. ``left`` is what it has at ``now``; a delay that is still running is not included."""

    seat: int
    left: Annotated[int, "Milliseconds."]
    runs: bool
    falls_in: Annotated[int | None, "Milliseconds until its flag falls; null while it stands."]
    bot: Annotated[bool, "A bot plays for the seat until its player returns."] = False

    @property
    def text(self) -> str:
        return told(self.left)

    @property
    def is_short(self) -> bool:
        return self.left < SHORT

    @property
    def delay(self) -> int:
        return 0 if self.falls_in is None else self.falls_in - self.left


@dataclass(frozen=True, slots=True)
class ClocksShown:
    """All clocks of a match at one moment. ``at`` is an instant of the tables' clock, which only goes forward."""

    at: int
    paused: bool
    seats: tuple[ClockShown, ...]

    def of(self, seat: int) -> ClockShown | None:
        return next((one for one in self.seats if one.seat == seat), None)


def clocks_shown(timeline: Timeline, at: int, *, is_head: bool) -> ClocksShown | None:
    """The clocks after event ``at``; None if there are none. At the head as of now, elsewhere as they were then."""
    beside = beside_of(timeline, at)
    clocks = beside.clocks
    if clocks.agreed is None:
        return None
    now = max(service_time.now(), clocks.last) if is_head else clocks.last
    if is_head and clocks.running:
        _shift(clocks, now)
    seats = tuple(_clock_shown(clocks, seat, now, seat in beside.stand_ins.bots) for seat in range(len(clocks.left)))
    return ClocksShown(now, clocks.paused, seats)


def told(left: int) -> str:
    """``4:05``, ``2:04:05``, ``2d 4h``; tenths are not shown."""
    seconds = -(-left // 1000)
    if left >= DAYS:
        return f"{left // DAYS}d {left % DAYS // HOURS}h"
    minutes = f"{seconds // 60}" if seconds < 3600 else f"{seconds // 3600}:{seconds // 60 % 60:02}"
    return f"{minutes}:{seconds % 60:02}"


def _shift(clocks: Clocks, now: int) -> None:
    """Shift by the time in which nobody could play, as the next fact will do."""
    outages = outages_for(clocks)
    for seat, clock in clocks.running.items():
        lost = unpaid(clocks, seat, now, outages)
        clocks.running[seat] = Running(clock.since + lost, clock.delay, clock.reckoned)


def _clock_shown(clocks: Clocks, seat: int, now: int, bot: bool) -> ClockShown:
    falls = clocks.falls_at(seat)
    return ClockShown(
        seat, clocks.left_at(seat, now), falls is not None, None if falls is None else max(0, falls - now), bot
    )
