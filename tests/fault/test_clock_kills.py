"""kill -9 of web and worker around the fall of flags: each falls once, and no time is lost or won.

``CLOCK_KILLS=200`` in front kills so often (docs/operations.md, "Clocks").
"""

from __future__ import annotations

import os
import random
from itertools import count
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from tests.person import Person
from tests.product import Product

pytestmark = [
    pytest.mark.slow,
    pytest.mark.one_database,
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux' /proc"),
]

KILLS = int(os.environ.get("CLOCK_KILLS", "3"))
OF_A_ROUND = 8
TABLES = 2
BASE = 10.0
SLACK = 2.5
"""Seconds by which what is seen from outside may differ: the beat comes every second, and looking takes time."""
MAX_WAITING = 240.0


class Downtime(Thread):
    """Looks all the time whether the web server answers."""

    def __init__(self, product: Product) -> None:
        super().__init__(daemon=True)
        self.product, self.over = product, False
        self.gaps: list[float] = []

    @property
    def excused(self) -> float:
        """Seconds that may be charged to nobody at most."""
        return sum(self.gaps) + SLACK * (len(self.gaps) + 1)

    def stop(self) -> None:
        self.over = True
        self.join()

    def run(self) -> None:
        last = monotonic()
        while not self.over:
            if self.product.answers():
                now = monotonic()
                if now - last > 1:
                    self.gaps.append(now - last)
                last = now
            sleep(0.1)


def test_flags_fall_once_and_no_time_is_lost_or_won_whatever_dies(product: Product) -> None:
    chance, killed = random.Random(5), 0
    for number in count():
        if killed >= KILLS:
            break
        alice, bob = Person(product.url, f"Alice {number}", 1), Person(product.url, f"Bob {number}", 2)
        time = {"mode": "increment", "base": int(BASE), "extra": 0, "flag": "concede"}
        matches = [bob.sit(alice.open_table(2, time=time, rated=False)["table"])["match"] for _ in range(TABLES)]
        began = monotonic()
        downtime = Downtime(product)
        downtime.start()
        for _ in range(min(OF_A_ROUND, KILLS - killed)):
            sleep(max(0.0, began + BASE - 1.5 - monotonic()) + chance.uniform(0, 1))
            product.kill(("web", "worker")[killed % 2])
            killed += 1
        for match in matches:
            wait_for_end(alice, product, match)
        downtime.stop()
        for match in matches:
            check(alice, match, downtime)
    product.prove()


def wait_for_end(person: Person, product: Product, match: str) -> None:
    last = monotonic() + MAX_WAITING
    while person.get(f"matches/{match}/")["ended_at"] is None:
        assert monotonic() < last, product.output()
        sleep(0.2)


def check(person: Person, match: str, downtime: Downtime) -> None:
    """One flag, after exactly the time that was agreed on, but for what nobody could use."""
    told: list[dict[str, Any]] = person.get(f"matches/{match}/events/")
    flags = [event["payload"] for event in told if event["kind"] == "flag_fell"]
    assert len(flags) == 1, flags
    started = next(event["payload"] for event in told if event["kind"] == "clock_started")
    given = sum(event["payload"]["time"] for event in told if event["kind"] == "time_given")
    assert flags[0]["at"] - started["at"] - given == BASE * 1000
    assert given / 1000 <= downtime.excused, (given, downtime.gaps)
