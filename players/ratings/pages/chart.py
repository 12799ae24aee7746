"""A rating over time as lines of a chart: numbers only, the template draws them.

The picture is 640 by 240; x is when a game was played or a change published, y the rating.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 60, 12, 16, 32
MAX_POINTS = 300
STEPS = (10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class Tick:
    at: int
    label: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A day written below the chart."""

    at: int
    day: datetime
    anchor: str
    """Which part of the label stands there."""


@dataclass(frozen=True, slots=True)
class Chart:
    """``published`` and ``known`` are points for SVG; ``known`` is ``""`` if it is the same line."""

    published: str
    known: str
    ticks: tuple[Tick, ...]
    days: tuple[Moment, ...] = ()
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def chart(published: Sequence[int], known: Sequence[int], moments: Sequence[datetime]) -> Chart | None:
    """Two lines over the same moments, values in whole points; None for fewer than two values.

    Things are drawn in the order in which they were published: one that was played before what stands there already is
    drawn where that stands. Where all of them have one moment, they are drawn one after the other.
    """
    if len(published) < 2:
        return None
    days = list(accumulate(moments, max))
    across = _across(days)
    both = [*published, *known]
    ticks = _ticks(min(both), max(both))
    low, high = ticks[0], ticks[-1]
    lines = [_line(values, across, low, high) for values in (published, known)]
    places = tuple(Tick(_y(value, low, high), value) for value in ticks)
    return Chart(lines[0], lines[1] if lines[1] != lines[0] else "", places, _days(days))


def _ticks(least: int, most: int) -> list[int]:
    """About five round numbers, which span all values."""
    step = next((step for step in STEPS if (most - least) <= 4 * step), STEPS[-1])
    first, last = least // step * step, -(-most // step) * step
    return list(range(first, max(last, first + step) + 1, step))


def _across(days: Sequence[datetime]) -> list[int]:
    """From left to right, for each moment; they never go back."""
    width, first, span = WIDTH - LEFT - RIGHT, days[0], (days[-1] - days[0]).total_seconds()
    if not span:
        return [LEFT + width * n // (len(days) - 1) for n in range(len(days))]
    return [LEFT + int(width * (day - first).total_seconds() / span) for day in days]


def _days(days: Sequence[datetime]) -> tuple[Moment, ...]:
    """The first and the last day, and two between them where they are different ones."""
    first, last = days[0], days[-1]
    if first.date() == last.date():
        return (Moment(LEFT, first, "start"),)
    width, span = WIDTH - LEFT - RIGHT, last - first
    between = [
        Moment(LEFT + width * n // 3, first + span * n / 3, "middle") for n in (1, 2) if span > timedelta(days=3)
    ]
    return (Moment(LEFT, first, "start"), *between, Moment(WIDTH - RIGHT, last, "end"))


def _line(values: Sequence[int], across: Sequence[int], low: int, high: int) -> str:
    return " ".join(f"{across[n]},{_y(values[n], low, high)}" for n in _thinned(len(values)))


def _thinned(size: int) -> Sequence[int]:
    """At most this many of the values, always with the first and the last."""
    if size <= MAX_POINTS:
        return range(size)
    return sorted({n * (size - 1) // (MAX_POINTS - 1) for n in range(MAX_POINTS)})


def _y(value: int, low: int, high: int) -> int:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - low) // (high - low)
