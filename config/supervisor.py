"""Supervises child processes: starts them, restarts those that die or hang, and ends them all together."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep

from .beats import FOLDER, Watch

TICK = 0.1
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SET_PARENT_DEATH_SIGNAL, SET_NAME = 1, 15  # of prctl
PATIENCE = 15.0
"""Seconds a child has to end by itself: a worker finishes its task, and looks at its broker every few seconds."""
MAX_WAIT = 10.0


FORK = get_context("fork")


def end_with_parent() -> None:
    """Run in a child as it starts: asks Linux for a SIGTERM when the parent is killed, so that none is left alone."""
    _process_control(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)


def _process_control(option: int, value: int | bytes) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value)


@dataclass
class Child:
    """A part of the product, forked: ``run`` is called in a process of its own."""

    name: str
    run: Callable[[], object]
    beats: Sequence[str] = ()
    """The parts of it that have to give signs of life; a process in which one stops is hung."""
    process: ForkProcess | None = None
    started: float = 0.0
    wait: float = 0.0
    """Before the next start: nothing for a child that lived, longer and longer for one that dies at once."""
    due: float = field(default=0.0)
    watch: Watch | None = None

    def start(self, now: float) -> None:
        if self.beats:
            self.watch = self.watch or Watch(Path(mkdtemp(prefix=f"elekt-beats-{self.name}-")), self.beats)
            self.watch.begin()
        self.process = FORK.Process(target=self._run)
        self.process.start()
        self.started = now

    def _run(self) -> None:
        # A session of its own: Ctrl-C reaches the supervisor alone, and the child's children can be ended with it.
        os.setsid()
        end_with_parent()
        _process_control(SET_NAME, f"elekt-{self.name}".encode())
        for number in STOPS:
            signal.signal(number, signal.SIG_DFL)
        if self.watch is not None:
            os.environ[FOLDER] = str(self.watch.folder)
        self.run()

    def has_died(self) -> bool:
        return self.process is not None and self.process.exitcode is not None

    def hangs(self, elapsed: float) -> str:
        """A message if it gave no sign of life for too long, ``elapsed`` seconds after the last look."""
        if self.process is None or self.watch is None or (silent := self.watch.look(elapsed)) is None:
            return ""
        return f"{self.name} hangs ({silent} gives no sign of life); it is ended"

    def bury(self, now: float) -> str:
        """Record the death, end what the dead process left behind, plan the next start. Returns the message to log."""
        assert self.process is not None
        code, lived = self.process.exitcode, now - self.started
        assert code is not None
        self.kill()
        self.process = None
        self.wait = 0.0 if lived > MAX_WAIT else min(MAX_WAIT, max(0.25, self.wait * 2))
        self.due = now + self.wait
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return f"{self.name} ended {how}; it starts again"

    def signal(self, number: signal.Signals) -> None:
        if self.process is not None and self.process.pid is not None and not self.has_died():
            os.kill(self.process.pid, number)

    def kill(self) -> None:
        """Kill the whole group: the child and whatever it started."""
        if self.process is not None and self.process.pid is not None:
            self.process.kill()  # it may have been so young that it led no group
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def forget(self) -> None:
        if self.watch is not None:
            shutil.rmtree(self.watch.folder, ignore_errors=True)


@dataclass
class Supervisor:
    children: Sequence[Child]
    ready: Callable[[], bool]
    say: Callable[[str], object]
    welcome: str
    stopping: bool = False
    welcomed: bool = False

    def run(self) -> int:
        """Run until SIGINT or SIGTERM. Returns the exit code."""
        for number in STOPS:
            signal.signal(number, self._stop)
        try:
            before = monotonic()
            while not self.stopping:
                now = monotonic()
                self._tick(now, now - before)
                before = now
                sleep(TICK)
        finally:
            self._end()
        return 0

    def _stop(self, number: int, frame: object) -> None:
        self.stopping = True

    def _tick(self, now: float, elapsed: float) -> None:
        for child in self.children:
            if said := child.hangs(elapsed):
                self._tell(said)
                child.kill()
            if child.has_died():
                self._tell(child.bury(now))
            if child.process is None and now >= child.due:
                child.start(now)
        if not self.welcomed and self.ready():
            self.welcomed = True
            self._tell(self.welcome)

    def _end(self) -> None:
        for child in self.children:
            child.signal(signal.SIGTERM)
        last = monotonic() + PATIENCE
        while monotonic() < last and any(child.process and not child.has_died() for child in self.children):
            sleep(TICK)
        for child in self.children:
            child.kill()
            child.forget()

    def _tell(self, sentence: str) -> None:
        # Who started us may have gone away with its end of the pipe; the children must be minded all the same.
        with contextlib.suppress(OSError):
            self.say(sentence)
            sys.stdout.flush()
