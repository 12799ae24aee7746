"""Heartbeats: a process touches a file regularly, and its supervisor notices when it stops.

A beat says for how many seconds the next may take. Nobody compares clocks: the supervisor looks whether the file has
changed, and counts how long it did not in its own steps. So a clock that is set, a laptop that sleeps and a machine
that is stopped as a whole look like a moment; and a process that works beats from where work is taken on, not from
where it is done.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

FOLDER = "ELEKT_BEATS"
"""The variable that names the folder; without it nobody looks."""
STARTING = 120.0
"""Seconds that a process has until its first beat: it reads the whole program, on a busy machine perhaps."""
STEP = 1.0
"""At most so many seconds count as silence between two looks, however long the supervisor itself did not look."""
EVERY = 1.0


def beat(kind: str, patience: float) -> None:
    """The part ``kind`` of this process is alive. If no beat follows for ``patience`` seconds, it is hung; never
    if these are 0."""
    if folder := os.environ.get(FOLDER):
        with suppress(OSError):  # nobody looks any more
            file = os.open(os.path.join(folder, kind), os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                os.pwrite(file, f"{patience:010.2f}".encode(), 0)
            finally:
                os.close(file)


async def keep_beating(kind: str, patience: float) -> None:
    """Beat from an event loop for as long as it runs."""
    while True:
        beat(kind, patience)
        await asyncio.sleep(EVERY)


class Watch:
    """The supervisor's side: which parts of a process have to beat, and how long each has been silent."""

    def __init__(self, folder: Path, kinds: Iterable[str]) -> None:
        self.folder = folder
        self._seen: dict[str, int] = dict.fromkeys(kinds, 0)
        self._silent: dict[str, float] = {}
        self._patience: dict[str, float] = {}

    def begin(self) -> None:
        """Start afresh for a new process."""
        self.folder.mkdir(mode=0o700, exist_ok=True)  # who cleans up /tmp may have taken it
        for kind in self._seen:
            (self.folder / kind).unlink(missing_ok=True)
            self._seen[kind], self._silent[kind], self._patience[kind] = 0, 0.0, STARTING

    def look(self, elapsed: float) -> str | None:
        """The part that has been silent too long, ``elapsed`` seconds after the last look; reported once."""
        for kind, seen in self._seen.items():
            changed = self._changed(kind)
            if changed not in (0, seen):
                self._seen[kind], self._silent[kind] = changed, 0.0
                self._patience[kind] = self._promised(kind)
                continue
            self._silent[kind] += min(elapsed, STEP)
            if 0 < self._patience[kind] < self._silent[kind]:
                self._patience[kind] = 0
                return kind
        return None

    def _changed(self, kind: str) -> int:
        try:
            return (self.folder / kind).stat().st_mtime_ns
        except OSError:
            return 0

    def _promised(self, kind: str) -> float:
        try:
            return float((self.folder / kind).read_text())
        except (OSError, ValueError):
            return self._patience[kind]
