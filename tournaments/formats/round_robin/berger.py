"""Berger tables, as FIDE publishes them (FIDE Handbook C.05, General Regulations for Competitions, Annex 1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

Duel = tuple[int, int]
"""Two numbers of the draw, from 1; the first has White."""
Schedule = tuple[tuple[Duel, ...], ...]
"""By round, in the order of the published tables."""


@lru_cache(maxsize=256)
def berger(entrants: int) -> Schedule:
    """One cycle. In an odd field the number above the last is the bye, so that duel is left out."""
    size = entrants + entrants % 2
    rounds = (tuple(_round(size, no)) for no in range(1, size))
    return tuple(tuple(duel for duel in one if max(duel) <= entrants) for one in rounds)


def _round(size: int, no: int) -> Iterator[Duel]:
    """The last number meets 1, n/2 + 1, 2, n/2 + 2, ...; beside its opponent the others close up in pairs.

    Numbers below the last go round in a circle. Written in the order of the tables: from the opponent outwards,
    and where a pair is 1 and its neighbours, after those that are written with the higher number first.
    """
    circle = size - 1
    half = (no - 1) // 2
    centre = half + 1 if no % 2 else half + 1 + size // 2
    yield (centre, size) if no % 2 else (size, centre)
    for step in range(1, size // 2):
        yield (centre + step - 1) % circle + 1, (centre - step - 1) % circle + 1


def cycles(entrants: int, count: int, exchange: bool = True) -> Schedule:
    """``count`` cycles; every second one has reversed colours.

    ``exchange``: the last two rounds of a cycle that is followed by its reverse change places, so that nobody has
    three games in a row with the same colour (recommended in Annex 1).
    """
    once = berger(entrants)
    changed = (*once[:-2], *once[:-3:-1]) if exchange and len(once) > 2 else once
    rounds: list[tuple[Duel, ...]] = []
    for cycle in range(count):
        if cycle % 2:
            rounds += [tuple((black, white) for white, black in one) for one in once]
        else:
            rounds += changed if cycle + 1 < count else once
    return tuple(rounds)
