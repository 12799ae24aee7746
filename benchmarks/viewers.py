"""Viewers who join a match that moves all the time: how many are thrown out, and how soon they see the present.

    python -m benchmarks.viewers [--viewers 1000] [--joining 10] [--moves 20]

Two bots play in a thread, and each viewer loads the page, opens its stream a moment later, and stays: as many streams
as viewers, over the joining seconds, in one event loop, on an SQLite database of its own. Each gets the page's HTML.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import random
import tempfile
import time
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from matches.tables import services as table_services
from matches.tables.commands import OpenTable

LOADING = 0.3
"""Seconds at most from a page's version to its stream."""
BACK_AFTER = 0.25
"""Seconds after which a browser comes back (static/js/live.js)."""


class Viewer:
    """One browser: its streams one after the other."""

    def __init__(self) -> None:
        self.at = 0
        self.thrown_out = 0
        self.caught_up: float | None = None

    async def watch(self, match: UUID, chance: random.Random, over: asyncio.Event) -> None:
        from web.live import sse
        from web.live.audience import Audience

        self.at, joined = await asyncio.to_thread(version, match), time.perf_counter()
        await asyncio.sleep(chance.uniform(0, LOADING))
        there = self.at + 1
        while not over.is_set():
            address = sse.address(Audience("match", match, "spectator", "en", "html"), self.at)
            parts = urlsplit(address)
            scope = {"type": "http", "method": "GET", "path": parts.path, "query_string": parts.query.encode()}

            async def receive() -> dict[str, Any]:
                await over.wait()
                return {"type": "http.disconnect"}

            async def send(message: Any) -> None:
                _, told, number = message.get("body", b"").rpartition(b"event: version\ndata: ")
                if told:
                    self.at = int(number.split(b"\n")[0])
                    if self.caught_up is None and self.at >= there:
                        self.caught_up = time.perf_counter() - joined

            await sse.sse({**scope, "headers": []}, receive, send)
            if not over.is_set():
                self.thrown_out += 1
                await asyncio.sleep(BACK_AFTER)


def version(match: UUID) -> int:
    from django.db import connection

    from matches.models import Match

    try:
        return Match.objects.values_list("version", flat=True).get(id=match)
    finally:
        connection.close()


def play(match: UUID, pause: float, stop: Event) -> None:
    from django.db import connection

    from matches import after_commit
    from matches.models import Match
    from matches.play import services

    with after_commit.in_process():
        while not stop.is_set():
            row = Match.objects.get(id=match)
            if row.ended_at is not None:
                break
            services.decide_automatically(
                match_id=match, seat=row.awaited.bit_length() - 1, expected_version=row.version
            )
            time.sleep(pause)
    connection.close()


async def run(match: UUID, viewers: int, joining: float, moves: float) -> None:
    from web.live import audience

    renders, real = [0], audience.frames

    def frames(*arguments: Any) -> Any:
        renders[0] += 1
        return real(*arguments)

    audience.frames = frames  # type: ignore[assignment]  # counts
    chance, over, stop = random.Random(14), asyncio.Event(), Event()
    playing = Thread(target=play, args=(match, 1 / moves, stop))
    begun, first = time.perf_counter(), await asyncio.to_thread(version, match)
    playing.start()
    crowd, tasks = [Viewer() for _ in range(viewers)], []
    for number, viewer in enumerate(crowd):
        await asyncio.sleep(max(0.0, begun + joining * number / viewers - time.perf_counter()))
        tasks.append(asyncio.create_task(viewer.watch(match, chance, over)))
    stop.set()
    await asyncio.to_thread(playing.join)
    last, ended = await asyncio.to_thread(version, match), time.perf_counter()
    while any(viewer.at < last for viewer in crowd) and time.perf_counter() < ended + 60:
        await asyncio.sleep(0.05)
    settled = time.perf_counter() - ended
    over.set()
    await asyncio.gather(*tasks)
    seen = sorted(viewer.caught_up for viewer in crowd if viewer.caught_up is not None)
    print(f"{viewers} viewers joined in {joining:g} s a match of {(last - first) / joining:.0f} events/s")
    for name, value, unit in (
        ("forced reconnections", sum(viewer.thrown_out for viewer in crowd), ""),
        ("fragments rendered", renders[0], ""),
        ("from the page to its first update, median", 1000 * seen[len(seen) // 2] if seen else -1, "ms"),
        ("from the page to its first update, p95", 1000 * seen[len(seen) * 95 // 100] if seen else -1, "ms"),
        ("until all stood at the last event", settled, "s"),
        ("viewers who never did", sum(viewer.at < last for viewer in crowd), ""),
    ):
        print(f"{name:<50} {value:>10,.1f} {unit}")


def main() -> None:
    asked = argparse.ArgumentParser(prog="benchmarks.viewers")
    asked.add_argument("--viewers", type=int, default=1000)
    asked.add_argument("--joining", type=float, default=10)
    asked.add_argument("--moves", type=float, default=20)
    asked.add_argument("--game", default="elekt")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"ELEKT_DATA": data, "STATIC_COLLECTED": "false", "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ |= {"DATABASE_URL": f"sqlite:///{Path(data, 'viewers.sqlite3')}", "DATABASE_POOL": "0"}
        import django

        django.setup()
        from django.core.management import call_command

        logging.disable(logging.CRITICAL)
        call_command("migrate", verbosity=0)
        from matches import after_commit, regulars

        regulars.arrive()
        with after_commit.in_process():
            opened = table_services.open_table(
                OpenTable(game=given.game, seats=2, host_seat=None, bots={0: "random", 1: "random"}), by=regulars.HOST
            )
        assert opened.match is not None
        asyncio.run(run(opened.match, given.viewers, given.joining, given.moves))


if __name__ == "__main__":
    main()
