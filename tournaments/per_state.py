"""What follows from a state and takes long is worked out once: states never change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from .state import State

T = TypeVar("T")
KEPT = 8


class PerState(Generic[T]):
    """A function of a state and the key of a stage that remembers its latest answers. It goes by the state itself, not
    by its version: what a change would lead to has one, too, that another change may get."""

    def __init__(self, work: Callable[[State, str], T]) -> None:
        self._work, self._lock = work, Lock()
        self._known: OrderedDict[tuple[int, str], tuple[State, T]] = OrderedDict()

    def __call__(self, state: State, key: str) -> T:
        known = self._known.get((id(state), key))
        if known is not None and known[0] is state:
            return known[1]
        found = self._work(state, key)
        with self._lock:
            self._known[id(state), key] = state, found
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return found
