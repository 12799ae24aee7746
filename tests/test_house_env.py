"""Settings are read from the environment, and a wrong value is refused by its name."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env


@pytest.mark.parametrize(
    ("value", "meaning"), [("true", True), ("Yes", True), ("1", True), ("off", False), ("0", False)]
)
def test_a_flag_has_the_usual_spellings(value: str, meaning: bool) -> None:
    assert env.flag("DEBUG", not meaning, {"DEBUG": value}) is meaning


def test_an_empty_variable_counts_as_absent() -> None:
    assert env.flag("DEBUG", True, {"DEBUG": " "}) is True
    assert env.number("SIZE", 7, {"SIZE": ""}) == 7


def test_a_flag_that_is_none_is_refused_by_name() -> None:
    with pytest.raises(ImproperlyConfigured, match="DEBUG is 'maybe'"):
        env.flag("DEBUG", False, {"DEBUG": "maybe"})


@pytest.mark.parametrize("value", ["-1", "1.5", "many"])
def test_a_number_that_is_none_is_refused_by_name(value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_POOL"):
        env.number("DATABASE_POOL", 8, {"DATABASE_POOL": value})


def test_words_are_split_at_commas() -> None:
    assert env.words("ALLOWED_HOSTS", "", {"ALLOWED_HOSTS": "a.example, b.example,"}) == ["a.example", "b.example"]


def test_a_secret_comes_from_its_variable_then_its_file(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("from the file\n")
    kept = tmp_path / "kept"
    assert env.secret("SECRET_KEY", kept, {"SECRET_KEY": "given", "SECRET_KEY_FILE": str(file)}) == "given"
    assert env.secret("SECRET_KEY", kept, {"SECRET_KEY_FILE": str(file)}) == "from the file"
    assert not kept.exists()


def test_a_secret_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    kept = tmp_path / "data" / "secret-key"
    first = env.secret("SECRET_KEY", kept, {})
    assert len(first) >= 50
    assert env.secret("SECRET_KEY", kept, {}) == first
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700, "the database will lie beside it"
    assert env.secret("SECRET_KEY", tmp_path / "other", {}) != first


@pytest.mark.parametrize("content", ["", "\n"])
def test_a_secret_file_without_a_secret_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "key"
    file.write_text(content)
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY_FILE"):
        env.secret("SECRET_KEY", tmp_path / "kept", {"SECRET_KEY_FILE": str(file)})
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY_FILE"):
        env.secret("SECRET_KEY", tmp_path / "kept", {"SECRET_KEY_FILE": str(tmp_path / "absent")})


def test_the_address_of_a_postgresql_is_taken_apart() -> None:
    database = env.database("postgres://alice:p%40ss@db.example:5433/elekt", pool=4)
    names = ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT")
    assert [database[name] for name in names] == [
        "django.db.backends.postgresql",
        "elekt",
        "alice",
        "p@ss",
        "db.example",
        "5433",
    ]
    assert database["OPTIONS"] == {"pool": {"min_size": 2, "max_size": 4, "timeout": 10}}


def test_a_postgresql_may_be_reached_through_a_socket_and_without_a_pool() -> None:
    database = env.database("postgresql://postgres@/elekt?host=/var/run/postgresql", pool=0)
    assert database["HOST"] == "/var/run/postgresql"
    assert "OPTIONS" not in database


def test_sqlite_takes_the_write_lock_at_once_and_writes_durably() -> None:
    database = env.database("sqlite:////var/lib/elekt.sqlite3", pool=8)
    assert database["NAME"] == "/var/lib/elekt.sqlite3"
    options = database["OPTIONS"]
    assert isinstance(options, dict)
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


@pytest.mark.parametrize("url", ["mysql://a/b", "elekt.sqlite3", "sqlite://", "postgres://host"])
def test_an_unknown_database_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        env.database(url, pool=0)
