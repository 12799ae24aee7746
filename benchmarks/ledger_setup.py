"""A PostgreSQL database of its own for the benchmarks of the ledger, and writers that share a stretch of time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

import psycopg

NAME = f"ledger_bench_{os.getpid()}"


@contextmanager
def fresh_database() -> Iterator[str]:
    """Create a database beside the one in DATABASE_URL, migrate the ledger into it, drop it in the end."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        raise SystemExit("Set DATABASE_URL to a PostgreSQL server: a database of its own is made there and dropped.")
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {NAME}")
        own = urlsplit(url)._replace(path=f"/{NAME}").geturl()
        os.environ |= {"DATABASE_URL": own, "DATABASE_POOL": "0", "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ |= _eventsourcing(own)
        try:
            import django
            from django.core.management import call_command

            django.setup()
            from django.db import connections

            call_command("migrate", "ledger", verbosity=0)
            connections.close_all()  # or the writers' processes would inherit them
            yield own
        finally:
            server.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


def _eventsourcing(url: str) -> dict[str, str]:
    parts = urlsplit(url)
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": NAME,
        "POSTGRES_HOST": parts.hostname or "127.0.0.1",
        "POSTGRES_PORT": str(parts.port or 5432),
        "POSTGRES_USER": unquote(parts.username or "postgres"),
        "POSTGRES_PASSWORD": unquote(parts.password or ""),
        "POSTGRES_POOL_SIZE": "1",
    }


Writer = Callable[[], Callable[[], None]]
"""Prepares in its process, and returns what writes one event durably."""


def rate(writer: Writer, processes: int, seconds: float, threads: int = 1) -> float:
    """Events per second of ``processes`` times ``threads`` writers at once; they begin together when all are ready."""
    context = get_context("fork")
    ready, counts = context.Barrier(processes * threads), context.Queue()
    workers = [context.Process(target=_run, args=(threads, writer, ready, counts, seconds)) for _ in range(processes)]
    for worker in workers:
        worker.start()
    total: float = sum(counts.get(timeout=60 + seconds * 2) for _ in range(processes * threads))
    for worker in workers:
        worker.join()
    return total


def _run(threads: int, *args: Any) -> None:
    writers = [Thread(target=_work, args=args) for _ in range(threads)]
    for thread in writers:
        thread.start()
    for thread in writers:
        thread.join()


def _work(writer: Writer, ready: Any, counts: Any, seconds: float) -> None:
    write = writer()
    for _ in range(20):
        write()
    ready.wait(60)
    begun, done = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        write()
        done += 1
    counts.put(done / (time.perf_counter() - begun))
