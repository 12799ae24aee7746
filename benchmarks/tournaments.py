"""Tournaments through the services, with the database: stored, reported, advanced, corrected; and their pages.

DATABASE_URL names a PostgreSQL server; a database is made there and dropped. By the clock, and by this process's
processor time, which other work on the machine disturbs less (PostgreSQL's own time is not in it).
"""

from __future__ import annotations

import logging
import os
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from uuid import UUID, uuid4

from .ledger_setup import fresh_database

FIELD = 1024
SWISS = 1000
ROUNDS = 11
REPORTS = 300
PREVIEWS = 20
EVENING = 128
LOOKS = 20


def main() -> None:
    os.environ["STATIC_COLLECTED"] = "false"
    with fresh_database():
        from django.core.management import call_command

        logging.disable(logging.CRITICAL)
        call_command("migrate", verbosity=0)
        store_double_elimination()  # the first imports what it needs
        stored, knockout = timed(store_double_elimination)
        reported = [timed(lambda: report_next(knockout))[0] for _ in range(REPORTS)]
        swiss = swiss_of(SWISS, ROUNDS)
        previews = [timed(partial(preview, swiss, number))[0] for number in range(PREVIEWS)]
        late, gone, punished = ([timed(look)[0] for _ in range(PREVIEWS)] for look in looks(swiss))
        folded = [timed(lambda: fold_again(swiss))[0] for _ in range(5)]
        for name, took, bound in (
            (f"{FIELD}-player double elimination, entered and stored", stored, "1 s"),
            ("a result reported, advanced and published, median", median(reported), ""),
            ("the same, p95", percentile(reported), "50 ms"),
            (f"preview of a correction, {SWISS} players, round {ROUNDS} of Swiss", median(previews), "1 s"),
            ("the same of a late entry", median(late), "1 s"),
            ("the same of a withdrawal", median(gone), "1 s"),
            ("the same of a penalty", median(punished), "1 s"),
            (f"folding that tournament from the ledger ({SWISS} players)", median(folded), ""),
            *pages(),
        ):
            clock, processor = (seconds * 1e3 for seconds in took)
            print(f"{name:<66} {clock:>9.1f} ms, processor {processor:>7.1f} ms  {bound and f'at most {bound}'}")


Took = tuple[float, float]
"""Seconds by the clock, and of this process's processor time."""


def timed(work: Callable[[], object]) -> tuple[Took, UUID]:
    begun = time.perf_counter(), time.process_time()
    made = work()
    took = time.perf_counter() - begun[0], time.process_time() - begun[1]
    return took, made if isinstance(made, UUID) else UUID(int=0)


def median(took: Sequence[Took]) -> Took:
    clock, processor = (statistics.median(one) for one in zip(*took, strict=True))
    return clock, processor


def percentile(took: Sequence[Took]) -> Took:
    clock, processor = (sorted(one)[int(len(took) * 0.95)] for one in zip(*took, strict=True))
    return clock, processor


def pages() -> list[tuple[str, Took, str]]:
    """Those of an evening of 128 in round 5, half of its tables played; the desk is its owner's."""
    from django.contrib.auth import get_user_model
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    owner, _ = get_user_model().objects.get_or_create(id=OWNER, defaults={"name": "Alice"})
    tournament = swiss_of(EVENING, 5, last_half=True)
    client = Client(headers={"host": "localhost"})
    client.force_login(owner)
    found = []
    for name in ("desk/", "", "wall/"):
        path = f"/tournaments/{tournament}/{name}"
        assert client.get(path).status_code == 200, path
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
            count = len(queries)  # the next request forgets them
        took = median([timed(partial(client.get, path))[0] for _ in range(LOOKS)])
        found.append((f"{name or 'tournament/'} of {EVENING} players in round 5, {count} queries", took, ""))
    return found


OWNER = uuid4()


