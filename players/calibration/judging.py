"""How a game's result judges its prediction. Pure; results are whole millionths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from ..ratings import chances, fide
from ..ratings.elo import shown
from ..ratings.events import CLUB, FIDE

BINS = 10
ONE = 1_000_000
MIN_SHARE = 0.005
"""FIDE's table says hundredths, and 0 for what is rarer than half of one: that is then taken for it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One predicted chance, and how far it came true: 0 or ``ONE``, or between them for a tie."""

    place: int
    bin: int
    predicted: int
    came: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """``log_loss`` is minus the natural logarithm of the winner's chance, ``brier`` the sum over the players of the
    squares of what was missed; both of the question who would win."""

    log_loss: int
    brier: int
    statements: tuple[Statement, ...]


def predicted_by(mode: str, values: Sequence[int]) -> list[list[float]]:
    """By seat, then by place; in FIDE mode, for two players, the expected score of each by table 8.1.2."""
    if mode != FIDE:
        return chances.nearly(values)
    one, two = (shown(value) for value in values)
    share = min(max(fide.expected(one, two) / 100, MIN_SHARE), 1 - MIN_SHARE)
    return [[share, 1 - share], [1 - share, share]]


def judge(values: Sequence[int], places: Sequence[int], mode: str = CLUB) -> Judgement:
    """``values`` are ratings in thousandths of a point as published before the game; ``places`` as they are stored:
    ties share the best of theirs, and ``(1, 0, 0)`` says that only the winner is known, so only that is judged."""
    predicted = predicted_by(mode, values)
    known = range(1, 2) if 0 in places else range(1, len(places) + 1)
    came = {place: shares(places, place) for place in known}
    statements = [
        Statement(place, min(int(chance * BINS), BINS - 1), round(ONE * chance), round(ONE * share))
        for place in known
        for chance, share in zip((row[place - 1] for row in predicted), came[place], strict=True)
    ]
    wins = [row[0] for row in predicted]
    loss = -sum(share * log(chance) for chance, share in zip(wins, came[1], strict=True) if share)
    brier = sum((chance - share) ** 2 for chance, share in zip(wins, came[1], strict=True))
    return Judgement(round(ONE * loss), round(ONE * brier), tuple(statements))


def shares(places: Sequence[int], place: int) -> list[float]:
    """How much of a place each player has: players who tie over several places share each of them."""
    counts = {own: places.count(own) for own in set(places)}
    return [1 / counts[own] if 0 < own <= place < own + counts[own] else 0.0 for own in places]
