"""Arenas as a format."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import Pairing, Plan, Progress, Proposal, RoundNo, Stage, Standing
from ..seating import busy, seat_order, seats_had
from ..settings import check_field, check_seats, number, only, refuse
from .points import STREAK, scores
from .waves import tables

MAX_FIELD = 1024
TIE_BREAKS = ((), ("WIN",))


class Arena:
    name = "arena"
    takes_late = True
    by_rounds = False

    def check(self, plan: Plan, entrants: int) -> None:
        only(plan, "streak")
        check_seats(plan)
        check_field(entrants, plan.least, MAX_FIELD)
        if plan.rounds:
            refuse("rounds", "has_no_rounds")
        if plan.tie_breaks not in TIE_BREAKS:
            refuse("tie_breaks", "not_one_of", allowed=["WIN"])
        number(plan, "streak", STREAK, 0, 100)

    def rounds(self, plan: Plan, entrants: int) -> int | None:
        return None

    def pair(self, stage: Stage, progress: Progress | None = None) -> Proposal:
        """A wave, one round: tables for all who are neither absent nor playing. The caller keeps the window."""
        away = busy(stage).union(stage.absent)
        free = [entrant.no for entrant in stage.entrants if entrant.no not in away]
        had, no = seats_had(stage), RoundNo(len(stage.rounds) + 1)
        made = tables(stage, free) if len(free) >= stage.plan.least else []
        return Proposal(tuple(Pairing(no, at, seat_order(table, had)) for at, table in enumerate(made, 1)))

    def is_over(self, stage: Stage) -> bool:
        """Over once everybody is absent (the caller has closed the window) and no table is left."""
        return all(entrant.no in stage.absent for entrant in stage.entrants) and not busy(stage)

    def standings(self, stage: Stage) -> Sequence[Standing]:
        """By points; with the tie-break ``WIN`` then by tables won."""
        found = scores(stage)
        breaks = {no: (one.won,) if stage.plan.tie_breaks else () for no, one in found.items()}
        keys = {no: (one.points, breaks[no]) for no, one in found.items()}
        order = sorted(found, key=keys.__getitem__, reverse=True)
        first = {key: rank for rank, key in reversed(list(enumerate((keys[no] for no in order), 1)))}
        return [Standing(first[keys[no]], no, *keys[no]) for no in order]


ARENA = Arena()
