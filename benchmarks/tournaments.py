"""Tournaments through the services, with the database: stored, reported, advanced, corrected.

DATABASE_URL names a PostgreSQL server; a database is made there and dropped. Nothing else should be running.
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


def main() -> None:
    os.environ["STATIC_COLLECTED"] = "false"
    with fresh_database():
        from django.core.management import call_command

        logging.disable(logging.CRITICAL)
        call_command("migrate", verbosity=0)
        stored, knockout = timed(store_double_elimination)
        reported = [timed(lambda: report_next(knockout))[0] for _ in range(REPORTS)]
        swiss = swiss_of(SWISS, ROUNDS)
        previews = [timed(partial(preview, swiss, number))[0] for number in range(PREVIEWS)]
        folded = [timed(lambda: fold_again(swiss))[0] for _ in range(5)]
        for name, seconds, bound in (
            (f"{FIELD}-player double elimination, entered and stored", stored, "1 s"),
            ("a result reported, advanced and published, median", statistics.median(reported), ""),
            ("the same, p95", percentile(reported), "50 ms"),
            (f"preview of a correction, {SWISS} players, round {ROUNDS} of Swiss", statistics.median(previews), "1 s"),
            (f"folding that tournament from the ledger ({SWISS} players)", statistics.median(folded), ""),
        ):
            print(f"{name:<66} {seconds * 1e3:>9.1f} ms  {bound and f'at most {bound}'}")


def timed(work: Callable[[], object]) -> tuple[float, UUID]:
    begun = time.perf_counter()
    made = work()
    return time.perf_counter() - begun, made if isinstance(made, UUID) else UUID(int=0)


def percentile(seconds: Sequence[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)]


OWNER = uuid4()


def opened(preset: str, players: int, rounds: int) -> UUID:
    from tournaments import services
    from tournaments.decisions.field import Newcomer
    from tournaments.presets import PRESETS, Wish
    from tournaments.settings import Settings

    stages = PRESETS[preset](Wish(2, rounds, 0))
    tournament = services.open_tournament(
        owner=OWNER, title="Benchmark", game="elekt", stages=stages, settings=Settings(online=False)
    ).tournament
    dice = Random(1)
    crowd = [Newcomer(bot="random", rating=round(dice.gauss(1600, 250))) for _ in range(players)]
    services.enter(tournament_id=tournament, by=OWNER, newcomers=crowd)
    services.start_stage(tournament_id=tournament, by=OWNER, stage=stages[0].key)
    return tournament


def store_double_elimination() -> UUID:
    from tournaments import services

    tournament = opened("double_knockout", FIELD, 0)
    services.pair(tournament_id=tournament, by=OWNER, stage="knockout")
    return tournament


def report_next(tournament: UUID) -> None:
    from tournaments import services
    from tournaments.decisions.results import TableRef
    from tournaments.formats.contract import Result
    from tournaments.shelf import shelf

    tables = shelf.state(tournament).stages["knockout"].tables()
    table = next(table for table in tables if not table.is_done)
    ref = TableRef("knockout", table.pairing.round, table.no)
    services.enter_result(tournament_id=tournament, by=OWNER, ref=ref, result=Result((1, 2)))


def swiss_of(players: int, rounds: int) -> UUID:
    """A Swiss tournament in its last round. Its pairings are drawn here: how they are found is another benchmark."""
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
                result=Result(dice.choice([(1, 2), (2, 1), (1, 1)])) if done else None,
            )
            for at in range(0, players - 1, 2)
        )
        paired = TablesPaired("swiss", pairings, {}, RoundNo(number))
        services.by_itself(tournament_id=tournament, actor=services.CLOCK, decide=lambda _, paired=paired: [paired])  # type: ignore[misc]
    return tournament


def preview(tournament: UUID, number: int) -> None:
    from django.utils import timezone

    from tournaments import corrections
    from tournaments.decisions import results
    from tournaments.decisions.results import TableRef
    from tournaments.formats.contract import Result, RoundNo
    from tournaments.shelf import shelf

    state = shelf.state(tournament)
    ref = TableRef("swiss", RoundNo(1 + number % (ROUNDS - 1)), 1 + number * 7)
    stands = state.stages["swiss"].rounds[ref.round - 1].tables[ref.table].pairing.result
    other = Result((2, 1)) if stands != Result((2, 1)) else Result((1, 2))
    corrections.preview(state, results.correct(state, ref, other), "swiss", timezone.now())


def fold_again(tournament: UUID) -> None:
    from tournaments.shelf import shelf

    shelf.clear()
    shelf.state(tournament)


if __name__ == "__main__":
    main()
