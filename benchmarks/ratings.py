"""How fast ladders are rebuilt from the ledger, and games rated in memory beside openskill.

    python -m benchmarks.ratings                                                        # on SQLite
    DATABASE_URL=postgres://postgres@127.0.0.1/postgres python -m benchmarks.ratings    # on that PostgreSQL

The database is one of its own and is dropped. The games are stored one by one first, as play does it, rated at once;
then the read models are dropped and rebuilt, and every row is compared.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

Tables = Sequence[Sequence[int]]
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@contextmanager
def database() -> Iterator[None]:
    """One of its own: a file, or a PostgreSQL database beside the one in DATABASE_URL."""
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        from .ledger_setup import fresh_database

        with fresh_database():
            yield
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"ELEKT_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django

        django.setup()
        yield


def tables(games: int, players: int, seed: int) -> Tables:
    rng = random.Random(seed)
    return [rng.sample(range(players), 4) for _ in range(games)]


# --- in memory ---------------------------------------------------------------------------------------------------


def ours(drawn: Tables, players: int) -> float:
    """Games a second, K and the new ratings included."""
    from players.ratings.elo import START, ks_at_table, rate

    values, games, places = [START] * players, [0] * players, (1, 2, 3, 4)
    begun = time.process_time()
    for seats in drawn:
        ks = ks_at_table([games[seat] for seat in seats])
        for seat, gain in zip(seats, rate([values[seat] for seat in seats], ks, places), strict=True):
            values[seat] += gain
            games[seat] += 1
    return len(drawn) / (time.process_time() - begun)


def openskill(drawn: Tables, players: int) -> float:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings, ranks = [model.rating() for _ in range(players)], [1.0, 2.0, 3.0, 4.0]
    begun = time.process_time()
    for seats in drawn:
        for seat, (new,) in zip(seats, model.rate([[ratings[seat]] for seat in seats], ranks=ranks), strict=True):
            ratings[seat] = new
    return len(drawn) / (time.process_time() - begun)


def in_memory(games: int, players: int, rounds: int) -> None:
    drawn = tables(games, players, 1)
    contestants: dict[str, Callable[[Tables, int], float]] = {"ours": ours, "openskill": openskill}
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, run in contestants.items():
            rates[name].append(run(drawn, players))
    ratios = [one / two for one, two in zip(rates["ours"], rates["openskill"], strict=True)]
    for name, some in rates.items():
        print(f"  {name:10}{statistics.median(some):10.0f} games/s")
    print(f"  ours to openskill: {statistics.median(ratios):.1f} ({min(ratios):.1f} to {max(ratios):.1f})", flush=True)


# --- with the database -------------------------------------------------------------------------------------------


def with_database(games: int, players: int, rounds: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    from ledger import projections

    call_command("migrate", verbosity=0)
    each = store(games, players)
    print(f"  {connection.vendor}: stored and rated one by one, {1000 * each:.2f} ms a game")
    ratings = projections.named("ratings")
    seconds, processor = [], []
    for _ in range(rounds):
        gc.collect()
        begun, worked = time.perf_counter(), time.process_time()
        done = projections.rebuild(ratings)
        seconds.append(time.perf_counter() - begun)
        processor.append(time.process_time() - worked)
        assert done.events == games
    print(f"  rebuilt {games} games in {statistics.median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})")
    print(f"  of this process's processor: {statistics.median(processor):.2f} s ({min(processor):.2f} at least)")
    compared = projections.rebuild(ratings, compare=True)
    print(f"  {compared.rows} rows compared, {len(compared.differences)} differences", flush=True)


def store(games: int, players: int) -> float:
    """Seconds that a game took. Many in one transaction: what is measured is ours, not the disk's."""
    from uuid import UUID

    from django.db import transaction

    from ledger.store import new_stream
    from players.models import Player
    from players.ratings import services
    from players.ratings.events import LadderKey
    from players.ratings.outcome import person

    people = [person(UUID(int=number + 1)) for number in range(players)]
    Player.objects.bulk_create([Player(id=UUID(int=number + 1), name=str(number)) for number in range(players)])
    rng, ladder, begun, last = random.Random(2), LadderKey("elekt", "2.1"), time.perf_counter(), time.monotonic()
    drawn = tables(games, players, 2)
    for first in range(0, games, 500):
        with transaction.atomic():
            for number, seats in enumerate(drawn[first : first + 500], first):
                services.record(
                    game=new_stream(),
                    ladder=ladder,
                    seats=[people[seat] for seat in seats],
                    places=rng.sample([1, 2, 3, 4], 4),
                    played_at=NOON + timedelta(minutes=number),
                    actor="bench",
                )
        if time.monotonic() - last > 5:
            last = time.monotonic()
            print(f"  {first} of {games} stored", flush=True)
    return (time.perf_counter() - begun) / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print("in memory, tables of four")
    in_memory(options.games, options.players, options.rounds)
    print("with the database")
    with database():
        with_database(options.games, options.players, options.rounds)


if __name__ == "__main__":
    main()
