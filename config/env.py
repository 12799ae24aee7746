"""Typed readers of the environment that fail loudly and name the variable."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
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


class Mail(NamedTuple):
    """Where e-mails go, in the words of Django's settings."""

    backend: str
    host: str = "localhost"
    port: int = 25
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False
    folder: str | None = None


def mail(url: str) -> Mail:
    """``smtp://user:password@host:587`` (STARTTLS where there is a user; ``?plain`` without), ``smtps://…:465``,
    ``console://``, or ``file:///folder``."""
    parts = urlsplit(url)
    backend = "django.core.mail.backends.{}.EmailBackend".format
    match parts.scheme:
        case "console":
            return Mail(backend("console"))
        case "file" if parts.path:
            return Mail(backend("filebased"), folder=unquote(parts.path))
        case "smtp" | "smtps" if parts.hostname:
            user, password, tls = unquote(parts.username or ""), unquote(parts.password or ""), parts.scheme == "smtps"
            port = parts.port or (465 if tls else 587 if user else 25)
            starttls = bool(user) and not tls and parts.query != "plain"
            return Mail(backend("smtp"), parts.hostname, port, user, password, starttls, tls)
    raise ImproperlyConfigured("MAIL_URL: give smtp://user:password@host:587, smtps://, console:// or file:///folder")


class Social(NamedTuple):
    """A site that speaks OpenID Connect, and how it knows this installation."""

    name: str
    title: str
    server: str
    client: str
    secret: str

    @property
    def app(self) -> dict[str, object]:
        """As allauth reads it."""
        return {
            "provider_id": self.name,
            "name": self.title,
            "client_id": self.client,
            "secret": self.secret,
            "settings": {"server_url": self.server},
        }


def social(name: str, source: Source = os.environ) -> Social:
    """The site ``name`` of ``SOCIAL_LOGIN``, by its own variables: ``SOCIAL_NAME_SERVER``, ``_CLIENT``, ``_SECRET``
    (or ``_SECRET_FILE``), and ``_TITLE``, without which the name itself is shown."""
    if not re.fullmatch("[a-z][a-z0-9-]{0,30}", name):
        raise ImproperlyConfigured(f"SOCIAL_LOGIN: {name!r} is no name of small letters, digits and dashes")
    before = f"SOCIAL_{name.upper().replace('-', '_')}"
    told = {part: read(f"{before}_{part}", "", source) for part in ("SERVER", "CLIENT", "SECRET", "SECRET_FILE")}
    for part in ("SERVER", "CLIENT"):
        if not told[part]:
            raise ImproperlyConfigured(f"SOCIAL_LOGIN names {name}: {before}_{part} is missing")
    if not told["SECRET"] and not told["SECRET_FILE"]:
        raise ImproperlyConfigured(f"SOCIAL_LOGIN names {name}: {before}_SECRET is missing")
    title = read(f"{before}_TITLE", name.capitalize(), source)
    key = secret(f"{before}_SECRET", Path(os.devnull), source)
    return Social(name, title, told["SERVER"].rstrip("/"), told["CLIENT"], key)


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
            # 8 MB of pages, four times as many as usual: a long import writes five in one transaction.
            "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous}; PRAGMA cache_size=-8000;",
        },
    }


WITHOUT_POOL: Mapping[str, object] = {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
"""Of a PostgreSQL database whose connections are each process's own."""


def _postgresql(url: str, pool: int) -> dict[str, object]:
    if not urlsplit(url).path[1:]:
        raise ImproperlyConfigured("DATABASE_URL: the name of the database is missing after the last slash")
    if pool:
        sizes = {"min_size": min(2, pool), "max_size": pool, "timeout": 10}
        return {"ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": 0, "OPTIONS": {"pool": sizes}}
    return {"ENGINE": "django.db.backends.postgresql", **WITHOUT_POOL}
