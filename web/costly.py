"""Work that keeps a processor busy for seconds: a few jobs at a time in the whole process, whoever asks.

Who finds all places taken is told when to come again (``Busy``) and has changed nothing. Pages, the API and imports
say ``with PLANNING.place(asker):`` around the work itself, so what is answered from a cache takes no place. The kinds
have places of their own: somebody's plans of an evening keep no arbiter from pairing. Together, with those who wait,
they take fewer threads than pages have (``config.asgi``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition, local

from .errors import Refused

WAIT = 2.0
"""Seconds for which one waits for a place: most work is over sooner."""

_inside = local()


class Busy(Refused):
    """All places are taken. Nothing was done; try again in ``seconds``."""

    status = 503

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__("busy", seconds=seconds)


@dataclass(frozen=True, slots=True)
class Asker:
    """For a function that remembers what it has found (``lru_cache``): it is the same, whoever asks."""

    name: str = field(default="", compare=False)


@dataclass(eq=False)
class Costly:
    """At most ``places`` jobs at a time, and one for each asker; ``may_wait`` more may wait a little for a place."""

    places: int
    may_wait: int
    seconds: int
    """When to come again."""
    _taken: Counter[str] = field(default_factory=Counter)
    _waiting: int = 0
    _changed: Condition = field(default_factory=Condition)

    @property
    def threads(self) -> int:
        return self.places + self.may_wait

    @contextmanager
    def place(self, asker: str) -> Iterator[None]:
        """``asker`` is the player, else the address (``limits.asker``); ``""`` for what the server does by itself.
        Raises Busy. Costly work that is part of other costly work already has its place."""
        if getattr(_inside, "is_costly", False):
            yield
            return
        self.take(asker)
        _inside.is_costly = True
        try:
            yield
        finally:
            _inside.is_costly = False
            self.give(asker)

    def take(self, asker: str) -> None:
        """Raises Busy."""
        with self._changed:
            if not self._is_free(asker):
                if self._waiting >= self.may_wait:
                    raise Busy(self.seconds)
                self._waiting += 1
                try:
                    if not self._changed.wait_for(lambda: self._is_free(asker), WAIT):
                        raise Busy(self.seconds)
                finally:
                    self._waiting -= 1
            self._taken[asker] += 1

    def give(self, asker: str) -> None:
        with self._changed:
            self._taken[asker] -= 1
            if not self._taken[asker]:
                del self._taken[asker]
            self._changed.notify_all()

    def _is_free(self, asker: str) -> bool:
        return self._taken.total() < self.places and not (asker and self._taken[asker])


PLANNING = Costly(places=1, may_wait=0, seconds=10)
"""Simulations of an evening."""
CHECKING = Costly(places=2, may_wait=1, seconds=5)
"""What visitors may ask for: records that are played again to verify them, positions that are looked through,
tournaments as they stood, long change logs, why a round was paired as it was, and files with a whole tournament."""
RECORDING = Costly(places=2, may_wait=3, seconds=5)
"""What a scribe at a real table answers, and is asked."""
DIRECTING = Costly(places=2, may_wait=1, seconds=5)
"""An arbiter's work on a large field through the API, and imports."""
PICTURES = Costly(places=1, may_wait=1, seconds=5)
"""Pictures that people send, which are decoded and written anew."""
DRAWING = Costly(places=1, may_wait=0, seconds=5)
"""Pictures for links: anybody may fetch them, so they keep nobody from sending one."""
