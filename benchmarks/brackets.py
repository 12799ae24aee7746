"""Brackets, schedules, arenas: what it takes to plan and to pair them.

    ./run bench brackets              (or: python -m benchmarks.brackets --rounds 9)

All seconds are the processor's. A bracket is made anew each time: what is kept from call to call is thrown away.
``--schedules`` prints how even the schedules for tables of 3-4 are, as docs/formats/round_robin.md shows them.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median

from tournaments.formats.arena import ARENA
from tournaments.formats.contract import Entrant, EntrantNo, Format, Pairing, Plan, Result, Round, RoundNo, Stage
from tournaments.formats.elimination import DOUBLE_ELIMINATION, SINGLE_ELIMINATION, options
from tournaments.formats.elimination.tables import _search
from tournaments.formats.round_robin import ROUND_ROBIN, balanced, berger

FIELD = 1024


def stage(plan: Plan, entrants: int) -> Stage:
    return Stage(plan, tuple(Entrant(EntrantNo(no)) for no in range(1, entrants + 1)))


def forget() -> None:
    """Everything that is kept between calls."""
    for kept in (options._kept, _search, berger.berger, balanced.schedule, balanced._evened):
        kept.cache_clear()


def created(fmt: Format, plan: Plan, entrants: int) -> Callable[[], object]:
    """The plan is checked, the bracket made, the first tables proposed."""
    new = stage(plan, entrants)

    def run() -> object:
        forget()
        fmt.check(plan, entrants)
        return fmt.pair(new)

    return run


def with_results(fmt: Format, new: Stage, waves: int, lot: random.Random) -> Stage:
    """Some waves of tables with results by lot."""
    for _ in range(waves):
        rounds: dict[int, list[Pairing]] = {one.no: list(one.pairings) for one in new.rounds}
        for pairing in fmt.pair(new).pairings:
            places = tuple(lot.sample(range(1, len(pairing.seats) + 1), len(pairing.seats)))
            rounds.setdefault(pairing.round, []).append(replace(pairing, result=Result(places)))
        made = tuple(Round(RoundNo(no), tuple(found)) for no, found in sorted(rounds.items()))
        new = replace(new, rounds=made)
    return new


def milliseconds(run: Callable[[], object], rounds: int) -> list[float]:
    taken = []
    for _ in range(rounds):
        began = time.process_time()
        run()
        taken.append((time.process_time() - began) * 1e3)
    return taken


def measured() -> list[tuple[str, Callable[[], object], float | None]]:
    """What, how, and the milliseconds asked for."""
    lot = random.Random(1)
    double, single = Plan("double_elimination"), Plan("single_elimination")
    fours = Plan("double_elimination", 4, 3, settings={"through": 2})
    half = with_results(DOUBLE_ELIMINATION, stage(double, FIELD), 8, lot)
    arena = with_results(ARENA, stage(Plan("arena", 4, 2), 400), 10, lot)
    return [
        ("double elimination of 1,024, created", created(DOUBLE_ELIMINATION, double, FIELD), 20),
        ("single elimination of 1,024, created", created(SINGLE_ELIMINATION, single, FIELD), None),
        ("double elimination of 1,024 at tables of 3-4, created", created(DOUBLE_ELIMINATION, fours, FIELD), None),
        ("the double elimination after 8 waves: next tables", lambda: DOUBLE_ELIMINATION.pair(half), None),
        ("the same: standings", lambda: DOUBLE_ELIMINATION.standings(half), None),
        ("round robin of 64, created", created(ROUND_ROBIN, Plan("round_robin"), 64), None),
        ("round robin of 16 at tables of 4, created", created(ROUND_ROBIN, Plan("round_robin", 4, 4), 16), None),
        ("round robin of 24 at tables of 3-4, created", created(ROUND_ROBIN, Plan("round_robin", 4, 3), 24), None),
        ("arena of 400 after 10 waves: next wave", lambda: ARENA.pair(arena), None),
    ]


def show_schedules() -> None:
    print("| entrants | tables | rounds | meetings | least-most | above the bound | seats differ by |")
    print("|---|---|---|---|---|---|---|")
    for seats, least in ((3, 3), (4, 3), (4, 4)):
        for entrants in range(least, 25):
            rounds = balanced.rounds_needed(entrants, seats, least)
            found = balanced.quality(balanced.schedule(entrants, seats, least, rounds), entrants)
            tables = " ".join(map(str, balanced.sizes(entrants, seats, least)))
            spread = f"{found.meetings_least}-{found.meetings_most}"
            mean = f"{found.meetings_mean:.2f}"
            print(f"| {entrants} | {tables} | {rounds} | {mean} | {spread} | {found.excess} | {found.seats_spread} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--schedules", action="store_true")
    given = parser.parse_args()
    if given.schedules:
        show_schedules()
        return
    for name, run, asked in measured():
        taken = milliseconds(run, given.rounds)
        goal = f"  (asked for: {asked:.0f})" if asked else ""
        print(f"{name:<56} {median(taken):8.1f} ms  {min(taken):.1f}-{max(taken):.1f}{goal}")


if __name__ == "__main__":
    main()
