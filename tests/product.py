"""The product as people run it, `manage.py up`, on data of its own: for tests that look at it from outside."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from uuid import uuid4

from config.supervisor import end_with_parent

from . import migrated, postgres

HOME = Path(__file__).resolve().parent.parent
OURS = {"ELEKT_DATA", "ELEKT_TEST_DATA", "DATABASE_POOL", "SQLITE_SYNCHRONOUS", "STATIC_COLLECTED", "BROKER_URL"}
OURS |= {"SECRET_KEY", "DJANGO_ALLOW_ASYNC_UNSAFE", "DATABASE_URL", "PYTEST_CURRENT_TEST", migrated.SHARED}
"""What the tests set for themselves: the product gets its own defaults."""
IN_A_RUN = "ELEKT_TEST_DATA" in os.environ
"""Of the tests; benchmarks look at the product from outside, too."""
PATIENCE = 300.0
"""Seconds to wait for what must come. No promise of speed: a whole suite runs beside it."""
PROOF = """
from django.core.management import call_command
call_command("verify", "--all")
call_command("rebuild", "--check")
"""


class Product:
    def __init__(self, data: Path, database_url: str | None = None, **settings: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = data / "up.log"
        self.environment = {key: value for key, value in os.environ.items() if key not in OURS}
        self.environment |= {"ELEKT_DATA": str(data), "PYTHONUNBUFFERED": "1", **settings}
        if database_url:
            self.environment["DATABASE_URL"] = database_url
        self.options: tuple[str, ...] = ()
        """Of ``up``."""
        self.begins_empty = False
        """Whether it makes its database by itself, as a newcomer's does."""
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        kept = self.data / "elekt.sqlite3"
        if IN_A_RUN and not (self.begins_empty or "DATABASE_URL" in self.environment or kept.exists()):
            migrated.copy_file(kept)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--no-demo", "--port", str(self.port), *self.options],
                cwd=HOME,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=end_with_parent,
            )
        self.wait_until_it_answers()

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command of manage.py on the same data."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=HOME, env=self.environment, capture_output=True, text=True
        )

    def prove(self) -> None:
        """``verify --all`` and ``rebuild --check`` find nothing; in one process, whose start takes longer than both."""
        said = self.manage("shell", "-v", "0", "-c", PROOF)
        assert said.returncode == 0, said.stdout + said.stderr
        assert "rows compared" in said.stdout, said.stdout

    def wait_until_it_answers(self, seconds: float = PATIENCE) -> None:
        last = monotonic() + seconds
        while monotonic() < last:
            assert self.process is not None
            assert self.process.poll() is None, self.output()
            if self.answers():
                return
            sleep(0.05)
        raise AssertionError(f"the product did not answer within {seconds} s:\n{self.output()}")

    def answers(self) -> bool:
        try:
            with self._connected() as connection:
                connection.sendall(b"GET /health/ HTTP/1.0\r\nHost: localhost\r\n\r\n")
                return b" 200 " in connection.recv(64)
        except OSError:
            return False

    def _connected(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=5)
        if "--tls" not in self.options:
            return connection
        trusting = ssl.create_default_context(cafile=str(self.data / "tls" / "ca.crt"))
        return trusting.wrap_socket(connection, server_hostname="localhost")

    def child(self, name: str) -> int | None:
        """The process id of ``web`` or ``worker``; None while it is down."""
        assert self.process is not None
        for pid in children(self.process.pid):
            try:
                if Path(f"/proc/{pid}/comm").read_text().strip() == f"elekt-{name}":
                    return pid
            except OSError:
                continue
        return None

    def kill(self, name: str) -> int:
        """kill -9, as a machine's out-of-memory killer would. Returns the id of the dead."""
        last = monotonic() + PATIENCE
        while (pid := self.child(name)) is None:
            assert monotonic() < last, f"{name} did not come back:\n{self.output()}"
            sleep(0.02)
        os.kill(pid, signal.SIGKILL)
        return pid

    def stop(self) -> int:
        """Ctrl-C. Returns the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def output(self) -> str:
        return self.log.read_text(errors="replace")[-20000:] if self.log.exists() else ""


@contextmanager
def running(data: Path, **settings: str) -> Iterator[Product]:
    """A started product on the kind of database that this run of the tests is about."""
    with a_database() as url:
        product = Product(data, url, **settings)
        try:
            product.start()
            yield product
        finally:
            if product.process is not None and product.process.poll() is None:
                product.stop()


@contextmanager
def a_database() -> Iterator[str | None]:
    """A new PostgreSQL database beside ``DATABASE_URL``; None where the run is on SQLite, the product's default."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield None
        return
    name = f"elekt_product_{uuid4().hex[:12]}"
    made = postgres.create(server, name, migrated.template()) if IN_A_RUN else postgres.create(server, name)
    try:
        yield made
    finally:
        postgres.drop(server, name)


def children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def group(pid: int) -> list[int]:
    """The living processes of a child's own session."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                session = int((entry / "stat").read_text().rpartition(")")[2].split()[3])
            except (OSError, IndexError):
                continue
            if session == pid and alive(int(entry.name)):
                found.append(int(entry.name))
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
