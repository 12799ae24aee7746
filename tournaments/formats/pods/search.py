"""Tables by local search: players are swapped while that improves the whole or, at first, hardly worsens it.

Threshold accepting (Dueck and Scheuer, J. Comput. Phys. 90, 1990) with whole numbers: the same seed gives the same
tables on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from .board import Board
from .cost import weights_of
from .field import Field
from .sizes import Sizes


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to search. A sweep tries ``tries`` swaps for every player at a table that could be better.

    ``heat`` is by how much an exchange may make the scores worse at first, as the square of a distance.
    """

    restarts: int
    repeat_sweeps: int
    score_sweeps: int
    heat: int
    tries: int = 4


FULL = Effort(restarts=8, repeat_sweeps=100, score_sweeps=300, heat=3)
LARGE = Effort(restarts=2, repeat_sweeps=60, score_sweeps=300, heat=1)
QUICK = Effort(restarts=1, repeat_sweeps=6, score_sweeps=4, heat=1, tries=3)
AHEAD = Effort(restarts=12, repeat_sweeps=250, score_sweeps=60, heat=4)
ENOUGH = 6
"""How often the same fewest repeats are found before they are believed."""
TIGHT = 7, 10
"""From what part of all meetings on a known schedule is followed rather than looked for."""
NEAR = 24
"""From how many players of about the same score somebody is drawn for an exchange."""
ANYBODY, FAULTY = 0.1, 0.55
"""Up to which luck, in a large field, that is anybody, and then somebody who sits at a faulty table too."""


def search(field: Field, sizes: Sizes, effort: Effort, dice: Random) -> Board:
    """The tables of the next round alone."""
    return _best(field, sizes, 1, effort, dice, lambda: [by_score(field, sizes, dice)])


def search_ahead(
    field: Field, sizes: Sizes, rounds: int, effort: Effort, dice: Random, known: Sequence[list[list[int]]] = ()
) -> Board:
    """The tables of all ``rounds`` still to come, so that the last ones need no repeat either.

    ``known`` are orders for the next rounds, each without a repeat (``schedules``). Where most players meet, their
    schedule is followed. Otherwise the best next round is sought, and whether the others can follow it; where they
    cannot, all are sought together.
    """
    everybody = range(len(field.levels))

    def with_others(orders: list[list[int]]) -> list[list[int]]:
        return [*orders, *(shuffled(everybody, dice) for _ in range(len(orders), rounds))]

    def of_schedules() -> list[Board]:
        if not known:
            return []
        return [
            _best(field, sizes, rounds, AHEAD, dice, partial(with_others, orders), first=len(orders))
            for orders in (known if len(known[0]) >= rounds else known[:1])
        ]

    found = of_schedules() if known and _is_tight(field, sizes, rounds) else []
    if found and min(board.again() for board in found) <= fewest_repeats(found[0]):
        return min(found, key=Board.cost)
    near = [p for table in search(field, sizes, effort, dice).tables for p in table]
    found.append(_best(field, sizes, rounds, AHEAD, dice, partial(with_others, [near]), first=1))
    if found[-1].again() > fewest_repeats(found[-1]):
        found += [_best(field, sizes, rounds, AHEAD, dice, partial(with_others, []))]
        found += of_schedules()
    return min(found, key=Board.cost)


def _best(
    field: Field,
    sizes: Sizes,
    rounds: int,
    effort: Effort,
    dice: Random,
    orders: Callable[[], list[list[int]]],
    first: int = 0,
) -> Board:
    """The best of several boards that begin with ``orders``; rounds before ``first`` stay as they are."""
    weights = weights_of(field, rounds)
    found: list[tuple[int, int, Board]] = []
    for _ in range(effort.restarts):
        board = Board(field, sizes, weights, orders())
        if board.a_round > 1:
            Search(board, effort, dice, first).run()
        found.append((board.cost(), board.again(), board))
        fewest = min(again for _, again, _ in found)
        if fewest <= fewest_repeats(board) or sum(again == fewest for _, again, _ in found) >= ENOUGH:
            break
    return min(found, key=lambda one: one[0])[2]


