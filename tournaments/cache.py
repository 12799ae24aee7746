"""States of tournaments kept in this process's memory. A stale one costs a read of the tail, never correctness."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from ledger import store

from .events import Undone
from .evolve import evolve, fold, read_all
from .state import State

KEPT = 64


class Cache:
    """The states used most recently; they never change, so callers may keep them."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._states: OrderedDict[UUID, State] = OrderedDict()

    def state(self, tournament_id: UUID) -> State:
        """The tournament as it is now; without a status if there is none."""
        known = self._states.get(tournament_id)
        current = _read(tournament_id) if known is None else _caught_up(known)
        if current is not known and current.status is not None:
            self.put(current)
        return current

    def glance(self, tournament_id: UUID) -> State:
        """The same for those who look at many once: it takes nobody else's place here."""
        known = self._states.get(tournament_id)
        return _read(tournament_id) if known is None else _caught_up(known)

    def put(self, state: State) -> None:
        with self._lock:
            known = self._states.get(state.id)
            if known is None or known.version <= state.version:
                self._states[state.id] = state
            self._states.move_to_end(state.id)
            if len(self._states) > self._size:
                self._states.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._states.clear()


def _read(tournament_id: UUID) -> State:
    return fold(tournament_id, store.read(tournament_id))


def _caught_up(state: State) -> State:
    version = store.version(state.id)
    if version == state.version:
        return state
    if version < state.version:
        return _read(state.id)
    behind = store.read(state.id, after=state.version)
    for stored, event in zip(behind, read_all(behind), strict=True):
        if isinstance(event, Undone):
            return _read(state.id)
        state = evolve(state, event, stored.at)
    return state


cache = Cache(KEPT)
