"""How many tables a field fills, and how large they are."""

from __future__ import annotations


def divide(players: int, seats: int, least: int) -> tuple[int, ...] | None:
    """The fewest tables of ``least`` to ``seats`` that seat everybody, as equal as possible; None if there are none.

    So no table is shorter than it must be, and then the fewest are short: ten in fours and threes are 4, 3, 3.
    """
    tables = -(-players // seats)
    if not tables or tables * least > players:
        return None
    base, larger = divmod(players, tables)
    return (base + 1,) * larger + (base,) * (tables - larger)
