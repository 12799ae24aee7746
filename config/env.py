"""Typed readers of the environment that fail loudly and name the variable."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

Source = Mapping[str, str]


def read(name: str, default: str, source: Source = os.environ) -> str:
    return source.get(name, "").strip() or default


def flag(name: str, default: bool, source: Source = os.environ) -> bool:
    value = read(name, "true" if default else "false", source).lower()
    if value in {"true", "yes", "on", "1"}:
        return True
    if value in {"false", "no", "off", "0"}:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}: give true or false")


def number(name: str, default: int, source: Source = os.environ) -> int:
    value = read(name, str(default), source)
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is {value!r}: give a whole number, 0 or more")
    return int(value)


def words(name: str, default: str, source: Source = os.environ) -> list[str]:
    return [word.strip() for word in read(name, default, source).split(",") if word.strip()]


def secret(name: str, kept_in: Path, source: Source = os.environ) -> str:
    """The value of ``NAME``, else of the file that ``NAME_FILE`` names, else one made once and kept in ``kept_in``."""
    if value := read(name, "", source):
        return value
    if path := read(f"{name}_FILE", "", source):
        try:
            value = Path(path).read_text().strip()
        except OSError as error:
            raise ImproperlyConfigured(f"{name}_FILE: {error}") from error
        if not value:
            raise ImproperlyConfigured(f"{name}_FILE: {path} is empty")
        return value
    return _kept(kept_in)


def private_folder(path: Path) -> None:
    """Create it if missing, for this user alone: besides keys it holds the database with seeds and sessions."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def _kept(path: Path) -> str:
    private_folder(path.parent)
    whole = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    whole.touch(mode=0o600)
    whole.write_text(secrets.token_urlsafe(50))
    try:
        os.link(whole, path)  # fails where another process was first: then its key counts
    except FileExistsError:
        pass
    finally:
        whole.unlink()
    return path.read_text().strip()


def database(url: str, *, pool: int) -> dict[str, object]:
    """Django's settings for ``sqlite:///path`` (absolute: four slashes) or ``postgres://user:password@host:port/name``."""
    parts = urlsplit(url)
    match parts.scheme:
        case "sqlite":
            return _sqlite(unquote(parts.path[1:]))
        case "postgres" | "postgresql":
            query = dict(parse_qsl(parts.query))
            return _postgresql(url, pool) | {
                "NAME": unquote(parts.path[1:]),
                "USER": unquote(parts.username or ""),
                "PASSWORD": unquote(parts.password or ""),
                "HOST": query.get("host", unquote(parts.hostname or "")),
                "PORT": str(parts.port or query.get("port", "")),
            }
        case scheme:
            raise ImproperlyConfigured(f"DATABASE_URL: {scheme!r} is no known database, give sqlite:// or postgres://")


def _sqlite(path: str) -> dict[str, object]:
    if not path:
        raise ImproperlyConfigured("DATABASE_URL: sqlite:// needs a path, sqlite:////var/lib/elekt/db.sqlite3")
    synchronous = read("SQLITE_SYNCHRONOUS", "FULL").upper()
    if synchronous not in {"OFF", "NORMAL", "FULL", "EXTRA"}:
        raise ImproperlyConfigured(f"SQLITE_SYNCHRONOUS is {synchronous!r}: give OFF, NORMAL, FULL or EXTRA")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            # Deferred transactions that read, then write, fail with "database is locked" when they meet.
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
            "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous};",
        },
    }


def _postgresql(url: str, pool: int) -> dict[str, object]:
    if not urlsplit(url).path[1:]:
        raise ImproperlyConfigured("DATABASE_URL: the name of the database is missing after the last slash")
    if pool:
        sizes = {"min_size": min(2, pool), "max_size": pool, "timeout": 10}
        return {"ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": 0, "OPTIONS": {"pool": sizes}}
    return {"ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
