"""Round robins as a format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tournaments import standings as table

from ..contract import Bye, EntrantNo, Pairing, Plan, Progress, Proposal, Reason, Result, RoundNo, Stage, Standing
from ..settings import only
from . import schedule
from .withdrawn import annulled, without


class RoundRobin:
    name = "round_robin"
    takes_late = False
    by_rounds = True

    def check(self, plan: Plan, entrants: int) -> None:
        only(plan, *schedule.SETTINGS)
        schedule.check(plan)
        schedule.check_size(plan, entrants)

    def rounds(self, plan: Plan, entrants: int) -> int | None:
        return len(schedule.numbers(plan, entrants))

    def pair(self, stage: Stage, progress: Progress | None = None) -> Proposal:
        """The next round of the schedule, even while an earlier one runs; nothing after the last."""
        no = RoundNo(len(stage.rounds) + 1)
        pairings = tuple(round_of(stage, no))
        return with_byes(stage, pairings) if pairings else Proposal()

    def is_over(self, stage: Stage) -> bool:
        return stage.is_played(len(schedule.numbers(stage.plan, len(stage.entrants))))

    def standings(self, stage: Stage) -> Sequence[Standing]:
        return standings(stage)


ROUND_ROBIN = RoundRobin()


def round_of(stage: Stage, no: RoundNo, slot: str = "", first: int = 1) -> Iterator[Pairing]:
    """The tables of one round, numbered from ``first``; nothing after the last round."""
    numbers, drawn = schedule.numbers(stage.plan, len(stage.entrants)), schedule.drawn(stage)
    if no > len(numbers):
        return
    for table_no, seats in enumerate(numbers[no - 1], first):
        entrants = tuple(drawn[number] for number in seats)
        yield Pairing(no, table_no, entrants, slot, None, default(stage, entrants))


def default(stage: Stage, entrants: Sequence[EntrantNo]) -> Result | None:
    """A walkover if at most one player of a table is present and absence is a default (``absent: forfeit``)."""
    away = frozenset(seat for seat, no in enumerate(entrants) if no in stage.absent)
    if len(away) < max(1, len(entrants) - 1) or stage.plan.settings.get("absent") == "keep":
        return None
    lost = 1 if len(away) == len(entrants) else 2
    return Result(tuple(lost if seat in away else 1 for seat in range(len(entrants))), (), away)


def with_byes(stage: Stage, pairings: tuple[Pairing, ...]) -> Proposal:
    """A player without a table has a bye worth nothing (``bye: zero``): everybody has equally many."""
    playing = {no for pairing in pairings for no in pairing.seats}
    free = [entrant.no for entrant in stage.entrants if entrant.no not in playing]
    bye = Bye.PAIRING if stage.plan.settings.get("bye") == "pairing" else Bye.ZERO
    byes = {no: stage.absent.get(no, bye) for no in free}
    reasons = {no: Reason("bye_by_schedule") for no in free if no not in stage.absent}
    return Proposal(pairings, byes, reasons)


def standings(stage: Stage) -> list[Standing]:
    """By points and the plan's tie-breaks. Players with annulled results come last, without points."""
    gone = annulled(stage, games(stage))
    rows = list(table.standings(without(stage, gone)))
    rest = [entrant.no for entrant in stage.entrants if entrant.no in gone]
    return rows + [Standing(len(rows) + 1, no, 0, (0,) * len(stage.plan.tie_breaks)) for no in rest]


def games(stage: Stage) -> Counter[EntrantNo]:
    """How many tables the schedule gives each player."""
    drawn = schedule.drawn(stage)
    rounds = schedule.numbers(stage.plan, len(stage.entrants))
    return Counter(drawn[number] for one in rounds for seats in one for number in seats)
