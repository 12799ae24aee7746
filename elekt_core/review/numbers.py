"""Whole numbers for reviews: chances and losses in hundredths of a percentage point, and what a sample tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

POINT: Final = 100
"""One percentage point."""
WHOLE: Final = 10_000
"""A chance of 1; also 1 in log odds."""
SURE: Final = 0.02
"""Chances are taken to be at least so far from 0 and 1 where log odds are made of them."""
STEEPNESS: Final = 2.0
"""Accuracy is 100 times e to the power of minus this times the mean loss in log odds."""
CONFIDENCE: Final = 1.96


def whole(share: float) -> int:
    """A share as a whole number; halves to the even one."""
    return round(share * WHOLE)


def log_odds(share: float) -> float:
    inside = min(1 - SURE, max(SURE, share))
    return log(inside / (1 - inside))


class Mean(NamedTuple):
    """A mean of weighted values, its standard error, and to how many equally weighted ones they amount."""

    value: float
    error: float
    sample: float


def mean_of(values: Sequence[float], weights: Sequence[float]) -> Mean:
    """Raises ValueError without values."""
    total = sum(weights)
    if not values or total <= 0:
        raise ValueError("no values")
    mean = sum(w * v for w, v in zip(weights, values, strict=True)) / total
    sample = total * total / sum(w * w for w in weights)
    spread = sum(w * (v - mean) ** 2 for w, v in zip(weights, values, strict=True)) / total
    return Mean(mean, sqrt(spread / (sample - 1)) if sample > 1 else 1.0, sample)


def in_whole(terms: Mapping[str, float], total: int) -> list[tuple[str, int]]:
    """Summands as whole numbers that sum to ``total``: rounded, and what is left given to those cut most."""
    cut = {name: int(value * WHOLE // 1) for name, value in terms.items()}
    left = total - sum(cut.values())
    by_rest = sorted(terms, key=lambda name: (cut[name] - terms[name] * WHOLE, name))
    step = 1 if left > 0 else -1
    for turn in range(abs(left)):
        cut[by_rest[turn % len(by_rest)] if left > 0 else by_rest[-1 - turn % len(by_rest)]] += step
    return sorted(((name, value) for name, value in cut.items() if value), key=lambda one: (-abs(one[1]), one[0]))


class Accuracy(NamedTuple):
    """From 0 to ``WHOLE``, with its 95 % interval."""

    value: int
    low: int
    high: int
    loss: int
    """The mean loss in log odds behind it."""


def accuracy(losses: Sequence[float]) -> Accuracy | None:
    """Of losses in log odds, one for each choice; None for fewer than two. A loss may be below 0: it was measured."""
    if len(losses) < 2:
        return None
    mean = mean_of(losses, [1.0] * len(losses))
    ends = [mean.value + side * CONFIDENCE * mean.error for side in (0, 1, -1)]
    value, low, high = [whole(min(1.0, exp(-STEEPNESS * max(0.0, end)))) for end in ends]
    return Accuracy(value, low, high, round(mean.value * WHOLE))
