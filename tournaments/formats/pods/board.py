"""Tables of one or several rounds, and what it would cost to exchange two players: counted, never recounted."""

from __future__ import annotations

from collections.abc import Sequence

from .cost import BYE, FULL, SHORT, Weights, score_cost
from .field import Field
from .sizes import Sizes

Tables = list[list[int]]


class Board:
    """``tables[t]`` holds players, ``where[h][p]`` is a player's table in the planned round ``h`` (0: the next).

    The tables of a round stand together, from the largest to the smallest; whoever has a bye is the last "table".
    """

    def __init__(self, field: Field, sizes: Sizes, weights: Weights, orders: Sequence[Sequence[int]]) -> None:
        """``orders``: the players of each round, in the order in which its tables take them."""
        self.field, self.weights = field, weights
        self.met = [bytearray(row) for row in field.met]
        self.happened = self.again()
        """What ``again()`` was before the planned rounds."""
        self.byes, self.shorts = list(field.byes), list(field.shorts)
        of_round = [(size, FULL if size == sizes.tables[0] else SHORT) for size in sizes.tables]
        of_round += [(sizes.byes, BYE)] * bool(sizes.byes)
        self.a_round = len(of_round)
        self.kinds = [kind for _, kind in of_round] * len(orders)
        self.tables: Tables = []
        self.where: list[list[int]] = []
        for order in orders:
            self._seat(order, [size for size, _ in of_round])
        self.score = [score_cost(field, weights, self.kinds[t], self.tables[t]) for t in range(self.a_round)]

    def _seat(self, order: Sequence[int], sizes: Sequence[int]) -> None:
        where, first = [0] * len(order), 0
        for size in sizes:
            table = list(order[first : first + size])
            first += size
            for p in table:
                where[p] = len(self.tables)
                self._count(self.kinds[len(self.tables)], p, table, 1)
            self.tables.append(table)
        self.where.append(where)

    def _count(self, kind: int, p: int, table: Sequence[int], by: int) -> None:
        """Counts meetings of ``p`` in its own row only."""
        if kind == BYE:
            self.byes[p] += by
            return
        self.shorts[p] += by * (kind == SHORT)
        row = self.met[p]
        for a in table:
            if a != p:
                row[a] += by

    def change(self, h: int, p: int, q: int) -> int:
        """How much the cost of all rounds changes if ``p`` and ``q`` swap places in round ``h``.

        Where byes, repeats or short tables change, the scores are not looked at: they could not outweigh that.
        """
        met, where, weights = self.met, self.where[h], self.weights
        one, two = where[p], where[q]
        if one == two:
            return 0
        kind, other = self.kinds[one], self.kinds[two]
        row, column, again = met[p], met[q], 0
        if kind != BYE:
            for a in self.tables[one]:
                if a != p:
                    again += column[a] - row[a] + 1
        if other != BYE:
            for a in self.tables[two]:
                if a != q:
                    again += row[a] - column[a] + 1
        cost = again * weights.repeat if again else 0
        if kind != other:
            cost += self._unfair(kind, q, p) + self._unfair(other, p, q)
        if not cost and h == 0:
            cost = self._score_with(one, p, q) + self._score_with(two, q, p) - self.score[one] - self.score[two]
        return cost

    def _unfair(self, kind: int, comes: int, goes: int) -> int:
        if kind == BYE:
            return self.weights.bye * (self.byes[comes] - self.byes[goes] + 1)
        if kind == SHORT:
            return self.weights.short * (self.shorts[comes] - self.shorts[goes] + 1)
        return 0

    def _score_with(self, t: int, goes: int, comes: int) -> int:
        return score_cost(self.field, self.weights, self.kinds[t], [comes if a == goes else a for a in self.tables[t]])

    def exchange(self, h: int, p: int, q: int) -> None:
        where = self.where[h]
        one, two = where[p], where[q]
        for player, t, by in ((p, one, -1), (q, two, -1)):
            self._count_both(player, t, by)
        table = self.tables[one]
        table[table.index(p)] = q
        table = self.tables[two]
        table[table.index(q)] = p
        where[p], where[q] = two, one
        for player, t, by in ((p, two, 1), (q, one, 1)):
            self._count_both(player, t, by)
        if h == 0:
            for t in (one, two):
                self.score[t] = score_cost(self.field, self.weights, self.kinds[t], self.tables[t])

    def _count_both(self, p: int, t: int, by: int) -> None:
        self._count(self.kinds[t], p, self.tables[t], by)
        if self.kinds[t] != BYE:
            for a in self.tables[t]:
                if a != p:
                    self.met[a][p] += by

    def again(self) -> int:
        """Repeat meetings, the n-th meeting of a pair counted n - 1 times; those already played included."""
        return sum([m * (m - 1) // 2 for row in self.met for m in row if m > 1]) // 2

    def cost(self) -> int:
        w = self.weights
        unfair = w.bye * sum(n * (n - 1) // 2 for n in self.byes) + w.short * sum(n * (n - 1) // 2 for n in self.shorts)
        return unfair + w.repeat * self.again() + sum(self.score)

    def faulty(self, h: int, *, score: bool) -> list[int]:
        """Players at tables of round ``h`` to improve: repeats, byes, short tables and (``score``) mixed scores."""
        players: list[int] = []
        for t in range(h * self.a_round, (h + 1) * self.a_round):
            if self.kinds[t] != FULL or (score and h == 0 and self.score[t] > 0) or self._repeats(t):
                players += self.tables[t]
        return players

    def _repeats(self, t: int) -> bool:
        table = self.tables[t]
        return sum([sum([self.met[p][q] for q in table]) for p in table]) > len(table) * (len(table) - 1)

    def next_round(self) -> Tables:
        return self.tables[: self.a_round]
