"""What a position is worth to each side: a vector of expected shares of the win, which sum to 1.

    evaluation = Evaluation(game, view)         # for all positions of one match
    evaluation.values(state)                    # (0.62, 0.38), in one game with automata: seats first, then automata
    evaluation.terms(state, 0)                  # {"titles": 1.6, "heat": 0.3, ...}: what the value is the sum of

A position is judged by the game's ``features`` and ``weights``; by the points where a game has none. A game that is
over is judged by its outcome.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Final

from ..contract import Game, Outcome
from .weights import PLAY, read_weights

Values = tuple[float, ...]
"""A share of the win for each side."""

POINTS: Final = "points"
"""The only feature of a game that says none."""
POINTS_WEIGHT: Final = 2.0
"""What all the points of the leading side are worth."""


class Evaluation:
    """Values positions of one match. ``purpose`` chooses the weights: for play, or for reviews (``weights``)."""

    def __init__(self, game: Game[Any], view: Any, purpose: str = PLAY) -> None:
        sides = game.describe(view).seats
        self.game = game
        self.sides = len(sides)
        self.seats = sum(side.automaton is None for side in sides)
        """Seats come first among the sides."""
        said = game.features(view, self.sides)
        self.speaks = bool(said)
        """Whether the game says what its positions have; one that does not is judged by its points."""
        text = game.weights() if said else ""
        unweighted = dict.fromkeys(said[0] if said else (POINTS,), 1.0)
        self._weights: Mapping[str, float] = read_weights(text, self.sides, purpose) if text else unweighted

    def values(self, state: Any) -> Values:
        """The expected share of the win of every side."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return won(outcome)
        return shares(self.scores(state))

    def scores(self, state: Any) -> list[float]:
        """The value for each side on the scale of the weights, from which ``values`` follow."""
        weights = self._weights
        found = []
        for features in self._features(state):
            total = 0.0
            for name, value in features.items():
                if value:
                    total += weights[name] * value
            found.append(total)
        return found

    def terms(self, state: Any, side: int) -> dict[str, float]:
        """The summands of the side's score, by feature."""
        return {name: self._weights[name] * value for name, value in self._features(state)[side].items()}

    def _features(self, state: Any) -> Sequence[Mapping[str, float]]:
        if self.speaks:
            return self.game.features(state, self.sides)
        return self._points(state)

    def _points(self, state: Any) -> list[Mapping[str, float]]:
        tally = self.game.tally(state)
        points = list(tally) if tally is not None else [side.score or 0 for side in self.game.describe(state).seats]
        points += [0] * (self.sides - len(points))
        scale = POINTS_WEIGHT / (1 + max(map(abs, points)))
        return [{POINTS: scale * value} for value in points]


def shares(scores: Sequence[float]) -> Values:
    """Scores as shares that sum to 1 (softmax)."""
    if len(scores) == 2:
        lead = scores[0] - scores[1]
        first = 1 / (1 + exp(-lead)) if lead > -500 else 0.0
        return first, 1 - first
    highest = max(scores)
    powers = [exp(score - highest) for score in scores]
    total = sum(powers)
    return tuple([power / total for power in powers])


def won(outcome: Outcome) -> Values:
    """The share of the win that each side got: those of rank 1 divide it."""
    ranks = (*outcome.ranks, *(automaton.rank for automaton in outcome.automata))
    share = 1 / ranks.count(1)
    return tuple([share if rank == 1 else 0.0 for rank in ranks])
