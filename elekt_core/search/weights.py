"""Weights of features: a game's data, like its cards, in a small TOML file.

    ruleset = "elekt-2e-r2"       # whose games it was made from; it is used for all rulesets of the game
    features = "3f2a..."          # features_hash of the names
    made_by = "python -m ..."     # the command that made it, or by whom it was set

    [sides.2]                     # two sides; where a number is missing, the nearest one counts
    titles = 0.40

    [judge]                       # reviews want a good forecast rather than good play:
    4 = 1.25                      # there, with four sides, each weight counts so many times

The value of a position for a side is the sum of its features times their weights; shares of the win follow by softmax.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

PLAY: Final = "play"
JUDGE: Final = "judge"
"""What weights are for: choosing well, or forecasting well."""

Weights = Mapping[str, float]


def features_hash(names: Iterable[str]) -> str:
    """Which features, in which order: weights of others do not fit."""
    return sha256("\n".join(names).encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def read_weights(text: str, sides: int, purpose: str = PLAY) -> Weights:
    """The weights for a number of sides, those of the nearest number where the file has none for it."""
    data: dict[str, Any] = tomllib.loads(text)
    rows: dict[str, dict[str, float]] = data["sides"]
    nearest = min(rows, key=lambda number: (abs(int(number) - sides), number))
    factor = data.get("judge", {}).get(nearest, 1.0) if purpose == JUDGE else 1.0
    return {name: weight * factor for name, weight in rows[nearest].items()}


def fits(text: str, names: Iterable[str]) -> bool:
    """Whether the file was made for exactly these features."""
    return bool(tomllib.loads(text)["features"] == features_hash(names))
