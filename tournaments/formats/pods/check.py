"""Which plans and which fields can be played in pods."""

from __future__ import annotations

from typing import Any, NamedTuple

from tournaments.formats.contract import Plan
from tournaments.formats.settings import check_seats, choice, in_range, only, refuse
from tournaments.formats.sizes import divide
from tournaments.scoring import check_scoring

from .sizes import sizes

MAX_ROUNDS = 50
REPEATS, SCORES = "repeats", "scores"


class Settings(NamedTuple):
    byes: str
    """``avoided`` (only where a withdrawal leaves no other way), ``allowed``, or ``preferred`` to short tables."""
    draw: str
    """The first round: from each ``quarters`` of the seeding one, or by ``lots`` alone."""
    first: str
    """What comes first after the first round: no ``repeats``, or equal ``scores``."""
    search: str
    """``full``, or ``quick`` where thousands of rounds are simulated."""


def settings_of(plan: Plan) -> Settings:
    """Raises BadPlan if a setting is unknown or has an impossible value."""
    only(plan, *Settings._fields)
    return Settings(
        byes=choice(plan, "byes", "avoided", "allowed", "preferred"),
        draw=choice(plan, "draw", "quarters", "lots"),
        first=choice(plan, "first", REPEATS, SCORES),
        search=choice(plan, "search", "full", "quick"),
    )


def check(plan: Plan, entrants: int) -> None:
    """Raises BadPlan: a setting, the seats, the rounds, the scoring, or a field that tables cannot seat evenly."""
    byes = settings_of(plan).byes
    check_seats(plan)
    in_range("rounds", plan.rounds, 0, MAX_ROUNDS)
    check_scoring(plan)
    if entrants < plan.least:
        refuse("entrants", "too_few_entrants", entrants=entrants, least=plan.least)
    if byes == "avoided" and plan.least < plan.seats and not divide(entrants, plan.seats, plan.least):
        refuse("entrants", "field_does_not_divide", **what_would_work(plan, entrants))


def what_would_work(plan: Plan, entrants: int) -> dict[str, Any]:
    """What would work instead of a field that does not divide into tables.

    ``fewer`` and ``more``: the nearest fields that do (0: none); ``byes``: how many in each round where byes are
    ``allowed``; ``sizes``: other sizes of tables, each as [seats, least].
    """
    below = (n for n in range(entrants - 1, 0, -1) if divide(n, plan.seats, plan.least))
    above = (n for n in range(entrants + 1, entrants + plan.seats + 1) if divide(n, plan.seats, plan.least))
    every = ((seats, least) for seats in (4, 3, 2) for least in range(seats, 1, -1))
    return {
        "entrants": entrants,
        "seats": plan.seats,
        "least": plan.least,
        "fewer": next(below, 0),
        "more": next(above, 0),
        "byes": sizes(plan, entrants).byes,
        "sizes": [list(one) for one in every if divide(entrants, *one)],
    }
