"""What every benchmark of live play begins with: a database of its own, and matches of two people with a key each."""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import psycopg


@contextmanager
def own_database() -> Iterator[None]:
    """Django on a database that is empty and goes when all is done: beside the PostgreSQL one in DATABASE_URL, else an
    SQLite file."""
    with TemporaryDirectory() as data, _database(data) as url:
        os.environ |= {"ELEKT_DATA": data, "STATIC_COLLECTED": "false", "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ |= {"DATABASE_URL": url, "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1"}
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        logging.disable(logging.CRITICAL)
        call_command("migrate", verbosity=0)
        yield
        connections.close_all()


@contextmanager
def _database(data: str) -> Iterator[str]:
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield f"sqlite:///{Path(data, 'live.sqlite3')}"
        return
    name = f"live_bench_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield urlsplit(url)._replace(path=f"/{name}").geturl()
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@dataclass(frozen=True, slots=True)
class Playing:
    """A match of two people, by seat: who they are, and the secrets of their programs."""

    match: UUID
    people: tuple[UUID, ...]
    keys: tuple[str, ...]


def begun(game: str = "elekt", seed: int | None = None) -> Playing:
    """A match that nobody has moved yet; with ``seed`` always of the same deal."""
    from django.utils import timezone

    from matches.tables import services
    from matches.tables.commands import OpenTable, SitDown
    from players import services as players
    from players.models import Player

    rows = [Player.objects.create_user(f"{name}-{uuid4().hex[:8]}", "x", name=name) for name in ("Alice", "Bob")]
    keys = tuple(players.issue_token(player=row, label="bench", now=timezone.now()).secret for row in rows)
    opened = services.open_table(OpenTable(game=game, seats=2, host_seat=0), by=rows[0].id)
    secret = token_bytes(32) if seed is None else sha256(str(seed).encode()).digest()
    with patch("matches.tables.services.secrets.token_bytes", return_value=secret):
        match = services.change(opened.table, SitDown(), by=rows[1].id).match
    assert match is not None
    return Playing(match, tuple(row.id for row in rows), keys)


def next_decision(playing: Playing, chance: random.Random) -> tuple[int, dict[str, Any], int] | None:
    """Seat, decision and version of a random decision that may be made now; None where the match is over."""
    from elekt_core.record.record import encode_meta_decision
    from matches.models import Match
    from matches.play import queries

    row = Match.objects.get(id=playing.match)
    if row.ended_at is not None:
        return None
    seat = row.awaited.bit_length() - 1
    here = queries.position(match_id=playing.match, player=playing.people[seat])
    return seat, dict(encode_meta_decision(here.game, chance.choice(here.options))), row.version
