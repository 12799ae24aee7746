"""Which features make a difference: the value is a sum of weighted features, so it explains itself.

The difference between two positions in the share of the win of one side is split exactly: first over the scores of the
sides, along the straight way from the one to the other, then within each score over its features. What rivals have of
a feature is a summand of its own, since "fewer Titles" is not "rivals have more".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..search.evaluation import Evaluation, shares

OUTCOME: Final = "outcome"
"""The summand of a position in which the game is over, won or lost."""
RIVALS: Final = "rivals."
"""Before the name of a feature: what rivals have of it. The summand is negative where they have more."""
STEPS: Final = 4


def difference(evaluation: Evaluation, one: Any, other: Any, side: int) -> dict[str, float]:
    """Why ``one`` is worth more to the side than ``other``: summands by feature, which sum to the difference."""
    whole = evaluation.values(one)[side] - evaluation.values(other)[side]
    game = evaluation.game
    if game.outcome(one) is not None or game.outcome(other) is not None:
        return {OUTCOME: whole} if whole else {}
    mine = [evaluation.terms(one, number) for number in range(evaluation.sides)]
    its = [evaluation.terms(other, number) for number in range(evaluation.sides)]
    slopes = _slopes([sum(row.values()) for row in its], [sum(row.values()) for row in mine], side)
    found: dict[str, float] = {}
    for number, slope in enumerate(slopes):
        for name, value in mine[number].items():
            change = slope * (value - its[number][name])
            if change:
                whose = name if number == side else RIVALS + name
                found[whose] = found.get(whose, 0.0) + change
    return _scaled(found, whole)


def feature(name: str) -> str:
    """The feature that a summand is of, whoever has it."""
    return name.removeprefix(RIVALS)


def _slopes(begin: Sequence[float], end: Sequence[float], side: int) -> list[float]:
    """How much a side's score counts for the share of ``side``, on average between the two positions."""
    found = [0.0] * len(begin)
    for step in range(STEPS):
        way = (step + 0.5) / STEPS
        at = shares([a + way * (b - a) for a, b in zip(begin, end, strict=True)])
        for number in range(len(begin)):
            found[number] += at[side] * ((number == side) - at[number]) / STEPS
    return found


def _scaled(terms: Mapping[str, float], whole: float) -> dict[str, float]:
    """Corrects what the few steps leave over."""
    total = sum(terms.values())
    if not whole or abs(total) < 1e-12:
        return {}
    if abs(whole / total - 1) < 0.5:
        return {name: value * whole / total for name, value in terms.items()}
    most = max(terms, key=lambda name: abs(terms[name]))
    return {**terms, most: terms[most] + whole - total}


class Sum:
    """Weighted means of summands over worlds."""

    def __init__(self) -> None:
        self._terms: dict[str, float] = {}
        self._weight = 0.0

    def add(self, terms: Mapping[str, float], weight: float) -> None:
        for name, value in terms.items():
            self._terms[name] = self._terms.get(name, 0.0) + weight * value
        self._weight += weight

    def mean(self) -> dict[str, float]:
        return {name: value / self._weight for name, value in self._terms.items()} if self._weight else {}
