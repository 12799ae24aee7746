"""Swiss in pods: tables of 3-4 (or 2-4) with players near in score, avoiding repeat meetings where possible.

docs/formats/pods.md explains it to players and organisers.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.contract import Plan, Progress, Proposal, Stage, Standing
from tournaments.standings import standings

from . import check
from .pairing import pair
from .sizes import default_rounds


class Pods:
    name = "pods"
    takes_late = True
    by_rounds = True

    def check(self, plan: Plan, entrants: int) -> None:
        check.check(plan, entrants)

    def rounds(self, plan: Plan, entrants: int) -> int:
        """The planned number; by default two more rounds than one player needs to win every table."""
        return plan.rounds or default_rounds(plan.seats, entrants)

    def pair(self, stage: Stage, progress: Progress | None = None) -> Proposal:
        """The next round. CannotPair: ``round_not_finished``, ``stage_is_over``, ``too_few_present``."""
        return pair(stage, self.rounds(stage.plan, len(stage.entrants)), progress)

    def is_over(self, stage: Stage) -> bool:
        return stage.is_played(self.rounds(stage.plan, len(stage.entrants)))

    def standings(self, stage: Stage) -> Sequence[Standing]:
        return standings(stage)


PODS = Pods()
