"""How a field is divided into tables."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.contract import Plan


@dataclass(frozen=True, slots=True)
class Sizes:
    """``tables`` from the largest to the smallest."""

    tables: tuple[int, ...]
    byes: int = 0


def divide(players: int, seats: int, least: int) -> tuple[int, ...] | None:
    """The fewest tables of ``least`` to ``seats`` that seat everybody, as equal as can be; None where there are none.

    So no table is shorter than it must be, and then the fewest are short: ten in fours and threes are 4, 3, 3.
    """
    tables = -(-players // seats)
    if not tables or tables * least > players:
        return None
    base, larger = divmod(players, tables)
    return (base + 1,) * larger + (base,) * (tables - larger)


def sizes(plan: Plan, players: int) -> Sizes:
    """The tables of a round. Byes are given only where the field does not divide, or where the plan prefers them.

    Fewer than ``plan.least`` players all have a bye.
    """
    if plan.settings.get("byes") == "preferred" and players >= plan.seats:
        return Sizes((plan.seats,) * (players // plan.seats), players % plan.seats)
    for byes in range(players):
        tables = divide(players - byes, plan.seats, plan.least)
        if tables is not None:
            return Sizes(tables, byes)
    return Sizes((), players)


def default_rounds(seats: int, entrants: int) -> int:
    """Two more than it takes for one player to have beaten everybody: 4 in fours from 5 to 16, 6 from 65 to 256."""
    rounds, beaten = 0, 1
    while beaten < entrants:
        rounds, beaten = rounds + 1, beaten * seats
    return rounds + 2
