"""Single and double elimination as formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..contract import Plan, Progress, Proposal, Stage, Standing
from . import options, pairing, ranking
from .fill import fill


@dataclass(slots=True)
class Elimination:
    name: str
    takes_late: bool = False
    by_rounds: bool = False

    def check(self, plan: Plan, entrants: int) -> None:
        options.check(plan, entrants)

    def rounds(self, plan: Plan, entrants: int) -> int | None:
        """Includes the repeated final, which may not be played."""
        return options.bracket(plan, entrants).rounds

    def pair(self, stage: Stage, progress: Progress | None = None) -> Proposal:
        return pairing.pair(stage)

    def is_over(self, stage: Stage) -> bool:
        tree = options.bracket(stage.plan, len(stage.entrants))
        return all(filled.places is not None for filled in fill(tree, stage).values())

    def standings(self, stage: Stage) -> Sequence[Standing]:
        return ranking.standings(stage)


SINGLE_ELIMINATION = Elimination(options.SINGLE)
DOUBLE_ELIMINATION = Elimination(options.DOUBLE)
