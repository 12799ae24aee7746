"""Seating those who wait for a rated match: how long they wait, how far apart they are, and what it takes to find out.

    ./run bench seeking                     # 200 people wait, 600 more come; two, three and four seats
    ./run bench seeking --waiting 1000 --bots 0.3

People come to one queue, by strengths that are spread as ratings are (1500, deviation 200); a few pairs are kept apart.
Every second, and when somebody comes, the rule is asked (``matches.seeking.rule``), which is all that the product does,
too. What comes of it is checked by a plain search of its own: nobody is seated twice, every two at a table are within
both ranges and not kept apart, nobody who fits is left over, and nobody is overtaken at a table that they could have
filled: whoever has waited longest and can be seated leads the table. Time is simulated, but for what the rule takes.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from uuid import UUID

from matches.seeking.rule import ANYBODY, LIVE, Seating, Waiting, arrange

Apart = set[frozenset[UUID]]


@dataclass(slots=True)
class Seen:
    """What was observed: seconds waited and distances in points, and milliseconds that the rule took each time."""

    waited: list[float] = field(default_factory=list)
    distances: list[int] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    with_bots: int = 0
    tables: int = 0
    seated: set[UUID] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)


def main() -> int:
    parsing = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parsing.add_argument("--waiting", type=int, default=200, help="who wait when it begins")
    parsing.add_argument("--coming", type=int, default=600, help="who come after them")
    parsing.add_argument("--every", type=float, default=1.5, help="seconds from one to the next, on the average")
    parsing.add_argument("--bots", type=float, default=0.0, help="the part of the people who would play with bots")
    parsing.add_argument("--seed", type=int, default=1)
    asked = parsing.parse_args()
    wrong = []
    for size in (2, 3, 4):
        seen = simulate(size, asked.waiting, asked.coming, asked.every, asked.bots, random.Random(asked.seed))
        show(size, seen)
        wrong += seen.wrong
    for line in wrong[:10]:
        print("WRONG:", line)
    print("nobody twice, every two within range, nobody overtaken, nobody left who fits" if not wrong else "FAILED")
    return 1 if wrong else 0


def simulate(size: int, waiting: int, coming: int, every: float, bots: float, dice: random.Random) -> Seen:
    """All come; then time passes until nobody else can be seated."""
    came = [0.0] * waiting
    for _ in range(coming):
        came.append(came[-1] + dice.expovariate(1 / every))
    people = [
        Waiting(
            UUID(int=dice.getrandbits(128)),
            round(dice.gauss(1500, 200)),
            at,
            dice.choice([200, 400, *[ANYBODY] * 6]),
            dice.random() < bots,
        )
        for at in came
    ]
    apart = {frozenset((one.who, other.who)) for one, other in (dice.sample(people, 2) for _ in people)}
    seen, queue, now, to_come = Seen(), list[Waiting](), 0.0, people
    while to_come or now <= came[-1] + LIVE.all_after + 1:
        queue += [one for one in to_come if one.since <= now]
        to_come = [one for one in to_come if one.since > now]
        begun = time.perf_counter()
        tables = arrange(queue, size=size, now=now, apart=apart)
        seen.took.append(1000 * (time.perf_counter() - begun))
        check(seen, queue, tables, size, now, apart)
        gone = {who for table in tables for who in table.people}
        queue = [one for one in queue if one.who not in gone]
        now = min(now // 1 + 1, to_come[0].since if to_come else now // 1 + 1)
    return seen


def check(seen: Seen, queue: Sequence[Waiting], tables: Sequence[Seating], size: int, now: float, apart: Apart) -> None:
    left = sorted(queue, key=lambda one: (one.since, str(one.who)))
    by_id = {one.who: one for one in queue}
    for table in tables:
        chosen = [by_id[who] for who in table.people]
        seen.tables += 1
        seen.with_bots += table.bots > 0
        seen.waited += [now - one.since for one in chosen]
        seen.distances += [abs(one.rating - other.rating) for one, other in combinations(chosen, 2)]
        if not seen.seated.isdisjoint(table.people) or len(set(table.people)) + table.bots != size:
            seen.wrong.append(f"somebody sits twice at {now}")
        if not all(fit(one, other, now, apart) for one, other in combinations(chosen, 2)):
            seen.wrong.append(f"out of range at {now}")
        if not table.bots:
            for one in left:
                if one is chosen[0]:
                    break
                if can_sit(one, left, size, now, apart):
                    seen.wrong.append(f"overtaken at {now}")
        seen.seated |= set(table.people)
        left = [one for one in left if one.who not in table.people]
    if any(can_sit(one, left, size, now, apart) for one in left):
        seen.wrong.append(f"left over at {now}")


def can_sit(one: Waiting, others: Sequence[Waiting], size: int, now: float, apart: Apart) -> bool:
    """Whether a table of ``size`` with them can be filled: every table is tried."""
    return any(
        all(fit(two, three, now, apart) for two, three in combinations(some, 2))
        for some in combinations(
            [other for other in others if other is not one and fit(one, other, now, apart)], size - 1
        )
    )


def fit(one: Waiting, other: Waiting, now: float, apart: Apart) -> bool:
    """Written anew from docs/seeking.md."""

    def reach(some: Waiting) -> int:
        waited = now - some.since
        return some.widest if waited >= 120 else min(100 + 25 * (int(waited) // 5), some.widest)

    near = abs(one.rating - other.rating) <= min(reach(one), reach(other))
    return near and frozenset((one.who, other.who)) not in apart


def show(size: int, seen: Seen) -> None:
    print(f"{size} seats: {seen.tables} tables ({seen.with_bots} with bots), {len(seen.seated)} people seated")
    for name, unit, values in (
        ("waited", "s", seen.waited),
        ("rating distance", "points", seen.distances),
        ("the rule took", "ms", seen.took),
    ):
        if len(values) > 1:
            cuts = statistics.quantiles(values, n=100, method="inclusive")
            print(
                f"  {name}: median {cuts[49]:.1f}, 75 % {cuts[74]:.1f}, 90 % {cuts[89]:.1f}, 99 % {cuts[98]:.1f}, "
                f"most {max(values):.1f} {unit}"
            )


if __name__ == "__main__":
    sys.exit(main())
