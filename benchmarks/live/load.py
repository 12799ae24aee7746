"""Live play under load, from outside: games that go on and people who look on, against a server of its own.

    DATABASE_URL=postgres://... python -m benchmarks.live.load [--games 200] [--viewers 5] [--rate 100] [--seconds 30]
    python -m benchmarks.live.load --games 1 --viewers 1000 --rate 0.5     # a thousand spectators of one table
    python -m benchmarks.live.load --games 50 --rate 15 --clicks           # and somebody in a browser at one more table

One uvicorn process serves; this one reads the database to know what may be decided, sends each decision through the API
and holds the streams, as browsers do: the players' seats, and spectators, compressed. A decision counts from the moment
at which its first byte is sent: until its answer (the commit is behind it), and until the first byte of its frame is
with the last of the game's viewers. A game whose last decision has not come to all of them waits, and that is counted.

Without DATABASE_URL it is an SQLite file. The generator needs about as much of the machine as the server.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any
from uuid import uuid4

from .setting import Playing, begun, next_decision, own_database

HEAD = b"\r\n\r\n"
SHORTEST_FRAME = 48
"""Bytes, with the length that stands before a chunk: what is shorter is a ping."""
LATE = 5.0
"""Seconds after which a viewer who has not heard is given up."""
BROWSER_STARTS = 3.0
"""Seconds before the load that a browser is started, if one is asked for."""
TABLES_CLICKED = 8
"""More than are played to their end in a run."""


class Viewer(asyncio.Protocol):
    """One open stream. It knows no more than when something came."""

    def __init__(self, game: Game, address: str, cookie: str) -> None:
        self.game, self.address, self.cookie = game, address, cookie
        self.transport: asyncio.Transport | None = None
        self.opened = False
        self.buffer = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head = f"GET {self.address} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{cookie}\r\n"
        transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        if not self.opened:
            self.buffer += data
            if HEAD not in self.buffer or self.buffer.endswith(HEAD):
                return
            assert self.buffer.startswith(b"HTTP/1.1 200"), self.buffer[:200]
            self.opened, self.buffer = True, b""
            self.game.waiting_to_open -= 1
        elif len(data) >= SHORTEST_FRAME:
            self.game.heard(self)

    def connection_lost(self, _: Exception | None) -> None:
        if not self.game.over:
            self.game.thrown_out += 1


class Program:
    """A player's program: one connection, one request after the other."""

    def __init__(self, port: int, key: str) -> None:
        self.port, self.key = port, key
        self.stream: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: bytes) -> int:
        if self.stream is None or self.stream[0].at_eof():  # the server closes connections that idle
            self.stream = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.stream
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.key}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        answer = await reader.readuntil(HEAD)
        length = next(line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(int(length.split(b":")[1]))
        return int(answer.split(b" ", 2)[1])


class Game:
    def __init__(self, playing: Playing, port: int, chance: random.Random) -> None:
        self.playing, self.chance = playing, chance
        self.programs = [Program(port, key) for key in playing.keys]
        self.viewers: list[Viewer] = []
        self.waiting_to_open = self.thrown_out = 0
        self.over = False
        self.missing: set[Viewer] = set()
        self.last = 0.0
        self.all_heard = asyncio.Event()

    def heard(self, viewer: Viewer) -> None:
        if viewer in self.missing:
            self.missing.discard(viewer)
            self.last = time.perf_counter()
            if not self.missing:
                self.all_heard.set()

    async def move(self, step: tuple[int, dict[str, Any], int], figures: Figures) -> None:
        seat, decision, version = step
        sent = {"seat": seat, "decision": decision, "expected_version": version, "decision_id": str(uuid4())}
        self.missing, self.last = set(self.viewers), 0.0
        self.all_heard.clear()
        began = time.perf_counter()
        path = f"/api/v1/matches/{self.playing.match}/decisions/"
        status = await self.programs[seat].post(path, json.dumps(sent).encode())
        assert status == 201, status
        figures.acknowledged.append(1000 * (time.perf_counter() - began))
        with suppress(TimeoutError):
            await asyncio.wait_for(self.all_heard.wait(), LATE)
        figures.unheard += len(self.missing)
        figures.seen.append(1000 * ((self.last if not self.missing else time.perf_counter()) - began))


class Figures:
    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.seen: list[float] = []
        self.unheard = self.too_slow = 0


@contextmanager
def served(port: int) -> Iterator[int]:
    """The server's process id."""
    server = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port)]
    server += ["--http", "config.connections:Connection", "--ws", "none", "--lifespan", "on", "--log-level", "critical"]
    environment = {**os.environ, "ALLOWED_HOSTS": "localhost,127.0.0.1", "LOG_LEVEL": "ERROR"}
    process = subprocess.Popen([*server, "--timeout-graceful-shutdown", "1"], env=environment)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait(20)


def spent(process: int) -> float:
    """Seconds of the processor that it has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> int:
    """KB that it holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def cookie_of(player: Any) -> str:
    """The session of somebody who has logged in with a browser."""
    from django.test import Client

    browser = Client()
    browser.force_login(player)
    return browser.cookies.output(attrs=[], header="", sep=";").strip()


async def watch(game: Game, viewers: int, port: int, cookies: list[str], at: int) -> None:
    from web.live import sse
    from web.live.admission import Listener
    from web.live.audience import Audience

    loop = asyncio.get_running_loop()
    for number in range(viewers):
        seat = number if number < min(2, viewers - 1) else None
        viewer = "spectator" if seat is None else str(seat)
        listener = Listener(None if seat is None else game.playing.people[seat])
        address = sse.address(Audience("match", game.playing.match, viewer, "en", "html"), at, listener)
        looking = Viewer(game, address, "" if seat is None else cookies[seat])
        game.viewers.append(looking)
        game.waiting_to_open += 1
        await loop.create_connection(partial(_same, looking), "127.0.0.1", port)