def seated(field: Field, sizes: Sizes, order: Sequence[int]) -> Board:
    """The given tables of the next round."""
    return Board(field, sizes, weights_of(field, 1), [order])


def by_score(field: Field, sizes: Sizes, dice: Random) -> list[int]:
    """Players from the highest score to the lowest, by lot within a score; those due a bye come last."""
    order = shuffled(range(len(field.levels)), dice)
    order.sort(key=lambda p: -field.levels[p])
    if sizes.byes:
        out = sorted(order, key=lambda p: (field.byes[p], field.levels[p]))[: sizes.byes]
        order = [p for p in order if p not in out] + out
    return order


def _is_tight(field: Field, sizes: Sizes, rounds: int) -> bool:
    """Whether most possible meetings take place in all rounds, including those already played."""
    players = len(field.levels)
    meetings = sum(map(sum, field.met)) + rounds * sum(size * (size - 1) for size in sizes.tables)
    return meetings * TIGHT[1] > players * (players - 1) * TIGHT[0]


def fewest_repeats(board: Board) -> int:
    """The least that ``board.again()`` can be: earlier repeats, and all meetings spread evenly over the pairs."""
    players = len(board.field.levels)
    pairs = players * (players - 1) // 2
    each, more = divmod(sum(map(sum, board.met)) // 2, pairs) if pairs else (0, 0)
    return max(pairs * each * (each - 1) // 2 + more * each, board.happened)


def shuffled(players: Sequence[int], dice: Random) -> list[int]:
    order = list(players)
    for i in range(len(order) - 1, 0, -1):
        j = int(dice.random() * (i + 1))
        order[i], order[j] = order[j], order[i]
    return order


class Search:
    def __init__(self, board: Board, effort: Effort, dice: Random, first: int) -> None:
        self.board, self.effort, self.draw = board, effort, dice.random
        self.rounds = range(first, len(board.where))
        self.order = sorted(range(len(board.field.levels)), key=board.field.levels.__getitem__)
        self.place = {p: at for at, p in enumerate(self.order)}

    def run(self) -> None:
        board, effort = self.board, self.effort
        self.improve(score=False)
        if board.again() > fewest_repeats(board):
            self.sweeps(effort.repeat_sweeps, 3 * board.weights.repeat // 2, score=False)
        self.sweeps(effort.score_sweeps, effort.heat * board.weights.spread, score=True)
        self.improve(score=True)

    def improve(self, *, score: bool) -> None:
        self.sweeps(3, 0, score=score)

    def sweeps(self, count: int, threshold: int, *, score: bool) -> None:
        """Makes swaps that cost less than a threshold, which falls to zero."""
        for left in range(count - 1, -1, -1):
            busy = False
            for h in self.rounds:
                faulty = sorted(self.board.faulty(h, score=score), key=self.place.__getitem__)
                busy = busy or bool(faulty)
                for at, p in enumerate(faulty):
                    self.try_exchanges(h, p, (faulty, at), threshold * left // count)
            if not busy:
                return

    def try_exchanges(self, h: int, p: int, faulty: tuple[list[int], int], threshold: int) -> None:
        board, draw = self.board, self.draw
        for _ in range(self.effort.tries):
            q = self.somebody(h, p, *faulty)
            change = board.change(h, p, q)
            if change < 0 or (change and change <= threshold * draw()):
                board.exchange(h, p, q)
                return

    def somebody(self, h: int, p: int, faulty: list[int], at: int) -> int:
        """Anybody; in the next round of a large field, preferably somebody with about the same score."""
        if h or len(self.order) <= NEAR:
            return self.order[int(self.draw() * len(self.order))]
        luck = self.draw()
        if luck < ANYBODY:
            return self.order[int(self.draw() * len(self.order))]
        return self.near(faulty, at) if luck < FAULTY else self.near(self.order, self.place[p])

    def near(self, order: list[int], at: int) -> int:
        """One of the ``NEAR`` players around that place."""
        width = min(NEAR, len(order))
        first = min(max(at - width // 2, 0), len(order) - width)
        return order[first + int(self.draw() * width)]