def opened(preset: str, players: int, rounds: int) -> UUID:
    from tournaments import commands, services
    from tournaments.decisions.field import Newcomer
    from tournaments.presets import PRESETS, Wish
    from tournaments.settings import Settings

    stages = PRESETS[preset](Wish(2, rounds, 0))
    tournament = services.open_tournament(
        owner=OWNER, title="Benchmark", game="elekt", stages=stages, settings=Settings(online=False)
    ).tournament
    dice = Random(1)
    crowd = [Newcomer(bot="random", rating=round(dice.gauss(1600, 250))) for _ in range(players)]
    services.change(tournament, commands.Enter(tuple(crowd)), by=OWNER)
    services.change(tournament, commands.StartStage(stages[0].key), by=OWNER)
    return tournament


def store_double_elimination() -> UUID:
    from tournaments import commands, services

    tournament = opened("double_knockout", FIELD, 0)
    services.change(tournament, commands.Pair("knockout"), by=OWNER)
    return tournament


def report_next(tournament: UUID) -> None:
    from tournaments import commands, services
    from tournaments.cache import cache
    from tournaments.formats.contract import Result
    from tournaments.state import TableRef

    tables = cache.state(tournament).stages["knockout"].tables()
    table = next(table for table in tables if not table.is_done)
    ref = TableRef("knockout", table.pairing.round, table.no)
    services.change(tournament, commands.EnterResult(ref, Result((1, 2))), by=OWNER)


def swiss_of(players: int, rounds: int, last_half: bool = False) -> UUID:
    """A Swiss tournament in its last round, of which ``last_half`` of the tables are played.

    Its pairings are drawn here: how they are found is another benchmark.
    """
    from tournaments import services
    from tournaments.events import TablesPaired
    from tournaments.formats.contract import EntrantNo, Pairing, Result, RoundNo

    tournament = opened("swiss", players, rounds)
    dice, order = Random(2), list(range(1, players + 1))
    for number in range(1, rounds + 1):
        dice.shuffle(order)
        done = number < rounds
        pairings = tuple(
            Pairing(
                RoundNo(number),
                at // 2 + 1,
                (EntrantNo(order[at]), EntrantNo(order[at + 1])),
                result=Result(dice.choice([(1, 2), (2, 1), (1, 1)])) if done or (last_half and at % 4) else None,
            )
            for at in range(0, players - 1, 2)
        )
        paired = TablesPaired("swiss", pairings, {}, RoundNo(number))
        services.by_itself(tournament_id=tournament, actor=services.CLOCK, decide=lambda _, paired=paired: [paired])  # type: ignore[misc]
    return tournament


def preview(tournament: UUID, number: int) -> None:
    from django.utils import timezone

    from tournaments import corrections
    from tournaments.cache import cache
    from tournaments.decisions import results
    from tournaments.formats.contract import Result, RoundNo
    from tournaments.state import TableRef

    state = cache.state(tournament)
    ref = TableRef("swiss", RoundNo(1 + number % (ROUNDS - 1)), 1 + number * 7)
    stands = state.stages["swiss"].rounds[ref.round - 1].tables[ref.table].pairing.result
    other = Result((2, 1)) if stands != Result((2, 1)) else Result((1, 2))
    corrections.preview(state, results.correct(state, ref, other), "swiss", timezone.now())


def looks(tournament: UUID) -> list[Callable[[], object]]:
    """Previews of a late entry, a withdrawal and a penalty; each the same every time, and nothing kept between."""
    from django.utils import timezone

    from tournaments import commands, corrections
    from tournaments.cache import cache
    from tournaments.decisions.field import Newcomer
    from tournaments.foresight import foresee

    def look(command: commands.TablesCommand) -> None:
        state, now = cache.state(tournament), timezone.now()
        corrections.preview(state, foresee(state, command, by=OWNER, now=now).events, "swiss", now)

    seen: list[commands.TablesCommand] = [
        commands.Enter((Newcomer(name="Zoe", rating=1500),)),
        commands.Withdraw(500),
        commands.Penalise(500, "swiss", 2),
    ]
    return [partial(look, command) for command in seen]


def fold_again(tournament: UUID) -> None:
    from tournaments.cache import cache

    cache.clear()
    cache.state(tournament)


if __name__ == "__main__":
    main()
