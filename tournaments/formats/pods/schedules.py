"""What a known schedule still offers a field, so that nobody meets again; the next round suits the scores.

Nothing of a plan is stored. A schedule is laid over the tables of the first round in many ways, by lots that depend on
these tables and the stage's seed alone; of the ways that agree with all that was played since, the best for the scores
is taken. So the way that was taken in one round is among those of the next, whatever results were corrected meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from .cost import FULL, SHORT, table_cost, weights_of
from .designs import Design, design, free_points
from .field import Field
from .search import shuffled
from .sizes import Sizes

Seated = Sequence[Sequence[int]]
"""A round: its tables, of entrants' numbers."""
Points = Mapping[int, int]
"""Who has which point of a schedule."""
Order = list[int]
"""The players of a round by their tables, the full ones first, as indices of the field."""
WAYS, KEPT = 600, 6
"""So many ways to lay a schedule over the players are looked at, and so many of the best are kept."""


def schedules(
    field: Field, sizes: Sizes, played: Sequence[Seated], seats: int, rounds: int, seed: bytes
) -> list[list[Order]]:
    """The remaining rounds of several schedules, at most ``rounds``, the next one first.

    None where byes are given, where no schedule is known for so many tables, or where none fits what was played.
    """
    known = design(seats, len(sizes.tables))
    if known is None or sizes.byes or not played or len(played[0]) != len(sizes.tables):
        return []
    left = _Left(field, sizes, known, rounds)
    found: dict[tuple[int, ...], tuple[int, int, list[Order]]] = {}
    dice = Random(seed)  # its random() is the same for ever, as Python promises
    for way in _ways(known, played[0], dice):
        points = _with_late(way, field, known)
        gone = _followed(known, points, played) if points else None
        if points and gone is not None:
            orders = left.orders(points, gone)
            if orders:
                found.setdefault(tuple(orders[0]), (-len(orders), left.cost(orders[0]), orders))
    return [orders for _, _, orders in sorted(found.values(), key=lambda one: one[:2])[:KEPT]]


def _ways(known: Design, first: Seated, dice: Random) -> Iterator[dict[int, int]]:
    """The first round's tables as some round of the schedule; unused points leave the short tables."""
    full = len(known.rounds[0][0])
    frees = free_points(known, known.points - sum(map(len, first)))
    if any(len(table) < full - 1 for table in first):
        return
    by_size = sorted((sorted(table) for table in first), key=lambda table: (len(table), table))
    for _ in range(WAYS):
        free = frozenset(frees[int(dice.random() * len(frees))])
        one = known.rounds[int(dice.random() * len(known.rounds))]
        tables = [[point for point in table if point not in free] for table in one]
        tables = [tables[at] for at in shuffled(range(len(tables)), dice)]
        tables.sort(key=len)
        if [len(table) for table in tables] == [len(table) for table in by_size]:
            yield {
                no: point
                for table, points in zip(by_size, tables, strict=True)
                for no, point in zip(table, shuffled(points, dice), strict=True)
            }


def _with_late(way: dict[int, int], field: Field, known: Design) -> Points | None:
    """Late entrants take the free points, in order of entry; None if there are too few."""
    late = sorted(no for no in field.numbers if no not in way)
    free = sorted(set(range(known.points)).difference(way.values()))
    if len(late) > len(free):
        return None
    return {**way, **dict(zip(late, free, strict=False))}


def _followed(known: Design, points: Points, played: Sequence[Seated]) -> frozenset[int] | None:
    """The schedule's rounds already played; None if something else was played."""
    gone: set[int] = set()
    for tables in played:
        no = None
        for table in tables:
            if any(one not in points for one in table):
                return None
            for other in table[1:]:
                met = known.meets[points[table[0]]][points[other]]
                if met < 0 or met in gone or no not in (None, met):
                    return None
                no = met
        if no is not None:
            gone.add(no)
    return frozenset(gone)


class _Left:
    """The rounds of a schedule not played yet, for the players who are here."""

    def __init__(self, field: Field, sizes: Sizes, known: Design, rounds: int) -> None:
        self.field, self.sizes, self.known, self.rounds = field, sizes, known, rounds
        self.weights = weights_of(field, rounds)

    def orders(self, points: Points, gone: frozenset[int]) -> list[Order]:
        """The remaining rounds, those that suit the scores best first."""
        who = {points[no]: player for player, no in enumerate(self.field.numbers)}
        orders = []
        for no, tables in enumerate(self.known.rounds):
            if no not in gone:
                here = sorted(([who[p] for p in table if p in who] for table in tables), key=len, reverse=True)
                if tuple(map(len, here)) == self.sizes.tables:
                    orders.append([p for table in here for p in table])
        orders.sort(key=self.cost)
        return orders[: self.rounds]

    def cost(self, order: Order) -> int:
        """The cost as the next round."""
        total, first = 0, 0
        for size in self.sizes.tables:
            kind = FULL if size == self.sizes.tables[0] else SHORT
            total += table_cost(self.field, self.weights, kind, order[first : first + size])
            first += size
        return total
