"""How good the chances were, ready to show: the chart's bins, and two figures compared with knowing nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Annotated

from ..ratings.models import Ladder
from ..ratings.pages import choosing
from .judging import BINS, ONE
from .models import Judged, JudgedBin, named

FEW = 100
"""Fewer games say little."""
SURE = 1.96
"""Standard errors to each side of a 95% interval."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances from ``low`` to ``high`` percent. ``predicted`` is their mean and ``came`` how often it was so, both in
    percent; with so many predictions chance alone leaves ``least`` to ``most`` (Wilson's 95% interval)."""

    low: int
    high: int
    count: int
    predicted: float
    came: float
    least: Annotated[float, "With `most`: Wilson's 95% interval of what came."]
    most: float

    @property
    def fits(self) -> bool:
        return self.least <= self.predicted <= self.most


@dataclass(frozen=True, slots=True)
class Calibrated:
    """Of the ladder ``on``. ``log_loss`` and ``brier`` are means over the games, of the prediction who wins; ``blind``
    is what saying "all are equal" gives. Lower is better. None where no game is counted."""

    on: str
    games: int
    bins: Annotated[tuple[Bin, ...], "Percents."]
    log_loss: float | None
    blind_log_loss: Annotated[float | None, "Of calling all players equal."]
    brier: float | None
    blind_brier: float | None

    @property
    def few(self) -> bool:
        return self.games < FEW

    @property
    def gained(self) -> float | None:
        """By how many percent the log loss is below that of knowing nothing."""
        if self.log_loss is None or not self.blind_log_loss:
            return None
        return 100 * (1 - self.log_loss / self.blind_log_loss)

    @property
    def fitting(self) -> int:
        return sum(one.fits for one in self.bins)


def calibrated(ladder: Ladder, *, size: int = 0, settled: bool = False, place: int = 1) -> Calibrated:
    """``size`` 0: tables of all sizes. ``settled``: only games without a provisional rating. ``place`` is which chance
    is held against what came, 0 for all of them. Two queries."""
    groups = Judged.objects.filter(ladder=named(ladder))
    bins = JudgedBin.objects.filter(ladder=named(ladder))
    if size:
        groups, bins = groups.filter(size=size), bins.filter(size=size)
    if settled:
        groups, bins = groups.filter(settled=True), bins.filter(settled=True)
    if place:
        bins = bins.filter(place=place)
    rows = list(groups)
    games = sum(row.games for row in rows)
    if not games:
        return Calibrated(choosing.of(ladder), 0, (), None, None, None, None)
    return Calibrated(
        choosing.of(ladder),
        games,
        tuple(_bins(bins)),
        sum(row.log_loss for row in rows) / ONE / games,
        sum(row.games * log(row.size) for row in rows) / games,
        sum(row.brier for row in rows) / ONE / games,
        sum(row.games * (1 - 1 / row.size) for row in rows) / games,
    )


def _bins(rows: Iterable[JudgedBin]) -> list[Bin]:
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in rows:
        for at, value in enumerate((row.count, row.predicted, row.came)):
            sums[row.bin][at] += value
    return [_bin(at, sums[at]) for at in sorted(sums)]


def _bin(at: int, sums: Sequence[int]) -> Bin:
    count, predicted, came = sums[0], sums[1] / ONE, sums[2] / ONE
    least, most = wilson(came, count)
    width = 100 // BINS
    return Bin(
        width * at,
        width * (at + 1),
        count,
        100 * predicted / count,
        100 * came / count,
        100 * least,
        100 * most,
    )


def wilson(came: float, count: int) -> tuple[float, float]:
    """The 95% score interval (Wilson 1927) of a share, from 0 to 1."""
    share, square = came / count, SURE * SURE
    middle = share + square / (2 * count)
    spread = SURE * sqrt(share * (1 - share) / count + square / (4 * count * count))
    whole = 1 + square / count
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
