"""The broker in a folder: what was sent arrives once, whole and in order, however many read."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from uuid import uuid4

import pytest
from kombu import Connection

import config.celery  # noqa: F401 - makes the transport known
from tests.sampling import sample

COUNT = sample(80, 200)


def connect(folder: Path) -> Connection:
    options = {
        "data_folder_in": str(folder / "messages"),
        "data_folder_out": str(folder / "messages"),
        "control_folder": str(folder / "control"),
        "polling_interval": 0.02,
    }
    return Connection("safefs://", transport_options=options)


@pytest.fixture
def name() -> str:
    """kombu remembers for the whole process which queues are bound: each test has a queue of its own."""
    return f"turns-{uuid4().hex}"


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Connection]:
    (tmp_path / "messages").mkdir()
    (tmp_path / "control").mkdir()
    with connect(tmp_path) as connection:
        yield connection


def test_messages_arrive_in_the_order_they_were_sent(broker: Connection, name: str) -> None:
    queue = broker.SimpleQueue(name)
    for number in range(5):
        queue.put({"number": number})
    assert [queue.get(timeout=2).payload["number"] for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(Empty):
        queue.get(timeout=0.1)


def test_queues_do_not_see_each_other(broker: Connection, name: str) -> None:
    broker.SimpleQueue(name).put({"number": 1})
    with pytest.raises(Empty):
        broker.SimpleQueue(f"re{name}").get(timeout=0.1)


def test_a_message_being_written_is_not_seen(broker: Connection, name: str, tmp_path: Path) -> None:
    (tmp_path / "messages" / f".000000000000001_ab.{name}.msg").write_text('{"half": ')
    with pytest.raises(Empty):
        broker.SimpleQueue(name).get(timeout=0.1)


def take(folder: Path, name: str, taken: multiprocessing.Queue[int]) -> None:
    with connect(folder) as connection:
        queue = connection.SimpleQueue(name)
        while True:
            try:
                message = queue.get(timeout=1)
            except Empty:
                return
            message.ack()
            taken.put(message.payload["number"])


@pytest.mark.slow
def test_four_readers_get_each_message_once(broker: Connection, name: str, tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    taken = context.Queue()
    readers = [context.Process(target=take, args=(tmp_path, name, taken)) for _ in range(4)]
    for reader in readers:
        reader.start()
    queue = broker.SimpleQueue(name)
    for number in range(COUNT):
        queue.put({"number": number})
    numbers = sorted(taken.get(timeout=120) for _ in range(COUNT))
    for reader in readers:
        reader.join(timeout=120)
    assert numbers == list(range(COUNT))
    assert taken.empty()
