"""The whole ledger as plain values in its global order, to be written elsewhere exactly as it stands: hashes, times,
decision ids, old kinds and all. What is loaded is verified link by link before it counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any
from uuid import UUID

from . import feed, verify
from .database import database
from .errors import Flawed

AT_ONCE = 2_000
FIELDS = ("stream", "seq", "kind", "version", "payload", "hash", "batch", "decision", "actor", "meta", "chain", "at")
Values = list[Any]


def rows() -> Iterator[Values]:
    """Each event, in the order of ``FIELDS``. Who calls holds a snapshot of the database, or nobody writes."""
    cursor = feed.START
    while (page := feed.read(cursor, AT_ONCE, settled=False)).rows:
        cursor = page.cursor
        for row in page.rows:
            stream, seq, kind, version, payload, at, digest, _, batch, decision, actor, meta, chain = row[:13]
            known = None if decision is None else str(decision)
            first = [batch, known, actor, meta, chain, at] if batch else [None] * 6
            yield [str(stream), seq, kind, version, payload, bytes(digest).hex(), *first]


def load(values: Iterable[Sequence[Any]]) -> int:
    """Write them into an empty ledger, in the caller's transaction; how many there were. Raises Flawed."""
    if database().count():
        raise Flawed("the ledger is not empty")
    coming, done = iter(values), 0
    at: int | None = None
    while some := list(islice(coming, AT_ONCE)):
        found = []
        for stream, seq, kind, version, payload, digest, batch, decision, actor, meta, chain, began in some:
            at = began if batch else at
            known = None if decision is None else UUID(decision)
            raw = (UUID(stream), seq, kind, version, payload, bytes.fromhex(digest))
            found.append((*raw, batch, known, actor, meta, chain, at))
        database().restore(found)
        done += len(found)
    for flaw in verify.every_stream():
        raise Flawed(str(flaw))
    return done
