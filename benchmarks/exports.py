"""Exporting the archive: how soon the first byte comes, how long it takes, and what memory the server's process needs.

The whole product runs (``manage.py up``) on data of its own, and holds ``--games`` whole games of random bots, imported
before it starts. DATABASE_URL may name a PostgreSQL server, on which a database is made and dropped; else SQLite.
What comes is read as fast as it comes, ``--times`` over, then again by somebody slow (``--slow`` bytes a second), while
another person asks for pages.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

from tests.product import Product, a_database

from .imports import games

CHUNK = 1 << 16
FIRST = 1.0
"""Seconds within which the first byte must come."""


class Memory(threading.Thread):
    """MB of the server's process, ten times a second."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.status = Path(f"/proc/{pid}/status")
        self.seen = [self.now()]
        self.going = True

    def now(self) -> int:
        lines = self.status.read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024

    def run(self) -> None:
        while self.going:
            self.seen.append(self.now())
            time.sleep(0.1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--slow", type=int, default=0, help="bytes a second of a slow reader; 0: no slow reader")
    parser.add_argument("--times", type=int, default=1, help="how often it is read at once")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, a_database() as url:
        product = Product(Path(folder) / "data", url)
        product.data.mkdir()
        text = Path(folder) / "games.jsonl"
        with text.open("wb") as file:
            file.writelines(games(asked.games))
        for command in (("migrate", "-v", "0"), ("import_records", str(text))):
            done = product.manage(*command)
            assert done.returncode == 0, done.stdout + done.stderr
        print(done.stdout.strip(), f"({text.stat().st_size / 2**20:.0f} MB) on", "PostgreSQL" if url else "SQLite")
        text.unlink()
        product.start()
        try:
            measure(product, asked.games, asked.times, asked.slow)
        finally:
            product.stop()


def measure(product: Product, expected: int, times: int, slow: int) -> None:
    pid = product.child("web")
    assert pid is not None
    at = product.url + "/archive/"
    for _ in range(3):  # what is imported and compiled once
        urllib.request.urlopen(at).read()
    for name, speed in (*[("at once", 0)] * times, *((("by a slow reader", slow),) if slow else ())):
        memory, pages = Memory(pid), Pages(at)
        memory.start()
        pages.start()
        first, whole, records = download(product.port, speed)
        memory.going = pages.going = False
        pages.join()
        verdict = "ok" if first <= FIRST and (speed or records == expected) else "NO"
        print(
            f"read {name:<17} first byte {first * 1000:6.0f} ms, all in {whole:6.1f} s, {records} records, memory "
            f"{memory.seen[0]} MB before, {max(memory.seen)} MB at most, load {os.getloadavg()[0]:.0f}: {verdict}"
        )
        print(f"pages meanwhile        median {statistics.median(pages.took) * 1000:6.0f} ms, {len(pages.took)} pages")


class Pages(threading.Thread):
    """Somebody who looks at the archive, again and again."""

    def __init__(self, at: str) -> None:
        super().__init__(daemon=True)
        self.at, self.took, self.going = at, [0.0], True

    def run(self) -> None:
        self.took.clear()
        while self.going:
            begun = time.perf_counter()
            urllib.request.urlopen(f"{self.at}?game=elekt").read()
            self.took.append(time.perf_counter() - begun)
            time.sleep(1)


def download(port: int, speed: int) -> tuple[float, float, int]:
    """Seconds to the first byte of a record and to the last one, and how many records came. A slow reader gives up
    after twenty seconds."""
    begun = time.perf_counter()
    first, records, tail = 0.0, 0, b""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"GET /archive/export.jsonl HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        while part := connection.recv(speed // 10 or CHUNK):
            if not first and b'"record":"elekt-record"' in tail + part:
                first = time.perf_counter() - begun
            records += (tail[-19:] + part).count(b'"end":"elekt-record"')
            tail = part[-19:] if first else tail + part
            if speed:
                time.sleep(0.1)
                if time.perf_counter() - begun > 20:
                    break
    return first, time.perf_counter() - begun, records


if __name__ == "__main__":
    main()
