"""kill -9 in the middle of a tournament that runs by itself: every table gets its result once, and it ends."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.person import Person
from tests.product import Product
from tests.sampling import LONG, ON_POSTGRES, sample

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux' /proc"),
]

BOTS = sample(4, 64)
KILLS = ("worker", "web", "worker")
MAX_SECONDS = sample(300.0, 900.0)


@pytest.mark.skipif(not (LONG or ON_POSTGRES), reason="takes a minute: on SQLite by LONG_TESTS=1")
def test_a_tournament_of_bots_ends_whatever_dies_meanwhile(product: Product) -> None:
    alice = Person(product.url, "Alice", 4)
    path = begun(alice)
    kills, last = list(KILLS), monotonic() + MAX_SECONDS
    while (shown := alice.get(path))["status"] != "closed":
        assert monotonic() < last, product.output()
        done = len(results(shown))
        if kills and done >= len(KILLS) - len(kills):
            product.kill(kills.pop(0))
        sleep(0.2)
    assert not kills, "the tournament ended before every kill"
    assert len(results(shown)) == BOTS - 1
    assert all(len(table["opened"]) == 1 and table["source"] == "match" for table in tables(shown))
    stood = [(event["round"], event["table"]) for event in events(alice, path) if event["kind"] == "result_stood"]
    assert len(stood) == len(set(stood)) == BOTS - 1
    product.prove()


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


@pytest.mark.skipif(not LONG, reason="waits a minute and a half for the clock: LONG_TESTS=1")
def test_who_does_not_come_is_warned_and_missed_once_whatever_dies_meanwhile(product: Product) -> None:
    """At each real table one has come; the others have a minute, in which worker and web server die."""
    alice = Person(product.url, "Alice", 4)
    plan = {"format": "club_swiss", "rounds": 1}
    settings = {"automatic": True, "online": False, "grace_minutes": 1, "grace_default": "forfeit"}
    body = {"title": "Late", "game": "elekt", "stages": [{"key": "main", "plan": plan}], "settings": settings}
    path = f"tournaments/{alice.post('tournaments/', body)['tournament']}/"
    alice.post(f"{path}entries/", {"newcomers": [{"name": name} for name in ("Bob", "Celia", "Dora", "Ewa")]})
    alice.post(f"{path}start-stage/", {"stage": "main"})
    last = monotonic() + MAX_SECONDS
    while not alice.get(path)["stages"][0]["rounds"]:
        assert monotonic() < last, product.output()
        sleep(0.2)
    product.kill("worker")
    for table in (1, 2):
        alice.post(f"{path}tables/main/1/{table}/presence/", {"seats": [0]})
    kills = ["worker", "web"]
    while (shown := alice.get(path))["status"] != "closed":
        assert monotonic() < last, product.output()
        if kills and all(table["calls"] for table in tables(shown)):
            product.kill(kills.pop())
        sleep(0.5)
    assert not kills
    assert [table["result"]["forfeited"] for table in tables(shown)] == [[1], [1]]
    happened = [(event["kind"], event["table"]) for event in events(alice, path) if "table" in event]
    for kind in ("players_called", "seats_missed", "result_stood"):
        assert sorted(where for what, where in happened if what == kind) == [1, 2]
    product.prove()
