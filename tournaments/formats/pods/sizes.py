"""How a field is divided into tables."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.contract import Plan
from tournaments.formats.sizes import divide


@dataclass(frozen=True, slots=True)
class Sizes:
    """``tables`` from the largest to the smallest."""

    tables: tuple[int, ...]
    byes: int = 0


def sizes(plan: Plan, players: int) -> Sizes:
    """The tables of a round. Byes are given only if the field does not divide or the plan prefers them.

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
    """Two more rounds than one player needs to beat everybody: 4 in fours from 5 to 16, 6 from 65 to 256."""
    rounds, beaten = 0, 1
    while beaten < entrants:
        rounds, beaten = rounds + 1, beaten * seats
    return rounds + 2
