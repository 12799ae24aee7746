"""The best tables of a tiny field: every division into tables is examined or proven no better."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from .board import Tables
from .cost import BYE, FULL, SHORT, table_cost, weights_of
from .field import Field
from .sizes import Sizes

MAX_PLAYERS = 12
"""15,400 divisions into four tables; thirteen players would have 200,200."""


def best_tables(field: Field, sizes: Sizes) -> Tables:
    """The first of equally good divisions in order of seeding; full tables first, byes last."""
    return _Exact(field, sizes).best()


class _Exact:
    """Branch and bound: the first unseated player tries every possible table, the cheapest first."""

    def __init__(self, field: Field, sizes: Sizes) -> None:
        self.field, self.weights = field, weights_of(field, 1)
        full = max(sizes.tables)
        self.left = Counter((SHORT if size < full else FULL, size) for size in sizes.tables)
        if sizes.byes:
            self.left[BYE, sizes.byes] = 1
        self.floor = -2 * max(sizes.tables) * max(map(abs, field.leans), default=0)  # no table costs less
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}
        self.least: int | None = None
        self.found: list[tuple[int, tuple[int, ...]]] = []

    def best(self) -> Tables:
        self.divide(tuple(range(len(self.field.levels))), 0, [])
        return [list(table) for _, table in sorted(self.found, key=lambda one: (one[0], -len(one[1])))]

    def companies(self, players: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
        return [
            (kind, players[:1] + others)
            for (kind, size), left in self.left.items()
            if left
            for others in combinations(players[1:], size - 1)
        ]

    def cost(self, kind: int, table: tuple[int, ...]) -> int:
        if (kind, table) not in self.known:
            self.known[kind, table] = table_cost(self.field, self.weights, kind, table)
        return self.known[kind, table]

    def divide(self, players: tuple[int, ...], cost: int, tables: list[tuple[int, tuple[int, ...]]]) -> None:
        if not players:
            self.least, self.found = cost, list(tables)
            return
        for more, one in sorted((self.cost(*one), one) for one in self.companies(players)):
            if self.least is not None and cost + more + self.floor * (sum(self.left.values()) - 1) >= self.least:
                return
            key = (one[0], len(one[1]))
            self.left[key] -= 1
            self.divide(tuple(p for p in players if p not in one[1]), cost + more, [*tables, one])
            self.left[key] += 1
