"""A database as the migrations leave it, made once for all processes of a run and copied from then on: to migrate takes
longer than almost any test. The lanes of ``./run test`` share it."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import postgres

HOME = Path(__file__).resolve().parent.parent
SERVER = os.environ.get("DATABASE_URL", "")
ON_POSTGRES = SERVER.startswith("postgres")
SHARED = "ELEKT_TEST_MIGRATED"
"""The folder in which it is made for several runs beside each other; whoever made the folder ends what is in it."""


def copy_file(to: Path) -> None:
    """Put a migrated SQLite database there, in a run on SQLite."""
    with _made_once() as folder:
        shutil.copyfile(folder / "elekt.sqlite3", to)


def template() -> str:
    """The name of a migrated database on the PostgreSQL of this run; nobody is connected to it."""
    with _made_once():
        return _name()


def drop() -> None:
    """At the end of a run that shares it with no other."""
    if ON_POSTGRES and SHARED not in os.environ:
        postgres.drop(SERVER, _name())


def name_in(folder: Path) -> str:
    """That of the PostgreSQL database which belongs to a folder."""
    return f"migrated_{folder.name[-8:]}"


def _name() -> str:
    return name_in(_folder().parent)


def _folder() -> Path:
    parent = os.environ.get(SHARED) or os.environ["ELEKT_TEST_DATA"]
    return Path(parent) / ("postgresql" if ON_POSTGRES else "sqlite")


@contextmanager
def _made_once() -> Iterator[Path]:
    """The folder, once it is made; held until it has been copied."""
    folder = _folder()
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            _migrate(folder)
            (folder / "made").touch()
        yield folder


def _migrate(folder: Path) -> None:
    environment = os.environ | {"ELEKT_DATA": str(folder)}
    if ON_POSTGRES:
        environment["DATABASE_URL"] = postgres.create(SERVER, _name())
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=HOME, env=environment, check=True)
