"""Schedules for tables of 3-4 at which everyone meets everyone as evenly as possible.

How good one is, is measured against what no schedule can beat (``quality``); docs/formats/round_robin.md has the
figures for every field from 3 to 24.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ..sizes import divide
from .search import Table, evened
from .seats import seated

Schedule = tuple[tuple[Table, ...], ...]
"""By round: tables of numbers of the draw from 0, in seat order."""


def sizes(entrants: int, seats: int, least: int) -> tuple[int, ...]:
    """The tables of a round: the fewest byes, then the fewest tables; their sizes differ by at most one."""
    found = (divide(playing, seats, least) for playing in range(entrants, least - 1, -1))
    return next((tables for tables in found if tables is not None), ())


def rounds_needed(entrants: int, seats: int, least: int) -> int:
    """The fewest rounds in which everyone could meet everyone, with equally many byes for all."""
    tables = sizes(entrants, seats, least)
    met = sum(size * (size - 1) for size in tables)
    byes = entrants - sum(tables)
    rounds = -(-entrants * (entrants - 1) // met)
    while rounds * byes % entrants:
        rounds += 1
    return max(rounds, seats if len(tables) == 1 and not byes else 1)


@lru_cache(maxsize=64)
def schedule(entrants: int, seats: int, least: int, rounds: int) -> Schedule:
    """``rounds`` rounds: searched as a whole, or ``rounds_needed`` repeated plus a rest; whichever is more even."""
    tables = sizes(entrants, seats, least)
    needed = rounds_needed(entrants, seats, least)
    found = _evened(entrants, tables, rounds)
    if rounds > needed and quality(found, entrants).excess:
        whole, left = divmod(rounds, needed)
        again = _evened(entrants, tables, needed) * whole + (_evened(entrants, tables, left) if left else ())
        found = min(found, again, key=lambda one: quality(one, entrants).excess)
    return seated(found, entrants, seats)


@lru_cache(maxsize=64)
def _evened(entrants: int, tables: tuple[int, ...], rounds: int) -> Schedule:
    return tuple(tuple(one) for one in evened(entrants, tables, rounds))


class Quality(NamedTuple):
    """``excess``: how far the sum of squared meetings is above that of the most even spread."""

    meetings_least: int
    meetings_most: int
    meetings_mean: float
    excess: int
    seats_spread: int
    """The most by which the counts of two seats differ for one entrant (the fourth only counts where all are 4)."""
    byes_spread: int
    """The most by which the byes of two entrants differ."""


def quality(found: Sequence[Sequence[Table]], entrants: int) -> Quality:
    met = Counter(pair for table in _tables(found) for pair in combinations(sorted(table), 2))
    counts = [met[pair] for pair in combinations(range(entrants), 2)]
    low, more = divmod(sum(counts), len(counts))
    bound = more * (low + 1) ** 2 + (len(counts) - more) * low**2
    played = Counter(no for table in _tables(found) for no in table)
    byes = [len(found) - played[no] for no in range(entrants)]
    excess = sum(count * count for count in counts) - bound
    spread = max(byes) - min(byes)
    return Quality(min(counts), max(counts), sum(counts) / len(counts), excess, _seats_spread(found, entrants), spread)


def _seats_spread(found: Sequence[Sequence[Table]], entrants: int) -> int:
    had = Counter((no, seat) for table in _tables(found) for seat, no in enumerate(table))
    seats = range(min(len(table) for table in _tables(found)))
    return max(max(had[no, seat] for seat in seats) - min(had[no, seat] for seat in seats) for no in range(entrants))


def _tables(found: Sequence[Sequence[Table]]) -> Iterator[Table]:
    return (table for one in found for table in one)
