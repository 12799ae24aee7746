"""The product's web server in a process of its own, with limits that a test can reach, and raw connections to it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from config.supervisor import end_with_parent
from tests.product import HOME, OURS, free_port

PATIENCE = 120.0
"""Seconds after which a test gives up; nothing is measured by it."""
TRIES = 5
"""A free port may be taken by somebody else before the server is there."""


class Server:
    def __init__(self, port: int) -> None:
        self.port = port

    def connect(self, sent: bytes = b"", *, source: str = "127.0.0.1") -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE, source_address=(source, 0))
        connection.sendall(sent)
        return connection

    def ask(self, request: bytes, *, source: str = "127.0.0.1") -> bytes:
        """The whole answer to one request, to the end of the connection."""
        with self.connect(request, source=source) as connection:
            return answer(connection)

    def get(self, path: str, *lines: str, source: str = "127.0.0.1") -> bytes:
        head = [f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close", *lines]
        return self.ask("\r\n".join([*head, "", ""]).encode(), source=source)

    def is_well(self) -> bool:
        return status(self.get("/health/")) == 200


def answer(connection: socket.socket) -> bytes:
    """What the server sends until it ends the connection."""
    read = b""
    try:
        while part := connection.recv(65536):
            read += part
    except ConnectionError:  # it does not read on what was still being sent
        pass
    return read


def head_and_body(connection: socket.socket) -> tuple[dict[str, str], bytes]:
    """One answer of a told length; the connection may go on."""
    read = b""
    while b"\r\n\r\n" not in read and (part := connection.recv(65536)):
        read += part
    told, _, body = read.partition(b"\r\n\r\n")
    head = dict(line.split(": ", 1) for line in told.decode().split("\r\n")[1:])
    while len(body) < int(head["content-length"]) and (part := connection.recv(65536)):
        body += part
    return head | {"status": str(status(told))}, body


def status(answered: bytes) -> int:
    """0 where there is none."""
    return int(answered[9:12] or 0)


@contextmanager
def server(data: Path, **limits: int) -> Iterator[Server]:
    """``limits`` are settings of the environment, ``max_connections=80``."""
    environment = {key: value for key, value in os.environ.items() if key not in OURS}
    environment |= {"ELEKT_DATA": str(data), "STATIC_COLLECTED": "false", "LOG_LEVEL": "WARNING"}
    environment |= {name.upper(): str(value) for name, value in limits.items()}
    data.mkdir(parents=True, exist_ok=True)
    process, started = next(filter(None, (_begun(environment) for _ in range(TRIES))))
    try:
        yield started
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _begun(environment: dict[str, str]) -> tuple[subprocess.Popen[bytes], Server] | None:
    """The server, as soon as it answers; None where another process took its port first."""
    port = free_port()
    command = [sys.executable, "manage.py", "mind", "web", "--port", str(port)]
    process = subprocess.Popen(command, cwd=HOME, env=environment, preexec_fn=end_with_parent)
    started, last = Server(port), monotonic() + PATIENCE
    while process.poll() is None:
        assert monotonic() < last, "the server does not start"
        try:
            if started.is_well():
                return process, started
        except OSError:
            sleep(0.05)
    return None
