"""Assigns seats in a schedule so that everyone has every seat about equally often.

Where all tables are full this is exact. An entrant's games are cut into runs as long as a table has seats; between
runs and tables the seats are a colouring of the edges of a bipartite graph, which as many colours as a table has
seats suffice for (König 1916). So everyone has each seat once in every run, and the counts of two seats differ
by one at most. Short tables close up, and are then improved one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count, pairwise, permutations

Table = tuple[int, ...]
Colours = list[dict[int, int]]
"""For each vertex: colour -> the vertex at the other end."""


def seated(rounds: Sequence[Sequence[Table]], entrants: int, seats: int) -> tuple[tuple[Table, ...], ...]:
    """The same tables, each in seat order."""
    tables = [table for one in rounds for table in one]
    ordered = _coloured(tables, entrants, seats)
    _improve(ordered)
    left = iter(ordered)
    return tuple(tuple(next(left) for _ in one) for one in rounds)


def _coloured(tables: Sequence[Table], entrants: int, seats: int) -> list[Table]:
    """Every table ordered by its colours, which differ within a table and within a run."""
    at: Colours = [{} for _ in tables]
    games = [0] * entrants
    run = [0] * entrants
    who: dict[int, int] = {}
    for number, table in enumerate(tables):
        for no in table:
            if games[no] % seats == 0:
                run[no] = len(at)
                at.append({})
            games[no] += 1
            who[run[no]] = no
            _join(at, number, run[no])
    return [tuple(who[at[number][colour]] for colour in sorted(at[number])) for number in range(len(tables))]


def _join(at: Colours, table: int, run: int) -> None:
    """A new edge. If the two have no free colour in common, two colours are swapped along a path.

    The path begins at the table and cannot come to the run, which it could only reach by a colour that is free there.
    """
    free_run = next(colour for colour in count() if colour not in at[run])
    free_table = next(colour for colour in count() if colour not in at[table])
    if free_run in at[table]:
        _exchange(at, table, free_run, free_table)
    at[run][free_run], at[table][free_run] = table, run


def _exchange(at: Colours, start: int, first: int, second: int) -> None:
    path, colour = [start], first
    while colour in at[path[-1]]:
        path.append(at[path[-1]][colour])
        colour = first + second - colour
    edges = list(pairwise(path))
    for number, (one, other) in enumerate(edges):
        colour = second if number % 2 else first
        del at[one][colour], at[other][colour]
    for number, (one, other) in enumerate(edges):
        colour = first if number % 2 else second
        at[one][colour], at[other][colour] = other, one


def _improve(tables: list[Table]) -> None:
    """Each table in its best order, the others fixed, until nothing changes."""
    had = Counter((no, seat) for table in tables for seat, no in enumerate(table))
    changed = True
    while changed:
        changed = False
        for at, table in enumerate(tables):
            for seat, no in enumerate(table):
                had[no, seat] -= 1
            best = min(permutations(table), key=lambda order: _cost(order, had))
            if _cost(best, had) < _cost(table, had):
                tables[at], changed = best, True
            for seat, no in enumerate(tables[at]):
                had[no, seat] += 1


def _cost(order: Sequence[int], had: Counter[tuple[int, int]]) -> int:
    return sum(2 * had[no, seat] + 1 for seat, no in enumerate(order))
