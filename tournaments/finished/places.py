"""Everybody's final place, from 1 to n: pure, from the standings of the stages that were played.

The last stage comes first, then those who played in the stage before it and not on, and so on. Divisions that have
stages of their own have places of their own. Play-offs at the border of a league are left out: they are about the next
season.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments import stages
from tournaments.formats.contract import EntrantNo
from tournaments.state import State, Status


@dataclass(frozen=True, slots=True)
class Place:
    """Places are shared by those who are level in everything, and then the next ones are left out."""

    place: int
    no: EntrantNo


@dataclass(frozen=True, slots=True)
class Table:
    """``stage`` is the key of the last stage that decided; ``division`` is ``""`` where everybody played together."""

    stage: str
    division: str
    places: tuple[Place, ...]

    @property
    def champions(self) -> tuple[EntrantNo, ...]:
        return tuple(one.no for one in self.places if one.place == 1)


def final_places(state: State) -> list[Table]:
    """One for the whole field, or one for each division, in the order of the plan; empty unless it is closed."""
    if state.status is not Status.CLOSED:
        return []
    begun = [key for key, stage in state.stages.items() if stage.plan.source.border is None]
    followed = {state.stages[key].plan.source.stage for key in begun}
    return [_table(state, key) for key in begun if key not in followed and state.stages[key].entrants]


def _table(state: State, last: str) -> Table:
    places: list[Place] = []
    seen: set[EntrantNo] = set()
    key, division = last, ""
    while key in state.stages:
        source = state.stages[key].plan.source
        division = source.division
        new = list(_of_stage(state, key, seen))
        places += new
        seen |= {one.no for one in new}
        key = source.stage
    return Table(last, division, tuple(places))


def _of_stage(state: State, key: str, seen: set[EntrantNo]) -> Iterator[Place]:
    """Those of a stage who have no place yet, behind all who have."""
    place, rank = len(seen), 0
    for at, row in enumerate(
        (row for row in stages.standings(stages.stage_of(state, key)) if row.entrant not in seen), 1
    ):
        if row.rank != rank:
            place, rank = len(seen) + at, row.rank
        yield Place(place, row.entrant)
