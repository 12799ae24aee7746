"""How far a rating in club mode is usually off, from the games behind it. Whole points; shown beside the rating, it
enters no calculation, so ladders with it and without it are the same to the last bit.

The table is measured, not modelled: the root mean square of what ratings are away from the strengths of simulated
players after so many games (``python -m benchmarks.rating_accuracy --deviation``; strengths with a standard deviation
of 200 points, tables of two to four). For one who has played as many, about two in three lie within it.
"""

from __future__ import annotations

from bisect import bisect_right

MEASURED = (
    *((0, 200), (3, 164), (5, 144), (8, 125), (12, 105), (15, 97)),
    *((20, 83), (30, 71), (45, 57), (60, 50), (80, 44), (100, 40)),
)
"""From so many games on, so many points."""
_FROM = [games for games, _ in MEASURED]


def deviation(games: int) -> int:
    """The usual error, in points."""
    return MEASURED[bisect_right(_FROM, games) - 1][1]
