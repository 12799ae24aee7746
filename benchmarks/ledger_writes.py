"""How many events a second are stored durably: this ledger, the eventsourcing package and raw prepared inserts.

    DATABASE_URL=postgres://postgres@127.0.0.1/postgres python -m benchmarks.ledger_writes

Each event is a transaction of its own. The ledger's have a decision id, an actor, the decision and a state hash, the
chain and all guards, and go through Django's connection inside ``transaction.atomic()``. The contestants take turns.
"""

from __future__ import annotations

import argparse
import os
import statistics
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import psycopg

from .ledger_setup import Writer, fresh_database, rate

PAYLOAD = {"seat": 3, "unit": "assassin.3", "zone": "missions", "position": 2, "attribute": "violence"}
META = {"decision": {"seat": 3, "kind": "use_instant", "use": True, "targets": []}, "state": "8a87723d2dab4dd2" * 4}

DECISIONS = 100_000
"""More than are appended to one stream within a round."""


def raw(url: str) -> Callable[[], None]:
    connection = psycopg.connect(url, autocommit=True)
    cursor, stream, seq = connection.cursor(), uuid.uuid4(), 0
    payload = psycopg.types.json.Json(PAYLOAD)

    def write() -> None:
        nonlocal seq
        seq += 1
        cursor.execute(
            "INSERT INTO raw_event (stream, seq, kind, payload) VALUES (%s, %s, %s, %s)",
            (stream, seq, "token_attached", payload),
            prepare=True,
        )

    return write


def ledger(notify: bool = False, alone: bool = True) -> Callable[[], None]:
    from contextlib import nullcontext

    from django.db import transaction

    from ledger import notify as notifying
    from ledger import store
    from ledger.events import NewEvent

    stream, version = uuid.uuid4(), 0
    decisions = [uuid.uuid4() for _ in range(DECISIONS)]  # who decides sends the id along

    def write() -> None:
        nonlocal version
        with nullcontext() if alone else transaction.atomic():
            done = store.append(
                stream,
                version,
                [NewEvent("token_attached", 1, PAYLOAD)],
                decision_id=decisions[version % DECISIONS],
                actor="player:6b1f7a52-5f3f-4f3c-9d53-0c5f8b1c1d1e",
                meta=META,
            )
            if notify:
                notifying.after_commit(stream, done.version)
        version = done.version

    return write


def eventsourcing() -> Callable[[], None]:
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Match(Aggregate):
        @event("TokenAttached")
        def attach(self, seat: int, unit: str, zone: str, position: int, attribute: str) -> None:
            self.last = position

    app: Application[Any] = Application()
    match = Match()
    app.save(match)

    def write() -> None:
        match.attach(**PAYLOAD)
        app.save(match)

    return write


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="per contestant and round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--writers", type=int, nargs="+", default=[1, 8], help="processes with one writer each")
    parser.add_argument("--threads", type=int, default=1, help="writers in each process, as in the web server")
    parser.add_argument("--only", nargs="+", help="contestants, beside raw")
    options = parser.parse_args()
    with fresh_database() as url:
        with psycopg.connect(url) as setup:
            setup.execute(
                "CREATE TABLE raw_event (stream uuid, seq int, kind text, payload json, at timestamptz DEFAULT now(),"
                " PRIMARY KEY (stream, seq))"
            )
        rate(eventsourcing, 1, 0.1)
        os.environ["CREATE_TABLE"] = "n"  # its tables are there now
        contestants: dict[str, Writer] = {
            "raw": partial(raw, url),
            "ledger": ledger,
            "ledger in atomic()": partial(ledger, alone=False),
            "ledger, notifying": partial(ledger, notify=True),
            "eventsourcing": eventsourcing,
        }
        if options.only:
            contestants = {name: contestants[name] for name in ["raw", *options.only]}
        for writers in options.writers:
            rates: dict[str, list[float]] = {name: [] for name in contestants}
            for _ in range(options.rounds):
                for name, writer in contestants.items():
                    rates[name].append(rate(writer, writers, options.seconds, options.threads))
            report(writers, options.threads, {name: statistics.median(some) for name, some in rates.items()})


def report(processes: int, threads: int, rates: dict[str, float]) -> None:
    print(f"{processes} processes with {threads} writers each")
    for name, per_second in rates.items():
        print(f"  {name:20}{per_second:8.0f} events/s  {per_second / rates['raw']:5.2f} of raw")
    for name, other in (("ledger", "eventsourcing"), ("ledger, notifying", "ledger")):
        if name in rates and other in rates:
            print(f"  {name} / {other}: {rates[name] / rates[other]:.2f}", flush=True)


if __name__ == "__main__":
    main()
