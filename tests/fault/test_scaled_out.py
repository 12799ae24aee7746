"""The scaled-out form of docker/compose.yaml without its containers: two web servers, workers and a clock of their own,
PostgreSQL, and Redis as the broker. People at different servers play one match, and ``kill -9`` changes nothing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen
from uuid import uuid4

import psycopg
import pytest

from config.supervisor import end_with_parent
from tests.person import Person
from tests.product import HOME, OURS, PATIENCE, a_database, free_port
from tests.sampling import LONG

from .test_kills import prove

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not LONG, reason="takes a minute: LONG_TESTS=1"),
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux' /proc"),
    pytest.mark.skipif(
        not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="SQLite is for one machine"
    ),
    pytest.mark.skipif(shutil.which("redis-server") is None, reason="no redis-server on this machine"),
]

CELERY = [sys.executable, "-m", "celery", "-A", "config", "-q"]
WORKER = [*CELERY, "worker", "-P", "prefork", "-c", "2", "--loglevel", "WARNING"]
MAX_SECONDS = 480.0


class Parts:
    """The processes, each a child of this one and all on the same settings; what they say goes to one file."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.log = data / "parts.log"
        self.environment = {key: value for key, value in os.environ.items() if key not in OURS} | settings
        self.environment |= {"ELEKT_DATA": str(data), "SECRET_KEY": "one key for all processes of this test"}

    @contextmanager
    def run(self, *command: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                command,
                cwd=HOME,
                env=self.environment | settings,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=end_with_parent,
            )
        try:
            yield process
        finally:
            kill(process)

    @contextmanager
    def web(self) -> Iterator[str]:
        port = free_port()
        uvicorn = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port)]
        with self.run(*uvicorn, "--lifespan", "on", "--log-level", "warning") as process:
            last = monotonic() + PATIENCE
            while not healthy(f"http://127.0.0.1:{port}"):
                assert monotonic() < last, self.log.read_text()
                assert process.poll() is None, self.log.read_text()
                sleep(0.1)
            yield f"http://127.0.0.1:{port}"

    def manage(self, *arguments: str) -> None:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=HOME, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def kill(process: subprocess.Popen[bytes]) -> None:
    """kill -9 of a process and of all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=PATIENCE)


def healthy(url: str) -> bool:
    try:
        with urlopen(f"{url}/health/", timeout=2) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    port = free_port()
    with ExitStack() as stack:
        database = stack.enter_context(a_database())
        assert database
        role = f"elekt_app_{uuid4().hex[:8]}"
        stack.callback(forget, os.environ["DATABASE_URL"], database, role)
        mine = (
            urlsplit(database)._replace(netloc=f"{role}:secret@{urlsplit(database).netloc.rpartition('@')[2]}").geturl()
        )
        parts = Parts(tmp_path, DATABASE_URL=database, BROKER_URL=f"redis://:secret@127.0.0.1:{port}/0")
        redis = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        stack.enter_context(parts.run(*redis, "--requirepass", "secret", "--dir", str(tmp_path)))
        parts.environment["APP_DATABASE_URL"] = mine
        parts.manage("prepare")
        parts.environment["DATABASE_URL"] = mine
        del parts.environment["APP_DATABASE_URL"]
        stack.enter_context(parts.run(sys.executable, "manage.py", "mind", "beat"))
        yield parts


def forget(server: str, database: str, role: str) -> None:
    for url, statement in ((database, f'DROP OWNED BY "{role}"'), (server, f'DROP ROLE IF EXISTS "{role}"')):
        with suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[call-overload,unused-ignore]


def test_two_servers_and_redis_carry_a_match_through_the_death_of_the_worker(parts: Parts) -> None:
    with parts.web() as here, parts.web() as there, ExitStack() as workers:
        worker = workers.enter_context(parts.run(*WORKER, DATABASE_POOL="0"))
        alice, bob = Person(here, "Alice", 1), Person(there, "Bob", 2)
        match = bob.sit(alice.open_table(3, bots={"1": "greedy"})["table"])["match"]
        games = {"Alice": alice.play(match, 0), "Bob": bob.play(match, 2)}
        last = monotonic() + MAX_SECONDS
        killed = False
        while games:
            assert monotonic() < last, f"{list(games)} did not end; {parts.log.read_text()[-5000:]}"
            games = {name: game for name, game in games.items() if next(game, None) is not None}
            if not killed and len(alice.acknowledged) + len(bob.acknowledged) >= 10:
                kill(worker)
                workers.enter_context(parts.run(*WORKER, DATABASE_POOL="0"))
                killed = True
        assert killed
        prove(alice, match)
        prove(bob, match)
    parts.manage("verify", "--all")
    parts.manage("rebuild", "--check")
