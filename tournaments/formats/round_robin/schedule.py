"""Who meets whom in which round: the settings of a round robin and its schedule."""

from __future__ import annotations

from functools import lru_cache

from elekt_core.chance import SeededChance

from ..contract import EntrantNo, Plan, Stage
from ..settings import check_field, check_seats, choice, flag, number, refuse
from . import balanced, berger

MAX_DUELS, MAX_TABLES = 256, 64
MAX_CYCLES, MAX_ROUNDS = 4, 200
SETTINGS = ("cycles", "exchange", "numbers", "absent", "withdrawn", "bye")
Numbers = tuple[tuple[tuple[int, ...], ...], ...]
"""By round: tables of numbers of the draw from 0, in seat order."""


def check(plan: Plan) -> None:
    """Checks everything except the field. Raises BadPlan."""
    check_seats(plan)
    number(plan, "cycles", 1, 1, MAX_CYCLES)
    flag(plan, "exchange", True)
    choice(plan, "numbers", "seeding", "lots")
    choice(plan, "absent", "forfeit", "keep")
    choice(plan, "withdrawn", "fide", "keep", "annul")
    choice(plan, "bye", "zero", "pairing")
    if plan.rounds and (plan.seats == 2 or "cycles" in plan.settings):
        refuse("rounds", "cycles_say_it")
    if not 0 <= plan.rounds <= MAX_ROUNDS:
        refuse("rounds", "out_of_range", least=0, most=MAX_ROUNDS)


def check_size(plan: Plan, entrants: int) -> None:
    """Raises BadPlan for ``entrants`` if that many cannot play at this plan's tables."""
    check_field(entrants, plan.least, MAX_DUELS if plan.seats == 2 else MAX_TABLES)


def numbers(plan: Plan, entrants: int) -> Numbers:
    """All rounds: Berger tables for duels, a balanced schedule for tables of 3-4."""
    cycles = int(plan.settings.get("cycles", 1))
    if plan.seats == 2:
        return _duels(entrants, cycles, bool(plan.settings.get("exchange", True)))
    needed = balanced.rounds_needed(entrants, plan.seats, plan.least)
    return balanced.schedule(entrants, plan.seats, plan.least, plan.rounds or needed * cycles)


@lru_cache(maxsize=32)
def _duels(entrants: int, cycles: int, exchange: bool) -> Numbers:
    """Cached: asking for one round after another would otherwise compute the whole schedule each time."""
    found = berger.cycles(entrants, cycles, exchange)
    return tuple(tuple((white - 1, black - 1) for white, black in one) for one in found)


def drawn(stage: Stage) -> tuple[EntrantNo, ...]:
    """Entrants by their number in the draw, from 0: as seeded, or by lot."""
    entrants = tuple(entrant.no for entrant in stage.entrants)
    if stage.plan.settings.get("numbers") != "lots":
        return entrants
    return tuple(entrants[lot] for lot in SeededChance(stage.seed).permutation(0, len(entrants)))
