"""Writers that race, stall and die."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from queue import Queue
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import store, verify
from ledger.errors import StaleVersion
from ledger.store import Appended

from .factories import batch
from .sweep import sweep

pytestmark = pytest.mark.usefixtures("ledger")


def database_url() -> str:
    own = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{own['NAME']}"
    user, password = quote(own["USER"]), quote(own["PASSWORD"])
    return f"postgres://{user}:{password}@/{own['NAME']}?host={own['HOST'] or '/var/run/postgresql'}&port={own['PORT']}"


@pytest.mark.slow
def test_a_writer_killed_at_any_moment_loses_nothing_it_acknowledged() -> None:
    stream, acknowledged = uuid4(), 0
    environment = os.environ | {"DATABASE_URL": database_url()}
    for round_number in range(3):
        command = [sys.executable, "-m", "tests.ledger.writer", str(stream)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for _ in range(random.Random(round_number).randint(5, 30)):
                acknowledged = int(writer.stdout.readline())
            writer.kill()
            acknowledged = max([acknowledged, *map(int, writer.stdout.read().split())])
        # The server may still be about to finish what the dead process sent last: an append waits for that.
        try:
            store.append(stream, store.version(stream), batch(1))
        except StaleVersion:
            store.append(stream, store.version(stream), batch(1))
        assert store.version(stream) > acknowledged
        lengths = [event.batch for event in store.read(stream) if event.batch]
        assert set(lengths) == {1, 3}
        assert sum(lengths) == store.version(stream)
        assert verify.stream(stream) == []


class Actor:
    """A client with a connection and a thread of its own, that does one thing after the other."""

    def __init__(self) -> None:
        self._orders: Queue[Callable[[], object] | None] = Queue()
        self._answers: Queue[object] = Queue()
        self._waiting = 0
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while order := self._orders.get():
            try:
                self._answers.put(order())
            except Exception as error:
                self._answers.put(error)
        connection.close()

    def do(self, order: Callable[[], object]) -> None:
        self._orders.put(order)
        self._waiting += 1

    def is_busy(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while self._answers.qsize() < self._waiting and time.monotonic() < until:
            time.sleep(0.002)
        return self._answers.qsize() < self._waiting

    def answer(self) -> Any:
        self._waiting -= 1
        return self._answers.get(timeout=30)

    def leave(self) -> None:
        self._orders.put(None)
        self._thread.join(30)


class Transaction:
    """``atomic()`` in steps."""

    def begin(self) -> None:
        self._atomic = transaction.atomic()
        self._atomic.__enter__()

    def commit(self) -> None:
        self._atomic.__exit__(None, None, None)

    def roll_back(self) -> None:
        transaction.set_rollback(True)
        self._atomic.__exit__(None, None, None)


@pytest.mark.parametrize("ending", ["commit", "roll_back"])
@pytest.mark.parametrize("same", [True, False])
def test_whoever_comes_second_learns_what_became_of_the_first(ending: str, same: bool) -> None:
    """The first client is gone but its server process commits late: the same decision must not be appended twice."""
    stream, decision = uuid4(), uuid4()
    store.append(stream, 0, batch(1))
    first, second, dead = Actor(), Actor(), Transaction()
    first.do(dead.begin)
    first.do(lambda: store.append(stream, 1, batch(3), decision_id=decision))
    assert not first.is_busy(10)
    second.do(lambda: store.append(stream, 1, batch(2), decision_id=decision if same else uuid4()))
    assert second.is_busy(0.2), "it waits for the one before it"
    first.do(getattr(dead, ending))
    first.answer()
    appended, answer = first.answer(), second.answer()
    first.leave()
    second.leave()
    if ending == "roll_back":
        assert (answer.version, answer.repeated) == (3, False)
    elif same:
        assert answer == appended._replace(repeated=True)
    else:
        assert isinstance(answer, StaleVersion)
    assert store.version(stream) == (3 if ending == "roll_back" else 4)
    assert verify.stream(stream) == []


STEPS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(1, 3), st.integers(0, 3), st.booleans()),
    min_size=1,
    max_size=8,
)


@pytest.mark.slow
@given(steps=STEPS)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_however_transactions_interleave_each_decision_counts_once(
    steps: list[tuple[int, int, int, int, bool]],
) -> None:
    """Steps: (client, stream, events, decision, commits). A client begins and appends, and ends when it comes again."""
    sweep()
    streams, decisions = [uuid4(), uuid4()], [uuid4() for _ in range(4)]
    clients = [Client() for _ in range(3)]
    for who, nr, length, choice, commits in steps:
        clients[who].step(streams[nr], length, decisions[choice], commits)
    for client in clients:
        client.finish()
    kept = [done for client in clients for done in client.kept()]
    for stream in streams:
        assert verify.stream(stream) == []
        mine = {event.decision_id: event for event in store.read(stream) if event.batch}
        assert sum(event.batch or 0 for event in mine.values()) == store.version(stream)
        told = [(decision, done) for at, decision, done in kept if at == stream]
        assert {decision for decision, done in told if not done.repeated} == set(mine), "kept is what was told so"
        assert len([done for _, done in told if not done.repeated]) == len(mine), "and each only once"
        for decision, done in told:
            assert (done.first_seq, done.version) == (
                mine[decision].seq,
                mine[decision].seq + (mine[decision].batch or 0) - 1,
            )


class Client:
    def __init__(self) -> None:
        self._actor = Actor()
        self._open: tuple[Transaction, bool] | None = None
        self._tried: list[tuple[UUID, UUID, bool]] = []

    def step(self, stream: UUID, length: int, decision: UUID, commits: bool) -> None:
        self._end()
        opened = Transaction()
        self._open = opened, commits
        self._tried.append((stream, decision, commits))

        def go() -> Appended:
            opened.begin()
            return store.append(stream, store.version(stream), batch(length), decision_id=decision)

        self._actor.do(go)
        self._actor.is_busy(0.05)  # perhaps it waits for another: then the others go on

    def _end(self) -> None:
        if self._open:
            opened, commits = self._open
            self._actor.do(opened.commit if commits else opened.roll_back)
            self._open = None
            self._actor.is_busy(0.05)

    def finish(self) -> None:
        self._end()

    def kept(self) -> list[tuple[UUID, UUID, Appended]]:
        """Stream, decision and answer of what was committed."""
        found = []
        for stream, decision, commits in self._tried:
            answer, ended = self._actor.answer(), self._actor.answer()
            assert ended is None, ended
            assert isinstance(answer, (Appended, StaleVersion)), answer
            if commits and isinstance(answer, Appended):
                found.append((stream, decision, answer))
        self._actor.leave()
        return found
