"""Loaded by pytest before Django: every run gets a data directory and databases of its own.

Without ``DATABASE_URL`` the tests run on SQLite; ``./run test`` runs them a second time with a PostgreSQL's address
in it.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest

gc.disable()  # until everything is collected: the tests themselves are a million objects that stay
_worker = os.environ.get("PYTEST_XDIST_WORKER")
if _worker is None:
    os.environ["ELEKT_TEST_DATA"] = tempfile.mkdtemp(prefix="elekt-test-")
DATA = Path(os.environ["ELEKT_TEST_DATA"]) / (_worker or "main")
DATA.mkdir(parents=True, exist_ok=True)

os.environ |= {
    "ELEKT_DATA": str(DATA),
    "DATABASE_POOL": "0",
    "SQLITE_SYNCHRONOUS": os.environ.get("SQLITE_SYNCHRONOUS", "OFF"),
    "STATIC_COLLECTED": "false",
    "BROKER_URL": "memory://",
    "SECRET_KEY": "for tests only, never served",
    "DJANGO_ALLOW_ASYNC_UNSAFE": "true",  # playwright keeps an event loop in the thread of the test
    "DJANGO_SETTINGS_MODULE": "config.settings",
}


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings

    # Slow on purpose where people's passwords are kept. Nothing here depends on which one it is.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    database: dict[str, Any] = settings.DATABASES["default"]
    if "sqlite3" in str(database["ENGINE"]):
        # A file, not memory: then threads and processes of a test meet as they do in the product.
        database.setdefault("TEST", {})["NAME"] = str(DATA / "test.sqlite3")
    else:
        # Two runs on one server must not meet.
        database.setdefault("TEST", {})["NAME"] = (
            f"test_{database['NAME']}_{Path(os.environ['ELEKT_TEST_DATA']).name[-8:]}"
        )
        _drop_with_open_sessions()


def _drop_with_open_sessions() -> None:
    """Threads of live tests may still be connected when the run ends: without FORCE its database would stay."""
    from django.db.backends.postgresql.creation import DatabaseCreation

    def destroy(self: Any, test_database_name: str, verbosity: int) -> None:
        with self._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {self.connection.ops.quote_name(test_database_name)} WITH (FORCE)")

    setattr(DatabaseCreation, "_destroy_test_db", destroy)  # noqa: B010 - no part of its public form


def pytest_collection_finish() -> None:
    """What is there now stays to the end, so no search for cycles need look at it: they took an eighth of the time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def pytest_report_header(config: pytest.Config) -> str:
    from django.db import connection

    return f"database: {connection.vendor}"


def pytest_unconfigure(config: pytest.Config) -> None:
    if _worker is None:
        from tests import migrated

        migrated.drop()
        shutil.rmtree(os.environ["ELEKT_TEST_DATA"], ignore_errors=True)
