"""A rating over time as lines of a chart: numbers only, the template draws them.

The picture is 640 by 240; x is the order in which things were published, y the rating.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 60, 12, 16, 32
MAX_POINTS = 300
STEPS = (10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class Tick:
    at: int
    label: int


@dataclass(frozen=True, slots=True)
class Chart:
    """``published`` and ``known`` are points for SVG; ``known`` is ``""`` if it is the same line."""

    published: str
    known: str
    ticks: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def chart(published: Sequence[int], known: Sequence[int]) -> Chart | None:
    """Two lines over the same games, values in whole points; None for fewer than two values."""
    if len(published) < 2:
        return None
    both = [*published, *known]
    ticks = _ticks(min(both), max(both))
    low, high = ticks[0], ticks[-1]
    lines = [_line(values, low, high) for values in (published, known)]
    places = tuple(Tick(_y(value, low, high), value) for value in ticks)
    return Chart(lines[0], lines[1] if lines[1] != lines[0] else "", places)


def _ticks(least: int, most: int) -> list[int]:
    """About five round numbers, which span all values."""
    step = next((step for step in STEPS if (most - least) <= 4 * step), STEPS[-1])
    first, last = least // step * step, -(-most // step) * step
    return list(range(first, max(last, first + step) + 1, step))


def _line(values: Sequence[int], low: int, high: int) -> str:
    across = WIDTH - LEFT - RIGHT
    last = max(len(values) - 1, 1)
    return " ".join(f"{LEFT + across * n // last},{_y(values[n], low, high)}" for n in _thinned(len(values)))


def _thinned(size: int) -> Sequence[int]:
    """At most this many of the values, always with the first and the last."""
    if size <= MAX_POINTS:
        return range(size)
    return sorted({n * (size - 1) // (MAX_POINTS - 1) for n in range(MAX_POINTS)})


def _y(value: int, low: int, high: int) -> int:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - low) // (high - low)
