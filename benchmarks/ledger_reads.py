"""Loading and folding a match of about 400 events, rebuilding read models, and bytes per event.

    DATABASE_URL=postgres://postgres@127.0.0.1/postgres python -m benchmarks.ledger_reads

The events are those of random games of Elekt. Every contestant folds the same: it counts the kinds. They take turns of
ten calls: the first of each comes after another's work, when the processor's caches and the server's process are cold.
``SELECT 1`` loads nothing: it is what a round trip to the server takes in their midst.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
import uuid
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, NamedTuple

from .ledger_setup import fresh_database


class Batch(NamedTuple):
    meta: Any
    events: list[tuple[str, int, Any]]


def play(seats: int, seed: int) -> list[Batch]:
    """A random game, as its events are stored."""
    from elekt_core.chance import SeededChance
    from elekt_core.contract import Setup
    from elekt_core.record import match
    from elekt_core.record.record import encode_entry, encode_meta
    from elekt_core.registry import get_game

    game, dice, chance = get_game("elekt"), random.Random(seed), SeededChance(seed.to_bytes(32, "big"))
    state, first = match.start(game, Setup("elekt", game.ruleset().name, seats, {}), chance)
    batches = [first]
    while game.outcome(state) is None:
        seat = game.awaiting(state)[0].seat
        batches.append(match.apply(game, state, dice.choice(list(game.options(state, seat))), chance))
    return [
        Batch(encode_meta(game, batch), [encode_entry(game, event, 0)[1:4] for event in batch.events])
        for batch in batches
    ]


def store_game(batches: Iterable[Batch]) -> uuid.UUID:
    from ledger import store
    from ledger.events import NewEvent

    stream, version = store.new_stream(), 0
    for meta, events in batches:
        done = store.append(
            stream,
            version,
            [NewEvent(*event) for event in events],
            decision_id=uuid.uuid4(),
            actor=f"player:{uuid.uuid4()}",
            meta=meta,
        )
        version = done.version
    return stream


def fold(events: Iterable[Any]) -> Any:
    kinds: dict[str, int] = {}
    for event in events:
        kinds[event.kind] = kinds.get(event.kind, 0) + 1
    return kinds


def eventsourcing_get(batches: list[Batch]) -> Callable[[], Any]:
    """As its manual models events: a class for each kind, the payload's fields as attributes."""
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate

    class Match(Aggregate):
        def __init__(self) -> None:
            self.kinds: dict[str, int] = {}

        class Happened(Aggregate.Event):
            def apply(self, aggregate: Any) -> None:
                kind = type(self).__name__
                aggregate.kinds[kind] = aggregate.kinds.get(kind, 0) + 1

    for kind, fields in {kind: set(payload) for batch in batches for kind, _, payload in batch.events}.items():
        body = {"__annotations__": dict.fromkeys(fields, Any), "__module__": __name__}
        body["__qualname__"] = f"{Match.__qualname__}.{kind}"
        setattr(Match, kind, type(Match.Happened)(kind, (Match.Happened,), body))
    app: Application[Any] = Application()
    match = Match()
    for batch in batches:
        for kind, _, payload in batch.events:
            match.trigger_event(getattr(Match, kind), **payload)
        app.save(match)
    assert sum(app.repository.get(match.id).kinds.values()) == sum(len(batch.events) for batch in batches)
    return lambda: app.repository.get(match.id)


def contestants(batches: list[Batch]) -> dict[str, Callable[[], Any]]:
    from ledger import archive, store
    from ledger.wire import Statement

    stream = store_game(batches)
    archive.archive(stream)
    known = store.version(stream)
    state = fold(store.read(stream))

    def from_archive() -> Any:
        archived = archive.load(stream)
        assert archived
        assert archived.newest == archived.version
        return fold(archived.events)

    def warm() -> Any:
        assert store.version(stream) == known
        return state

    return {
        "eventsourcing": eventsourcing_get(batches),
        "rows": lambda: fold(store.read(stream)),
        "archive": from_archive,
        "warm": warm,
        "SELECT 1": Statement("nothing", "SELECT 1").run,
    }


def loading(batches: list[Batch], rounds: int) -> None:
    turns: dict[str, list[list[float]]] = {}
    entrants = contestants(batches)
    for _ in range(rounds):
        for name, run in entrants.items():
            turns.setdefault(name, []).append([_timed(run) for _ in range(10)])
    print(f"loading and folding {sum(len(batch.events) for batch in batches)} events, median of {rounds} turns of 10")
    for what, upto in (("all calls", 10), ("the first of each turn", 1)):
        print(f" {what}")
        middles = {name: statistics.median(chain(*(turn[:upto] for turn in some))) for name, some in turns.items()}
        for name, middle in middles.items():
            ratio = middles["eventsourcing"] / middle
            print(f"  {name:15}{middle * 1000:8.2f} ms   1/{ratio:.1f} of eventsourcing")


def _timed(run: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def rebuilding(count: int) -> None:
    from ledger import projections
    from ledger.models import Archive

    class Lengths(projections.Projection):
        """As the read models of matches do, it looks at the last event of each batch alone."""

        name = "lengths"
        models = (Archive,)
        kinds = frozenset({"game_created", "awaiting", "game_ended"})
        inline = True

        def __init__(self) -> None:
            self.rows: dict[uuid.UUID, int] = {}

        def reset(self) -> None:
            self.rows.clear()

        def apply(self, events: Any) -> None:
            for event in events:
                self.rows[event.stream] = event.seq

    begun = time.perf_counter()
    done = projections.rebuild(Lengths())
    seconds = time.perf_counter() - begun
    assert done.events == count
    print(f"rebuilding {count} events: {count / seconds:.0f} events/s")


def sizes(games: list[list[Batch]]) -> int:
    from django.db import connection

    from ledger import archive
    from ledger.database import database
    from ledger.models import Archive

    streams = [store_game(game) for game in games]
    events = sum(len(batch.events) for game in games for batch in game)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ledger_event")
        cursor.execute(
            "SELECT relid::regclass::text, pg_relation_size(relid), pg_indexes_size(relid)"
            " FROM pg_partition_tree('ledger_event') WHERE isleaf"
        )
        tables = cursor.fetchall()
    live = sum(size + indexes for _, size, indexes in tables)
    stored = database().count()
    before = sum(len(row.packed) + 36 for row in Archive.objects.all())
    for stream in streams:
        archive.archive(stream)
    packed = sum(len(row.packed) + 16 + 4 + 32 for row in Archive.objects.all()) - before
    rows = sum(size for _, size, _ in tables)
    print(
        f"bytes per event: live {live / stored:.0f}, of that {rows / stored:.0f} rows; archived {packed / events:.1f}"
    )
    return stored


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--games", type=int, default=60)
    options = parser.parse_args()
    with fresh_database():
        games = [play(2 + number % 3, number) for number in range(options.games)]
        nearest = min(games, key=lambda game: abs(sum(len(batch.events) for batch in game) - 400))
        stored = sizes(games)
        loading(nearest, options.rounds)
        rebuilding(stored + sum(len(batch.events) for batch in nearest))


if __name__ == "__main__":
    main()
