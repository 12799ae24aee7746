"""The product's own server on a free port of this machine, in a thread of the test, with a worker beside it."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
import uvicorn
from django.db import connection, connections

from matches import tasks


@contextmanager
def served() -> Iterator[str]:
    """The server's address. Streams are cut off at the end."""
    from config.asgi import application

    # Each request's connection ends with it, or the test's database could not be dropped.
    kept = connections.settings["default"]["CONN_MAX_AGE"]
    connections.settings["default"]["CONN_MAX_AGE"] = 0
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        how: dict[str, Any] = {"http": "config.connections:Connection", "lifespan": "off", "log_level": "error"}
        config = uvicorn.Config(application, timeout_graceful_shutdown=1, **how)
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        deadline = time.monotonic() + 10
        while not server.started:
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)
    connections.settings["default"]["CONN_MAX_AGE"] = kept


@contextmanager
def working(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, tuple[str | int, ...]]]]:
    """Tasks run in a thread, one after the other, as a worker does; what was sent, to look at."""
    sent: list[tuple[str, tuple[str | int, ...]]] = []

    def run(task: str, arguments: tuple[str | int, ...]) -> None:
        try:
            getattr(tasks, task.rpartition(".")[2])(*arguments)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as worker:

        def send(task: str, *arguments: str | int, expires: float | None = None) -> None:
            sent.append((task, arguments))
            worker.submit(run, task, arguments)

        monkeypatch.setattr("matches.after_commit.send", send)
        yield sent
