"""Seating those who wait for a rated match: how long they wait, how far apart they are, and what it takes to find out.

    ./run bench seeking                     # 200 people wait, 600 more come; two, three and four seats
    ./run bench seeking --waiting 1000 --bots 0.3
    ./run bench seeking --database          # the product's own services, on SQLite; or with DATABASE_URL=postgres://...

People come to one queue, by strengths that are spread as ratings are (1500, deviation 200); a few pairs are kept apart.
Every second, and when somebody comes, the rule is asked (``matches.seeking.rule``), which is all that the product does,
too. What comes of it is checked by a plain search of its own: nobody is seated twice, every two at a table are within
both ranges and not kept apart, nobody who fits is left over, and nobody is overtaken at a table that they could have
filled: whoever has waited longest and can be seated leads the table. Time is simulated, but for what the rule takes.

With ``--database`` 200 people wait of whom no two fit, and somebody comes who fits one of them: how long until both
sit (but for the first of them, for whom the game is loaded).
Then 200 wait who fit, several processes seat them at once, and one of them is killed: everybody sits once.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any
from uuid import UUID

from matches.seeking.rule import ANYBODY, LIVE, Seating, Waiting, arrange

from .ratings import database

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
    parsing.add_argument("--database", action="store_true", help="measure the services on a database of their own")
    parsing.add_argument("--seat", action="store_true", help=argparse.SUPPRESS)
    asked = parsing.parse_args()
    if asked.seat:
        return seat_them()
    if asked.database:
        return on_a_database(asked.waiting)
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


# --- on a database ------------------------------------------------------------------------------------------------

PROCESSES, APART = 4, 150
COMING = 20


def on_a_database(waiting: int) -> int:
    with database():
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        logging.disable(logging.INFO)
        return latency(waiting) or at_once(waiting)


def latency(waiting: int) -> int:
    """Milliseconds from asking to sitting, and of the look that is taken every second."""
    from django.utils import timezone

    from matches.models import Seek
    from matches.seeking import services

    wait(waiting, APART)
    joined, looked = [], []
    for number in range(COMING):
        someone = Seek.objects.filter(status="waiting").order_by("since")[number]
        comes = account(f"late{number}", strength(someone.player) + 10)
        begun = time.perf_counter()
        row = services.seek(asking(), by=comes)
        joined.append(1000 * (time.perf_counter() - begun))
        if row.status != "seated":
            print("FAILED: not seated")
            return 1
        begun = time.perf_counter()
        services.seat_all(timezone.now())
        looked.append(1000 * (time.perf_counter() - begun))
    for name, values in (("from asking to sitting", joined[1:]), ("a look at everybody who waits", looked)):
        print(f"{waiting} wait: {name}: median {statistics.median(values):.0f}, most {max(values):.0f} ms")
    Seek.objects.all().delete()
    return 0


def at_once(waiting: int) -> int:
    """Several processes seat the same people; one is killed on the way."""
    from matches.models import Seat, Seek

    people = wait(waiting, 0)
    begun = time.perf_counter()
    running = [
        subprocess.Popen([sys.executable, "-m", "benchmarks.seeking", "--seat"], env=os.environ)
        for _ in range(PROCESSES)
    ]
    while Seek.objects.filter(status="seated").count() < waiting // 4:
        time.sleep(0.05)
    running[0].kill()
    for process in running:
        process.wait()
    took = time.perf_counter() - begun
    seats = list(Seat.objects.filter(player__in=people).values_list("player", flat=True))
    left = Seek.objects.filter(status="waiting").count()
    told = dict(Seek.objects.filter(status="seated").values_list("player", "table"))
    fits = all(Seat.objects.filter(table=table, player=player).exists() for player, table in told.items())
    ok = len(seats) == len(set(seats)) == waiting and not left and len(told) == waiting and fits
    print(f"{PROCESSES} processes, one killed: {len(seats)} seats, {len(set(seats))} people, {left} left, {took:.1f} s")
    print("everybody sits once, where their row says" if ok else "FAILED")
    return 0 if ok else 1


def seat_them() -> int:
    """One of the processes."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    logging.disable(logging.CRITICAL)
    from django.db import OperationalError
    from django.utils import timezone

    from matches.models import Seek
    from matches.seeking import services

    for _ in range(100):
        try:
            services.seat_all(timezone.now())
        except OperationalError:  # SQLite has one writer at a time: the product's worker looks again in a second
            time.sleep(0.1)
        if Seek.objects.filter(status="waiting").count() < 2:
            break
    return 0


def wait(waiting: int, points: int) -> list[UUID]:
    """So many people wait, each so many points stronger than the one before."""
    from datetime import timedelta

    from django.utils import timezone

    from ledger import store
    from matches.clocks import service_time
    from matches.models import Seek
    from matches.seeking.terms import pool_of

    people = [account(f"waits{points}-{number}", 1500 + points * number) for number in range(waiting)]
    begun, seen = timezone.now(), service_time.now()
    Seek.objects.bulk_create(
        Seek(
            id=store.new_stream(),
            player=player,
            live=True,
            widest=100,
            bots=False,
            since=begun + timedelta(milliseconds=number),
            seen=seen + 3_600_000,
            **pool_of(asking())._asdict(),
        )
        for number, player in enumerate(people)
    )
    return people


def asking() -> Any:
    from matches.seeking.terms import SeekMatch

    return SeekMatch(game="elekt", control="rapid", widest=100)


def account(name: str, points: int) -> UUID:
    from matches.seeking.terms import pool_of
    from players.models import Player
    from players.ratings.models import Ladder, Rating
    from players.ratings.outcome import person

    key = pool_of(asking()).ladder
    ladder, _new = Ladder.objects.get_or_create(game=key.game, ruleset=key.ruleset, speed=key.speed, mode=key.mode)
    id_: UUID = Player.objects.create_user(name, name=name).id
    Rating.objects.create(ladder=ladder, who=person(id_), value=1000 * points, games=20)
    return id_


def strength(player: UUID) -> int:
    from players.ratings.models import Rating
    from players.ratings.outcome import person

    return int(Rating.objects.get(who=person(player)).value) // 1000


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
