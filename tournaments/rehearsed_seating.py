"""How well the rounds of pods in a rehearsal were seated: scores apart, repeats, and how many could be avoided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from fractions import Fraction
from random import Random

from .formats.contract import Pairing, Stage
from .formats.pods.cost import repeats
from .formats.pods.exact import MAX_PLAYERS, best_tables
from .formats.pods.field import Field, field_of
from .formats.pods.places import seated
from .formats.pods.search import FULL, search
from .formats.pods.sizes import Sizes
from .rehearsal import Rehearsed
from .settings import StagePlan
from .stages import stage_of


@dataclass(frozen=True, slots=True)
class Seated:
    """Sums over the rounds after the first: tables, ``apart`` the differences between the highest and the lowest score
    of a table in half-points, meetings that are ``again``, and how many of these another round of the same tables
    would have ``avoided``."""

    tables: int = 0
    apart: int = 0
    again: int = 0
    avoided: int = 0

    def with_(self, other: Seated) -> Seated:
        return Seated(*(one + another for one, another in zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        points = f"{self.apart / 2:g} points apart"
        return f"{self.tables} tables in pods: {points} in sum, {self.again} repeats, {self.avoided} avoidable"


def in_edition(stage: StagePlan, edition: int) -> StagePlan:
    """The stage by that edition of the rules: in the first one, new opponents always came first."""
    if edition > 1:
        return stage
    plan = {key: value for key, value in stage.plan.items() if key != "edition"}
    plan["settings"] = {key: value for key, value in plan["settings"].items() if key != "first"}
    return replace(stage, plan=plan)


def seated_in(done: Rehearsed) -> Seated:
    found = Seated()
    for key, stage in done.state.stages.items():
        made = stage_of(done.state, key)
        if made.plan.format == "pods":
            for at, one in enumerate(stage.rounds[1:], 1):
                before = replace(made, rounds=made.rounds[:at], absent={})
                found = found.with_(_round(before, [table.pairing for table in one.tables.values()]))
    return found


def _round(before: Stage, pairings: Sequence[Pairing]) -> Seated:
    field = field_of(before)
    tables = seated(field, pairings)
    points = [[field.points[p] for p in table] for table in tables]
    apart = sum((Fraction(max(own) - min(own)) for own in points), Fraction(0))
    again = sum(repeats(field, table) for table in tables)
    return Seated(len(tables), int(apart), again, again - _fewest(field, tables) if again else 0)


def _fewest(field: Field, tables: Sequence[Sequence[int]]) -> int:
    """The fewest repeats that tables of these sizes can have: exact for twelve players, beyond that as searched."""
    part = field.part([p for table in tables for p in table])
    sizes = Sizes(tuple(sorted(map(len, tables), reverse=True)))
    small = len(part.numbers) <= MAX_PLAYERS
    found = best_tables(part, sizes) if small else search(part, sizes, FULL, Random(1)).next_round()
    return sum(repeats(part, table) for table in found)
