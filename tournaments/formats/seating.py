"""Assigns seats so that over a stage everybody has each seat about equally often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import permutations

from .contract import EntrantNo, Pairing, Stage

Seats = Mapping[EntrantNo, Counter[int]]
"""How often an entrant had each seat, from 0. Walkovers count: the seat was announced."""


def seats_had(stage: Stage, of: Collection[EntrantNo] | None = None) -> Seats:
    """How often everybody, or only those in ``of``, had each seat."""
    had: defaultdict[EntrantNo, Counter[int]] = defaultdict(Counter)
    for pairing in stage.pairings():
        for seat, entrant in enumerate(pairing.seats):
            if of is None or entrant in of:
                had[entrant][seat] += 1
    return had


def seat_order(entrants: Sequence[EntrantNo], had: Seats) -> tuple[EntrantNo, ...]:
    """The order in which seats repeat least; among equals, the one nearest to the given order.

    Minimised is the sum over the seats of (how often the entrant had this seat, less how often their rarest seat).
    Exact, since a table has at most 24 orders.
    """
    if not any(entrant in had for entrant in entrants):
        return tuple(entrants)
    counts = [had.get(entrant, Counter()) for entrant in entrants]
    seats = range(len(entrants))
    return tuple(entrants[index] for index in min(permutations(seats), key=lambda order: _repeats(order, counts)))


def _repeats(order: Sequence[int], counts: Sequence[Counter[int]]) -> int:
    """Squares, so that two repeats of one entrant weigh more than one each of two."""
    return sum((counts[index][seat] + 1) ** 2 - counts[index][seat] ** 2 for seat, index in enumerate(order))


def table_numbers(stage: Stage, rounds: Collection[int]) -> Mapping[int, set[int]]:
    """The table numbers already used in each of these rounds."""
    taken: defaultdict[int, set[int]] = defaultdict(set)
    for pairing in stage.pairings():
        if pairing.round in rounds:
            taken[pairing.round].add(pairing.table)
    return taken


def is_open(pairing: Pairing) -> bool:
    return pairing.result is None


def busy(stage: Stage) -> set[EntrantNo]:
    """The players at tables that have no result yet."""
    return {entrant for pairing in stage.pairings() if is_open(pairing) for entrant in pairing.seats}
