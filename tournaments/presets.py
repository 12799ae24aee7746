"""Presets: ready plans with sensible values that can be changed afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from . import plans
from .formats.contract import EDITION, Plan
from .formats.pods.check import SCORES
from .scoring import equal_worth
from .settings import Source, StagePlan

DUEL_TIE_BREAKS = ("DE", "BH-C1", "BH", "SB", "WIN")
TABLE_TIE_BREAKS = ("WIN", "BH", "SB")


@dataclass(frozen=True, slots=True)
class Wish:
    """The organiser's wishes: ``seats`` at a table, ``rounds`` (0: as many as suit), ``best`` for a final (0: none)."""

    seats: int = 4
    rounds: int = 4
    best: int = 4
    games: int = 1
    """Best of how many in a knock-out."""
    consolation: bool = False
    """In a knock-out, for those who lose their first table."""
    first: str = SCORES
    """What comes first in pods: equal ``scores``, or no ``repeats``."""


Preset = Callable[[Wish], tuple[StagePlan, ...]]


def _stage(key: str, plan: Plan, source: Source | None = None) -> StagePlan:
    return StagePlan(key, plans.plain(replace(plan, edition=EDITION)), source or Source())


def _tie_breaks(seats: int) -> tuple[str, ...]:
    return DUEL_TIE_BREAKS if seats == 2 else TABLE_TIE_BREAKS


def _least(seats: int) -> int:
    return max(2, seats - 1)


def _final(wish: Wish, before: str) -> tuple[StagePlan, ...]:
    return (_stage("final", final_plan(wish), Source(stage=before, best=wish.best)),) if wish.best else ()


def final_plan(wish: Wish) -> Plan:
    """One table of the best if they fit at one, otherwise a knock-out of duels."""
    settings = {"draws": "titles", "length": wish.games}
    if 2 < wish.best <= wish.seats:
        return Plan("single_elimination", wish.best, _least(wish.best), settings=settings)
    return Plan("single_elimination", settings={**settings, "third_place": wish.best >= 4})


def pods(wish: Wish) -> tuple[StagePlan, ...]:
    """A club evening: rounds at tables of 3-4, and a final table of the best."""
    plan = Plan("pods", wish.seats, _least(wish.seats), wish.rounds, tie_breaks=_tie_breaks(wish.seats))
    plan = replace(plan, scoring=equal_worth(wish.seats), settings={"first": wish.first})
    return (_stage("swiss", plan), *_final(wish, "swiss"))


def swiss(wish: Wish) -> tuple[StagePlan, ...]:
    """Duels by the FIDE Dutch system."""
    return (_stage("swiss", Plan("dutch", rounds=wish.rounds, tie_breaks=DUEL_TIE_BREAKS)), *_final(wish, "swiss"))


def club_swiss(wish: Wish) -> tuple[StagePlan, ...]:
    plan = Plan("club_swiss", rounds=wish.rounds, tie_breaks=DUEL_TIE_BREAKS)
    return (_stage("swiss", plan), *_final(wish, "swiss"))


def knockout(wish: Wish) -> tuple[StagePlan, ...]:
    settings = {"draws": "titles", "length": wish.games, **({"consolation": True} if wish.consolation else {})}
    if wish.seats == 2:
        plan = Plan("single_elimination", settings={**settings, "third_place": True})
    else:
        plan = Plan("single_elimination", wish.seats, _least(wish.seats), settings=settings)
    return (_stage("knockout", plan),)


def double_knockout(wish: Wish) -> tuple[StagePlan, ...]:
    settings = {"draws": "titles", "length": wish.games}
    if wish.seats == 2:
        plan = Plan("double_elimination", settings=settings)
    else:
        plan = Plan("double_elimination", wish.seats, _least(wish.seats), settings=settings)
    return (_stage("knockout", plan),)


def round_robin(wish: Wish) -> tuple[StagePlan, ...]:
    plan = Plan("round_robin", wish.seats, _least(wish.seats), tie_breaks=_tie_breaks(wish.seats))
    plan = replace(plan, scoring=equal_worth(wish.seats))
    return (_stage("table", plan), *_final(wish, "table"))


def groups(wish: Wish) -> tuple[StagePlan, ...]:
    plan = Plan("groups", wish.seats, _least(wish.seats), tie_breaks=_tie_breaks(wish.seats))
    plan = replace(plan, scoring=equal_worth(wish.seats))
    knock = Plan("single_elimination", settings={"draws": "titles", "length": wish.games, "third_place": True})
    return (_stage("groups", plan), _stage("final", knock, Source(stage="groups", best=2)))


def arena(wish: Wish) -> tuple[StagePlan, ...]:
    plan = Plan("arena", wish.seats, 2, scoring=equal_worth(wish.seats), tie_breaks=("WIN",))
    return (_stage("arena", plan),)


def ladder(wish: Wish) -> tuple[StagePlan, ...]:
    return (_stage("ladder", Plan("ladder", 2, 2)),)


PRESETS: Mapping[str, Preset] = {
    "pods": pods,
    "swiss": swiss,
    "club_swiss": club_swiss,
    "knockout": knockout,
    "double_knockout": double_knockout,
    "round_robin": round_robin,
    "groups": groups,
    "arena": arena,
    "ladder": ladder,
}
