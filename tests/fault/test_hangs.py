"""SIGSTOP: a process that is there and does nothing, as in a deadlock. It is noticed, ended, and starts again."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.person import Person
from tests.product import PATIENCE, Product, alive, children, running
from tests.sampling import LONG

pytestmark = [
    pytest.mark.slow,
    pytest.mark.one_database,
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux' /proc"),
]


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Product]:
    with running(tmp_path / "data", HUNG_AFTER="3", ALLOWED_HOSTS="play.example", TMPDIR=str(tmp_path)) as started:
        yield started


def test_a_stopped_web_server_and_a_stopped_worker_start_again_and_the_game_goes_on(product: Product) -> None:
    alice = Person(product.url, "Alice", 1)
    game = alice.play(alice.open_table(2, bots={"1": "greedy"})["match"], 0)
    next(game)
    stop_and_see(product, beating(product, "web"), beating(product, "worker"))
    before = len(alice.acknowledged)
    while next(game, None) is not None and len(alice.acknowledged) < before + 3:
        pass  # the bot at the other seat decides in between
    assert len(alice.acknowledged) > before
    said = product.log.read_text()
    assert f"Elekt is at {product.url}/" in said, "and there Alice has played, whatever names visitors ask for"
    assert "web hangs (web gives no sign of life)" in said
    assert "worker hangs (" in said


@pytest.mark.skipif(not LONG, reason="LONG_TESTS=1: each takes ten seconds")
def test_each_of_the_workers_own_processes_is_missed(product: Product) -> None:
    """The one that runs the tasks, and the one that sends what is due."""
    for number in (0, 1):
        worker = beating(product, "worker")
        stop_and_see(product, worker, children(worker)[number])


def stop_and_see(product: Product, *pids: int) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    wait(product, lambda: not any(alive(pid) for pid in pids))
    product.wait_until_it_answers()


def beating(product: Product, name: str) -> int:
    """The process id of a child, all of whose parts have given a first sign of life."""
    parts = {"web": ["web"], "worker": ["worker", "tasks", "clock"]}[name]
    wait(
        product,
        lambda: product.child(name) is not None and {one.name for one in beats(product, name)} >= set(parts),
    )
    found = product.child(name)
    assert found is not None
    return found


def beats(product: Product, name: str) -> Iterator[Path]:
    return Path(product.environment["TMPDIR"]).glob(f"elekt-beats-{name}-*/*")


def wait(product: Product, reached: Callable[[], bool]) -> None:
    last = monotonic() + PATIENCE
    while not reached():
        assert monotonic() < last, product.output()
        sleep(0.05)
