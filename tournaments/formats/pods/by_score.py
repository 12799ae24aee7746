"""The tables of a round where equal scores come first: filled from the top of the scores, the leaders at table 1.

Every table has one stretch of the scores, the full tables before the short ones, so nobody sits below a player with
fewer points. Only players with the same score can take each other's place; among all such rounds one with few repeats
is searched, then one that shares out the short tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .board import Board, Tables
from .cost import weights_of
from .field import Field
from .search import Effort, Search, by_score, fewest_repeats
from .sizes import Sizes


def tables_by_score(field: Field, sizes: Sizes, effort: Effort, dice: Random) -> Tables:
    """The tables from the top, byes last."""
    weights, found = weights_of(field, 1), list[tuple[int, int, Board]]()
    for at in range(effort.restarts):
        board = Board(field, sizes, weights, [by_score(field, sizes, dice)])
        if board.a_round > 1:
            _WithinScores(board, effort, dice).run()
        found.append((board.again(), at, board))
        if board.again() <= fewest_repeats(board):
            break
    return min(found)[2].next_round()


def slices(levels: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """The scores that tables of these sizes have, from the highest down."""
    order = sorted(levels, reverse=True)
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    return [order[start : start + size] for start, size in zip(starts, sizes, strict=True)]


class _WithinScores(Search):
    """Exchanges of players with the same score, which leave the scores of every table as they are."""

    def __init__(self, board: Board, effort: Effort, dice: Random) -> None:
        super().__init__(board, effort, dice, 0)
        self.same: dict[int, list[int]] = {}
        for p in self.order:
            self.same.setdefault(board.field.levels[p], []).append(p)

    def run(self) -> None:
        board, effort = self.board, self.effort
        self.improve(score=False)
        if board.again() > fewest_repeats(board):
            self.sweeps(effort.repeat_sweeps, 3 * board.weights.repeat // 2, score=False)
        self.improve(score=False)

    def somebody(self, h: int, p: int, faulty: list[int], at: int) -> int:
        same = self.same[self.board.field.levels[p]]
        return same[int(self.draw() * len(same))]
