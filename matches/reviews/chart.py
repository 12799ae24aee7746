"""The chart of chances over a match: what the page draws, in the units of its drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

Curve = Literal["table", "players", "open"]
CURVES: Final[tuple[Curve, ...]] = ("table", "players", "open")
WIDTH: Final = 360
HEIGHT: Final = 120
WHOLE: Final = 10_000
"""One hundred percent, in the report's unit."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What belongs to one side: an area of a whole, or a line."""

    side: int
    points: str


@dataclass(frozen=True, slots=True)
class Chart:
    """``is_whole``: the sides' chances sum to 100 % everywhere and are drawn as bands upon one another.

    What each player knew for themselves sums to nothing, so those are lines; of a seat of which that is not known there
    is none.
    """

    is_whole: bool
    shapes: tuple[Shape, ...]
    rows: tuple[tuple[int, tuple[int, ...]], ...]
    """After which event, and the chances in percent of each side in ``sides``."""
    sides: tuple[int, ...]
    last: int

    def x(self, at: int) -> float:
        return round(WIDTH * at / max(1, self.last), 1)


def chart_of(report: Mapping[str, Any], curve: Curve) -> Chart | None:
    """None where the report has no such curve."""
    found = report.get("curves", {}).get("seats" if curve == "players" else curve)
    if not found:
        return None
    is_whole = curve != "players"
    points = found if is_whole else _side_by_side(found)
    sides = tuple(range(len(points[0][1]))) if is_whole else tuple(seat for seat, own in enumerate(found) if own)
    chart, draw = Chart(is_whole, (), _rows(points), sides, points[-1][0]), _band if is_whole else _line
    drawn = [(0, points[0][1]), *points]  # to the left edge: the first are known only after the deal
    return replace(chart, shapes=tuple(Shape(side, draw(chart, drawn, place)) for place, side in enumerate(sides)))


def _side_by_side(seats: Sequence[Sequence[Any]]) -> list[tuple[int, list[int]]]:
    """Each known seat's own curve, as the others are written."""
    return [(points[0][0], [chance for _, chance in points]) for points in zip(*filter(None, seats), strict=True)]


def _rows(points: Sequence[Any]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple((at, tuple(round(chance / 100) for chance in chances)) for at, chances in points)


def _band(chart: Chart, points: Sequence[Any], place: int) -> str:
    """Between the sum of the sides before it and the sum with it: there along the one, back along the other."""
    upper = [(at, sum(chances[:place])) for at, chances in points]
    lower = [(at, sum(chances[: place + 1])) for at, chances in reversed(points)]
    return " ".join(_point(chart, at, share) for at, share in (*upper, *lower))


def _line(chart: Chart, points: Sequence[Any], place: int) -> str:
    return " ".join(_point(chart, at, WHOLE - chances[place]) for at, chances in points)


def _point(chart: Chart, at: int, share: int) -> str:
    """``share`` is measured from above."""
    return f"{chart.x(at):g},{HEIGHT * share / WHOLE:.1f}"
