"""Who shares the last place that advances to a stage: an officer chooses, or the stated rule, the better seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from web.errors import Conflict

from . import stages
from .decisions import rounds
from .formats import contract
from .formats.contract import EntrantNo, Standing
from .formats.groups import group_standings, shared_rest
from .settings import StagePlan
from .state import State


@dataclass(frozen=True, slots=True)
class Tie:
    """Entrants who are level in everything across the cut: ``places`` of them advance, ``first`` by the seeding."""

    entrants: tuple[EntrantNo, ...]
    places: int
    rank: int
    group: str = ""

    @property
    def first(self) -> tuple[EntrantNo, ...]:
        return self.entrants[: self.places]


def ties(state: State, plan: StagePlan) -> list[Tie]:
    """At most one for each cut: of a stage, of each of its groups, and of the best of the rest. None while the stage
    before goes on."""
    source = plan.source
    if not source.stage or not rounds.is_stage_over(state, source.stage):
        return []
    before = stages.stage_of(state, source.stage)
    gone = {no for no, entry in state.entries.items() if entry.withdrawn}
    return list(_ties(before, source.best, source.rest, gone))


def _ties(before: contract.Stage, best: int, rest: int, gone: set[EntrantNo]) -> Iterator[Tie]:
    if not stages.group_of(before):
        yield from _across([row for row in stages.standings(before) if row.entrant not in gone], best)
        return
    for name, rows in group_standings(before).items():
        yield from _across([row for row in rows if row.entrant not in gone], best, name)
    if shared := shared_rest(before, best, rest, gone):
        level, places = shared
        yield Tie(level, places, best + 1)


def _across(rows: Sequence[Standing], best: int, group: str = "") -> Iterator[Tie]:
    if 0 < best < len(rows) and rows[best - 1].rank == rows[best].rank:
        rank = rows[best].rank
        level = tuple(row.entrant for row in rows if row.rank == rank)
        yield Tie(level, best - sum(row.rank < rank for row in rows), rank, group)


def check(state: State, key: str) -> None:
    """Raises Conflict if the stage cannot begin without a choice between players who are level."""
    plan = state.plan(key)
    found = [] if plan is None or key in state.stages else ties(state, plan)
    if found:
        told = [{"entrants": list(one.entrants), "places": one.places, "group": one.group} for one in found]
        raise Conflict("level_at_the_cut", stage=key, ties=told)
