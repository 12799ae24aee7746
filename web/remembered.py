"""What was looked up a moment ago: who holds a token, whom a session belongs to, what somebody is called.

Nobody has to say when such a thing changes: what is older than a second is looked up again. Whatever else is in use
and has grown old is looked up with it, so that many who ask cost one query a second, not one each. So what is revoked
acts within a second in every process, whoever revoked it and how.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Generic, NamedTuple, TypeVar

from django.db import connection

K = TypeVar("K")
V = TypeVar("V")

SECONDS = 1.0
IN_USE = 10.0
"""Seconds after its last use at which a thing is forgotten."""
MAX_REMEMBERED = 4096


class _Entry(NamedTuple, Generic[V]):
    value: V
    read: float
    used: float


class Remembered(Generic[K, V]):
    """A short-lived cache: ``load`` returns those of the keys that exist. Missing ones are not remembered."""

    def __init__(
        self, load: Callable[[Collection[K]], Mapping[K, V]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._load = load
        self._clock = clock
        self._entries: dict[K, _Entry[V]] = {}

    def get(self, key: K) -> V | None:
        return self.of((key,)).get(key)

    def of(self, keys: Collection[K]) -> Mapping[K, V]:
        """Those of ``keys`` that exist, at most a second out of date."""
        if connection.in_atomic_block:  # it may see what nobody else ever will
            return self._load(keys)
        now, entries = self._clock(), self._entries
        found: dict[K, V] = {}
        for key in keys:
            entry = entries.get(key)
            if entry is None or now - entry.read >= SECONDS:
                return self._read(keys, now)
            entries[key] = _Entry(entry.value, entry.read, now)
            found[key] = entry.value
        return found

    def _read(self, keys: Collection[K], now: float) -> Mapping[K, V]:
        old = dict(self._entries)
        asked = set(keys).union(key for key, one in old.items() if now - one.used < IN_USE)
        due = [key for key in asked if key not in old or now - old[key].read >= SECONDS]
        read = self._load(due)
        used = {key: now if key in keys else old[key].used for key in asked}
        fresh = {key: _Entry(value, now, used[key]) for key, value in read.items()}
        kept = {key: old[key] for key in asked if key in old and key not in due}
        self._entries = fresh | kept if len(fresh) + len(kept) <= MAX_REMEMBERED else fresh
        return {key: (fresh.get(key) or kept[key]).value for key in keys if key in fresh or key in kept}

    def forget(self) -> None:
        self._entries = {}
