"""The calibration as a chart: numbers only, the template draws them. Predictions run across, results upwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from .queries import Bin

SIZE = 360
LEFT, BOTTOM, EDGE = 48, 44, 24
MIN_RADIUS, MAX_RADIUS = 4, 15


@dataclass(frozen=True, slots=True)
class Dot:
    """``top`` and ``low`` are the ends of its confidence interval."""

    x: int
    y: int
    top: int
    low: int
    radius: int
    fits: bool


@dataclass(frozen=True, slots=True)
class Tick:
    x: int
    y: int
    percent: int


@dataclass(frozen=True, slots=True)
class Drawing:
    dots: tuple[Dot, ...]
    ticks: tuple[Tick, ...]
    size: int = SIZE
    left: int = LEFT
    right: int = SIZE - EDGE
    top: int = EDGE
    bottom: int = SIZE - BOTTOM


def draw(bins: Sequence[Bin]) -> Drawing:
    """The area of a dot is proportional to the number of its predictions."""
    largest = max((one.count for one in bins), default=1)
    return Drawing(
        tuple(
            Dot(
                _x(one.predicted),
                _y(one.came),
                _y(one.most),
                _y(one.least),
                max(MIN_RADIUS, round(MAX_RADIUS * sqrt(one.count / largest))),
                one.fits,
            )
            for one in bins
        ),
        tuple(Tick(_x(percent), _y(percent), percent) for percent in range(0, 101, 20)),
    )


def _x(percent: float) -> int:
    return round(LEFT + (SIZE - EDGE - LEFT) * percent / 100)


def _y(percent: float) -> int:
    return round(SIZE - BOTTOM - (SIZE - BOTTOM - EDGE) * percent / 100)
