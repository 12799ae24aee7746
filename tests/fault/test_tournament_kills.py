"""kill -9 in the middle of a tournament that runs by itself: every table gets its result once, and it ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.person import Person
from tests.product import Product, running
from tests.sampling import sample

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux' /proc"),
]

BOTS = sample(6, 64)
KILLS = ("worker", "web", "worker")
LONGEST = sample(120.0, 900.0)


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Product]:
    with running(tmp_path / "data") as started:
        yield started


def test_a_tournament_of_bots_ends_whatever_dies_meanwhile(product: Product) -> None:
    alice = Person(product.url, "Alice", 4)
    path = begun(alice)
    kills, last = list(KILLS), monotonic() + LONGEST
    while (shown := alice.get(path))["status"] != "closed":
        assert monotonic() < last, product.output()
        done = len(results(shown))
        if kills and done > len(KILLS) - len(kills):
            product.kill(kills.pop(0))
        sleep(0.2)
    assert not kills, "the tournament ended before every kill"
    assert len(results(shown)) == BOTS - 1
    assert all(len(table["opened"]) == 1 and table["source"] == "match" for table in tables(shown))
    stood = [(event["round"], event["table"]) for event in events(alice, path) if event["kind"] == "result_stood"]
    assert len(stood) == len(set(stood)) == BOTS - 1
    for check in (("verify", "--all"), ("rebuild", "--check")):
        proved = product.manage(*check)
        assert proved.returncode == 0, proved.stdout + proved.stderr


def begun(alice: Person) -> str:
    plan = {"format": "single_elimination", "settings": {"draws": "seed"}}
    opened = alice.post(
        "tournaments/",
        {
            "title": "Bots",
            "game": "elekt",
            "stages": [{"key": "main", "plan": plan}],
            "settings": {"automatic": True, "online": True},
        },
    )
    path = f"tournaments/{opened['tournament']}/"
    alice.post(f"{path}entries/", {"newcomers": [{"bot": "random"}] * BOTS})
    alice.post(f"{path}start-stage/", {"stage": "main"})
    return path


def tables(shown: Any) -> list[Any]:
    return [table for one in shown["stages"][0]["rounds"] for table in one["tables"]]


def results(shown: Any) -> list[Any]:
    return [table for table in tables(shown) if table["result"]]


def events(alice: Person, path: str) -> list[Any]:
    return [event for change in alice.get(f"{path}log/") for event in change["events"]]
