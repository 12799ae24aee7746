"""Swiss in pods: repeats, spread and processor seconds, against a greedy pairing in the same run.

    ./run bench pods                  (or: python -m benchmarks.pods --players 128,1000 --rounds 9 --events 3)

Whole events by players of known strength (normal, 200 Elo points), results by the model of ``tournaments.simulation``.
Greedy: from the top, each table takes the next players that nobody at it has met, and where there are none, the next.
Spread: the distance in score between the highest and the lowest player of a table, in half-points, from round 2 on.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean, median

from tournaments.formats.contract import Bye, EntrantNo, Pairing, Plan, Progress, Proposal, RoundNo, Stage, Standing
from tournaments.formats.pods import PODS
from tournaments.formats.pods.sizes import sizes
from tournaments.formats.repair import repair
from tournaments.scoring import History
from tournaments.simulation import Crowd, simulate, steps
from tournaments.standings import standings


@dataclass
class Timed:
    """Pods with a clock beside them."""

    name: str = "pods"
    takes_late: bool = True
    by_rounds: bool = True
    seconds: list[float] = field(default_factory=list)

    def check(self, plan: Plan, entrants: int) -> None:
        PODS.check(plan, entrants)

    def rounds(self, plan: Plan, entrants: int) -> int:
        return PODS.rounds(plan, entrants)

    def pair(self, stage: Stage, progress: Progress | None = None) -> Proposal:
        began = time.process_time()
        proposal = self.tables(stage)
        self.seconds.append(time.process_time() - began)
        return proposal

    def tables(self, stage: Stage) -> Proposal:
        return PODS.pair(stage)

    def is_over(self, stage: Stage) -> bool:
        return PODS.is_over(stage)

    def standings(self, stage: Stage) -> Sequence[Standing]:
        return standings(stage)


class Greedy(Timed):
    def tables(self, stage: Stage) -> Proposal:
        history = History(stage)
        met = {no: {other for game in games for other in game.opponents} for no, games in history.games.items()}
        present = [one.no for one in stage.entrants if one.no not in stage.absent]
        Random(len(stage.rounds)).shuffle(present)
        waiting = sorted(present, key=lambda no: -history.points[no])
        round_no, tables = RoundNo(len(stage.rounds) + 1), []
        for number, size in enumerate(sizes(stage.plan, len(present)).tables, 1):
            table: list[EntrantNo] = []
            while len(table) < size:
                strangers = (no for no in waiting if met[no].isdisjoint(table))
                table.append(next(strangers, waiting[0]))
                waiting.remove(table[-1])
            tables.append(Pairing(round_no, number, tuple(table)))
        return Proposal(tuple(tables), dict(stage.absent))


def repeats(stage: Stage) -> int:
    met = Counter(pair for one in stage.pairings() for pair in combinations(sorted(one.seats), 2))
    return sum(count - 1 for count in met.values())


def spread(stage: Stage) -> tuple[float, float]:
    """Between the highest and the lowest score of a table, in half-points, from round 2 on: mean, root mean square."""
    history, wide = History(stage), []
    for one in stage.rounds[1:]:
        score = {no: sum(game.points for game in games if game.round < one.no) for no, games in history.games.items()}
        wide += [float(max(score[no] for no in p.seats) - min(score[no] for no in p.seats)) for p in one.pairings]
    return fmean(wide), sqrt(fmean(one * one for one in wide))


def seat_difference(stage: Stage) -> int:
    """The most by which two seats differ that somebody has had; the last seat only where all tables are full."""
    had: dict[EntrantNo, Counter[int]] = {}
    for one in stage.pairings():
        for seat, no in enumerate(one.seats):
            had.setdefault(no, Counter())[seat] += 1
    seats = range(min(len(one.seats) for one in stage.pairings()))
    return max(max(c[s] for s in seats) - min(c[s] for s in seats) for c in had.values())


def measure(players: int, rounds: int, events: int, crowd: Crowd) -> None:
    for form, name in ((Timed(), "searched"), (Greedy(), "greedy")):
        found = []
        for event in range(events):
            strengths = [Random(f"{players} {event} {no}").gauss(1500, 200) for no in range(players)]
            plan = Plan("pods", seats=4, least=3, rounds=rounds)
            found.append(simulate(plan, strengths, event, crowd, format_=form))
        mean, square = (fmean(one) for one in zip(*map(spread, found), strict=True))
        print(
            f"{players:>5} players, {rounds} rounds, {name:<8} repeats {[repeats(one) for one in found]!s:<16} "
            f"spread {mean:5.2f}, rms {square:5.2f}  seats {max(seat_difference(one) for one in found)}  "
            f"a round: median {median(form.seconds):.2f} s, longest {max(form.seconds):.2f} s"
        )


def measure_repair(players: int) -> None:
    """One late entry, one withdrawal, and both, in the fifth round."""
    plan = Plan("pods", seats=4, least=3, rounds=5, settings={"search": "quick"})
    *_, before, after = steps(plan, [1500.0] * players, 1)
    tables = [replace(pairing, result=None) for pairing in after.rounds[-1].pairings]
    late = replace(before, entrants=(*before.entrants, replace(before.entrants[-1], no=EntrantNo(players + 1))))
    gone = {tables[3].seats[0]: Bye.ZERO}
    for name, stage in (
        ("late entry", late),
        ("withdrawal", replace(before, absent=gone)),
        ("both", replace(late, absent=gone)),
    ):
        began = time.process_time()
        repaired = repair(stage, tables[:3], tables[3:])
        seconds = time.process_time() - began
        changed = sum(table not in repaired.pairings for table in tables)
        print(f"{players:>5} players, repair after a {name:<10}: {changed} tables changed, {seconds:.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pods", description=__doc__)
    parser.add_argument("--players", default="16,24,32,64,128,1000")
    parser.add_argument(
        "--rounds", type=int, default=0, help="0: for each field what it plays by itself, 9 from 128 on"
    )
    parser.add_argument("--events", type=int, default=3)
    parser.add_argument("--leaves", type=float, default=0.0, help="how likely somebody leaves after a round")
    options = parser.parse_args()
    fields = [int(one) for one in options.players.split(",")]
    for players in fields:
        own = 9 if players >= 128 else PODS.rounds(Plan("pods", 4, 3), players)
        measure(players, options.rounds or own, options.events, Crowd(leaves=options.leaves))
    measure_repair(max(fields))


if __name__ == "__main__":
    main()