def _same(viewer: Viewer) -> Viewer:
    return viewer


async def run(
    given: argparse.Namespace,
    games: list[Playing],
    cookies: list[list[str]],
    pid: int,
    at_a_table: list[tuple[Playing, str]],
) -> None:
    from django.db import connection

    loaded = Event()

    def close() -> None:
        connection.close()  # the one of the thread

    threads = ThreadPoolExecutor(1)
    loop = asyncio.get_running_loop()

    async def next_step(game: Game) -> Any:
        return await loop.run_in_executor(threads, next_decision, game.playing, game.chance)

    going = [Game(playing, given.port, random.Random(n)) for n, playing in enumerate(games)]
    first = [await next_step(game) for game in going]
    before = memory(pid)
    for game, own, step in zip(going, cookies, first, strict=True):
        await watch(game, given.viewers, given.port, own, step[2])
    while any(game.waiting_to_open for game in going):
        await asyncio.sleep(0.05)
    figures = Figures()
    for game, step in zip(going, first, strict=True):  # each goes on before it counts: a process that has just begun
        await game.move(step, Figures())  # has to read each match once
    opened = memory(pid)
    steps: dict[Game, Any] = {}
    tasks: set[asyncio.Task[None]] = set()
    failed: list[BaseException] = []

    def over(task: asyncio.Task[None]) -> None:
        tasks.discard(task)
        if (error := task.exception()) is not None:
            failed.append(error)

    async def look(game: Game) -> None:
        if (step := await next_step(game)) is not None:
            steps[game] = step

    async def go(game: Game, step: Any) -> None:
        await game.move(step, figures)
        await look(game)

    for game in going:
        await look(game)
    clicks = None
    if at_a_table:
        from .clicks import click_along  # a browser's packages are needed for this alone

        site = f"http://127.0.0.1:{given.port}"
        clicks = loop.run_in_executor(ThreadPoolExecutor(1), click_along, site, at_a_table, loaded)
        await asyncio.sleep(BROWSER_STARTS)
    gc.freeze()  # a search through all that the generator holds would count as the server's time
    began, cpu, done = time.perf_counter(), spent(pid), 0
    while (now := time.perf_counter()) < began + given.seconds:
        if int((now - began) * given.rate) <= done:
            await asyncio.sleep(0.001)
            continue
        done += 1
        if not steps:
            figures.too_slow += 1
            continue
        game = next(iter(steps))
        task = asyncio.create_task(go(game, steps.pop(game)))
        tasks.add(task)
        task.add_done_callback(over)
    loaded.set()
    await asyncio.gather(*tasks)
    assert not failed, failed[0]
    took, viewers = time.perf_counter() - began, sum(len(game.viewers) for game in going)
    for game in going:
        game.over = True
    report(going, figures, took, 1000 * (spent(pid) - cpu), (opened - before) / viewers)
    if clicks is not None:
        (await clicks).report()
    await loop.run_in_executor(threads, close)


def report(games: list[Game], figures: Figures, took: float, cpu: float, each: float) -> None:
    """``cpu`` in milliseconds, ``each`` in KB."""
    moves, viewers = len(figures.seen), sum(len(game.viewers) for game in games)
    print(f"{len(games)} games, {viewers} viewers, {moves} decisions in {took:.0f} s ({moves / took:.1f}/s)")
    for title, given in (("acknowledged", figures.acknowledged), ("with the last viewer", figures.seen)):
        found = sorted(given)
        p50, p95, p99 = (found[len(found) * part // 100] for part in (50, 95, 99))
        print(f"  {title:<28} p50 {p50:>8.1f}  p95 {p95:>8.1f}  p99 {p99:>8.1f} ms")
    print(f"  {'the server, a decision':<28} {cpu / moves:>12.2f} ms of the processor ({cpu / took / 10:.0f} %)")
    print(f"  {'memory of a viewer':<28} {each:>12.1f} KB")
    print(f"  {'viewers thrown out':<28} {sum(game.thrown_out for game in games):>12}")
    print(f"  {'viewers who never heard':<28} {figures.unheard:>12}")
    print(f"  {'decisions without a game':<28} {figures.too_slow:>12}  that was ready for one")
    print(f"  {'load of the machine':<28} {os.getloadavg()[0]:>12.1f}")


def main() -> None:
    asked = argparse.ArgumentParser(prog="benchmarks.live.load")
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--viewers", type=int, default=5)
    asked.add_argument("--rate", type=float, default=100)
    asked.add_argument("--seconds", type=float, default=30)
    asked.add_argument("--port", type=int, default=8765)
    asked.add_argument("--game", default="elekt")
    asked.add_argument("--clicks", action="store_true")
    given = asked.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with own_database():
        from players.models import Player

        games = [begun(given.game) for _ in range(given.games)]
        cookies = [[cookie_of(Player.objects.get(id=one)) for one in playing.people] for playing in games]
        clicked = [begun(given.game) for _ in range(TABLES_CLICKED if given.clicks else 0)]
        at_a_table = [(playing, cookie_of(Player.objects.get(id=playing.people[0]))) for playing in clicked]
        with served(given.port) as pid:
            wait_for(given.port)
            asyncio.run(run(given, games, cookies, pid, at_a_table))


def wait_for(port: int) -> None:
    from urllib.request import urlopen

    for _ in range(200):
        with suppress(OSError):
            urlopen(f"http://127.0.0.1:{port}/health/")
            return
        time.sleep(0.1)
    raise SystemExit("the server does not start")


if __name__ == "__main__":
    main()
