"""How a process hears that something was stored, also by another process. It is only woken: what was stored, it reads.

PostgreSQL: LISTEN on a connection of its own. SQLite: ``PRAGMA data_version``, which changes with every commit of
anybody else, asked every few milliseconds. Either way it also looks for itself once a second.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import psycopg
from django.db import connection, connections

from ledger import notify

if TYPE_CHECKING:
    from .hub import Hub

LOOK_EVERY = 1.0
POLL_EVERY = 0.03

Tail = Callable[["Hub"], Awaitable[None]]
"""Runs until it fails or is cancelled; sets ``hub.ready`` when it hears."""


def tail_for() -> Tail:
    """The tail that suits the database."""
    return postgresql if connection.vendor == "postgresql" else sqlite


async def postgresql(hub: Hub) -> None:
    wanted = connections["default"].get_connection_params()
    own = ("dbname", "host", "port", "user", "password", "service", "sslmode", "sslrootcert")
    params: dict[str, Any] = {key: wanted[key] for key in own if wanted.get(key)}
    listening = await psycopg.AsyncConnection.connect(**params, autocommit=True, application_name="elekt-live")
    async with listening:
        await listening.execute(f"LISTEN {notify.CHANNEL}")
        hub.ready.set()
        await hub.look()
        while True:
            async for note in listening.notifies(timeout=LOOK_EVERY):
                for stream, version in notify.told(note.payload):
                    hub.woken(stream, version)
            await hub.look()


async def sqlite(hub: Hub) -> None:
    settings = connections["default"].get_connection_params()
    reading = sqlite3.connect(settings["database"], uri=settings.get("uri", False), isolation_level=None)
    try:
        last = reading.execute("PRAGMA data_version").fetchone()
        hub.ready.set()
        await hub.look()
        turns = 0
        while True:
            await asyncio.sleep(POLL_EVERY)
            now, turns = reading.execute("PRAGMA data_version").fetchone(), turns + 1
            if now != last or turns * POLL_EVERY > LOOK_EVERY:
                last, turns = now, 0
                await hub.look()
    finally:
        reading.close()
