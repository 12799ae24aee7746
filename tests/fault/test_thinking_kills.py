"""kill -9 in mid-thought and in mid-review: another worker takes it up, and stores it once. Nobody else waits.

The bot of ``outside/slow_wits.py`` does so.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.person import Person
from tests.product import PATIENCE, Product
from tests.sampling import LONG, ON_POSTGRES

from .test_kills import decisions_of, prove

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux' /proc"),
    pytest.mark.skipif(ON_POSTGRES and not LONG, reason="LONG_TESTS=1: tests/matches/thinking runs on both databases"),
]


@pytest.fixture
def thoughts(thoughts_folder: Path) -> Path:
    """With nothing in it but the gate."""
    for said in thoughts_folder.iterdir():
        said.unlink()
    (thoughts_folder / "gate").touch()
    return thoughts_folder


def test_a_thought_survives_its_worker_and_holds_up_nobody_but_its_table(product: Product, thoughts: Path) -> None:
    alice = Person(product.url, "Alice", 5)
    slow = [alice.open_table(2, game="slow_wits", bots={"1": "slow"})["match"] for _ in range(2)]
    games = [alice.play(match, 0) for match in slow]
    for game in games:
        go_on(game)
    wait(product, lambda: thinkers(thoughts) != [])
    quick = alice.open_table(3, game="slow_wits", bots={"1": "random", "2": "random"})["match"]
    for _ in alice.play(quick, 0):
        pass
    (first,) = thinkers(thoughts)
    assert alice.get(f"matches/{quick}/")["ended_at"] is not None, "others play on while one bot thinks"

    product.kill("worker")
    wait(product, lambda: len(thinkers(thoughts)) == 2)
    second = thinkers(thoughts)[1]
    assert second != first
    os.kill(second, signal.SIGKILL)  # the thinking process alone: its worker replaces it
    wait(product, lambda: len(thinkers(thoughts)) == 3)

    (thoughts / "gate").unlink()
    for game in games:
        for _ in game:
            pass
    assert decisions_of(alice, (*slow, quick)), "no decision is stored twice"
    for match in (*slow, quick):
        prove(alice, match)
    # More, where a machine is so busy that a thinking process cannot say in time that it lives.
    assert len(thinkers(thoughts)) >= 2 * 4 + 2, "four decisions at each table, and a thought anew for each kill"


def test_a_review_survives_its_workers_and_is_made_once(product: Product, thoughts: Path) -> None:
    (thoughts / "gate").unlink()
    alice = Person(product.url, "Alice", 7)
    match = alice.open_table(2, game="slow_wits", bots={"1": "slow"})["match"]
    for _ in alice.play(match, 0):
        pass
    review = f"matches/{match}/review/"
    (thoughts / "judging").touch()
    status, asked = alice.ask(review, {})
    assert (status, asked["status"]) == (201, "waiting"), asked
    wait(product, lambda: len(judges(thoughts)) == 1)
    product.kill("worker")
    wait(product, lambda: len(judges(thoughts)) == 2)
    first, second = judges(thoughts)
    assert second != first
    os.kill(second, signal.SIGKILL)  # the process that judges alone: its worker replaces it
    wait(product, lambda: len(judges(thoughts)) == 3)
    (thoughts / "judging").unlink()
    wait(product, lambda: alice.get(review)["status"] != "waiting")
    made = alice.get(review)
    assert (made["status"], made["done"]) == ("done", made["parts"])
    numbers = [one["number"] for one in made["report"]["decisions"]]
    assert numbers == sorted(set(numbers)), "each decision is judged once"
    assert len(numbers) == len(decisions_of(alice, (match,)))
    status, again = alice.ask(review, {})
    assert again["report"] == made["report"], "asked for again it is the same"


def go_on(game: Iterator[bool]) -> None:
    """To this person's next decision."""
    while not next(game):
        pass


def thinkers(thoughts: Path) -> list[int]:
    """The processes that have begun a thought, in order."""
    files = sorted(thoughts.glob("thought.*"), key=lambda file: int(file.name.split(".")[1]))
    return [int(file.name.split(".")[2]) for file in files]


def judges(thoughts: Path) -> list[int]:
    """The processes that have begun a slice of a review, in order."""
    files = sorted(thoughts.glob("judged.*"), key=lambda file: int(file.name.split(".")[1]))
    return [int(file.name.split(".")[2]) for file in files]


def wait(product: Product, reached: Callable[[], bool]) -> None:
    last = monotonic() + PATIENCE
    while not reached():
        assert monotonic() < last, product.output()
        sleep(0.05)
