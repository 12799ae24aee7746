"""A plain Swiss system for duels, with any scoring: rules that fit on a poster (end of docs/formats/dutch.md).

In this order: nobody meets again if that can be avoided; scores are as near as possible; who begins has been shared
out evenly; of those with the same score the upper half meets the lower half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import rustworkx

from elekt_core.chance import SeededChance
from tournaments.scoring import check_scoring, points
from tournaments.standings import standings

from . import settings
from .contract import (
    Bye,
    CannotPair,
    EntrantNo,
    HalfPoints,
    Pairing,
    Plan,
    Progress,
    Proposal,
    Reason,
    RoundNo,
    Stage,
    Standing,
)
from .seating import Seats, seat_order, seats_had

MAX_FIELD = 1000
NEAR = 60
"""In larger fields, only those so many places apart are looked at first."""


class ClubSwiss:
    """Setting ``first_round``: ``halves`` (the upper half of the seeding against the lower) or ``lot``."""

    name = "club_swiss"
    takes_late = True
    by_rounds = True

    def check(self, plan: Plan, entrants: int) -> None:
        settings.only(plan, "first_round")
        settings.in_range("seats", plan.seats, 2, 2)
        settings.in_range("least", plan.least, 2, 2)
        settings.in_range("rounds", plan.rounds, 0, 100)
        settings.check_field(entrants, 2, MAX_FIELD)
        settings.choice(plan, "first_round", "halves", "lot")
        check_scoring(plan)

    def rounds(self, plan: Plan, entrants: int) -> int:
        """The number of rounds; by default enough to leave one player with a full score."""
        return plan.rounds or max(1, (entrants - 1).bit_length())

    def pair(self, stage: Stage, progress: Progress | None = None) -> Proposal:
        no, rounds = RoundNo(len(stage.rounds) + 1), self.rounds(stage.plan, len(stage.entrants))
        missing = [pairing.table for pairing in stage.pairings() if pairing.result is None]
        if missing:
            raise CannotPair(Reason("round_not_finished", {"round": no - 1, "tables": missing}))
        if no > rounds:
            raise CannotPair(Reason("stage_is_over", {"rounds": rounds}))
        field = _Field(stage)
        if len(field.order) < 2:
            raise CannotPair(Reason("too_few_present", {"present": len(field.order), "least": 2}))
        out = field.order.pop(field.bye()) if len(field.order) % 2 else None
        pairs = sorted(field.pairs())
        return Proposal(
            tuple(_table(field, no, table, pair) for table, pair in enumerate(pairs, 1)),
            stage.absent if out is None else {**stage.absent, out: Bye.PAIRING},
            {} if out is None else {out: field.reason_of_bye(out)},
            tuple(field.notes(pairs)),
        )

    def is_over(self, stage: Stage) -> bool:
        return stage.is_played(self.rounds(stage.plan, len(stage.entrants)))

    def standings(self, stage: Stage) -> Sequence[Standing]:
        return standings(stage)


CLUB_SWISS = ClubSwiss()


@dataclass
class _Field:
    stage: Stage

    @cached_property
    def score(self) -> Mapping[EntrantNo, HalfPoints]:
        return points(self.stage)

    @cached_property
    def order(self) -> list[EntrantNo]:
        """Present players by score, then by the seeding; in the first round possibly by lot."""
        there = [entrant.no for entrant in self.stage.entrants if entrant.no not in self.stage.absent]
        if not self.stage.rounds and self.stage.plan.settings.get("first_round") == "lot":
            return [there[at] for at in SeededChance(self.stage.seed).permutation(0, len(there))]
        return sorted(there, key=lambda no: -self.score[no])

    @cached_property
    def met(self) -> Counter[frozenset[EntrantNo]]:
        """How often each pair has played; an unplayed game does not count."""
        played = (one for one in self.stage.pairings() if one.result is not None and not one.result.forfeited)
        return Counter(frozenset(pairing.seats) for pairing in played)

    @cached_property
    def byes(self) -> Counter[EntrantNo]:
        return Counter(no for one in self.stage.rounds for no, bye in one.byes.items() if bye is Bye.PAIRING)

    @cached_property
    def had(self) -> Seats:
        return seats_had(self.stage)

    @cached_property
    def begun(self) -> Mapping[EntrantNo, int]:
        """How often each player began, minus how often they did not."""
        return {no: had[0] - had[1] for no, had in self.had.items()}

    def bye(self) -> int:
        """The place of the player who gets the bye: the lowest of those with the fewest byes."""
        return min(range(len(self.order)), key=lambda at: (self.byes[self.order[at]], -at))

    def pairs(self) -> list[tuple[int, int]]:
        """Pairs of places in the order, the higher one first."""
        near = NEAR if len(self.order) > 2 * NEAR else len(self.order)
        found = self._matched(near)
        return found if 2 * len(found) == len(self.order) else self._matched(len(self.order))

    def _matched(self, near: int) -> list[tuple[int, int]]:
        size = len(self.order)
        costs = dict(self._costs(near))
        worth = 1
        levels: list[int] = []
        for level in reversed(range(4)):
            levels.insert(0, worth)
            worth += worth * size * max((cost[level] for cost in costs.values()), default=0)
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * size)
        graph.add_edges_from([(*pair, worth - sum(map(int.__mul__, cost, levels))) for pair, cost in costs.items()])
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return [(min(pair), max(pair)) for pair in found]

    def _costs(self, near: int) -> Iterator[tuple[tuple[int, int], tuple[int, int, int, int]]]:
        """The costs of each pair of at most ``near`` places apart by each rule, the first rule first. Asked for tens
        of thousands of pairs, so each player's own figures are looked up once."""
        place = {no: at for at, no in enumerate(self.order)}
        met = {
            tuple(sorted(place[no] for no in pair)): times for pair, times in self.met.items() if pair <= place.keys()
        }
        scores = [2 * self.score[no] for no in self.order]
        begun = [self.begun.get(no, 0) for no in self.order]
        half = [self._half[no] for no in self.order]
        for at in range(len(self.order)):
            for to in range(at + 1, min(len(self.order), at + near + 1)):
                apart = int(scores[at] - scores[to])
                both = abs(begun[at] + begun[to]) if begun[at] * begun[to] > 0 else 0
                halves = 0 if apart else abs(to - at - half[at])
                yield (at, to), (met.get((at, to), 0), apart * apart, both, halves)

    @cached_property
    def _half(self) -> Mapping[EntrantNo, int]:
        """Half the number of players with the same score."""
        groups = [list(group) for _, group in groupby(self.order, self.score.__getitem__)]
        return {no: len(group) // 2 for group in groups for no in group}

    def reason_of(self, one: EntrantNo, other: EntrantNo) -> Reason:
        scores = {"highest": _plain(self.score[one]), "lowest": _plain(self.score[other])}
        code = "club_swiss_same_score" if self.score[one] == self.score[other] else "club_swiss_near_scores"
        again = self.met[frozenset({one, other})]
        also = [{"code": "club_swiss_repeat", "data": {"before": again}}] if again else []
        return Reason(code, {**scores, "also": also})

    def reason_of_bye(self, no: EntrantNo) -> Reason:
        """``before``: this player's earlier byes; nobody has had fewer."""
        return Reason("club_swiss_bye", {"before": self.byes[no], "score": _plain(self.score[no])})

    def notes(self, pairs: Sequence[tuple[int, int]]) -> Iterator[Reason]:
        again = sum(self.met[frozenset({self.order[at], self.order[to]})] > 0 for at, to in pairs)
        if again:
            yield Reason("club_swiss_repeats", {"meetings": again})


def _plain(score: HalfPoints) -> int | str:
    """As JSON: a whole number of half-points, or ``"20/3"``."""
    return int(score) if score.denominator == 1 else str(score)


def _table(field: _Field, no: RoundNo, table: int, pair: tuple[int, int]) -> Pairing:
    one, other = (field.order[at] for at in pair)
    return Pairing(no, table, seat_order((one, other), field.had), reason=field.reason_of(one, other))
