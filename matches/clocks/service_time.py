"""The tables' clock: instants that only go forward, whatever is done to the clock of the machine, and time in which
no web process served, which is charged to nobody.

Every second a web process stores that it serves (``serve``): the instant, and what a clock that nobody can set said
then. Whoever wants to know the time adds what that clock has gone on since. When more than LOST has passed, nobody
served, and everything since is an outage, whoever finds it first; clocks get it back when they are next touched
(``course.give_back``). A ``kill -9`` loses nothing of it.

The time of day only says where the first instant lies, and the next one after a boot; where it is ahead of the tables'
clock by more than APART, the machine has slept or its clock was set forward, and the difference is an outage as well.
Set back, it changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from uuid import uuid4

from django.db import IntegrityError, transaction

from .models import Outage, Served
from .outages import Span

EVERY = 1_000
LOST = 5_000
APART = 60_000
TRIES = 3
KNOWN_FOR = 1_000
"""For so long a process does not ask the database for the last beat again."""


def steady() -> int:
    """Milliseconds of a clock that only goes forward, the same for all processes of a machine."""
    return time.monotonic_ns() // 1_000_000


def wall() -> int:
    """The time of day."""
    return time.time_ns() // 1_000_000


def boot() -> str:
    """Identifies the clock of ``steady``. If a machine does not identify its boots, each process counts as its own."""
    return _BOOT


def _this_boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip() or str(uuid4())
    except OSError:
        return str(uuid4())


_BOOT = _this_boot()


@dataclass(slots=True)
class Seen:
    """A beat, and when this process first saw it by its own steady clock."""

    row: Served
    at: int
    asked: int


_seen: Seen | None = None
_lock = Lock()


def now() -> int:
    """The instant, for readers: at most LOST after the last beat."""
    seen = _last_beat(fresh=False)
    if seen is None:
        return wall()
    return seen.row.instant + min(_since(seen), LOST)


def serve() -> int:
    """The instant, and a record that something serves: for web processes, every second and when somebody decides."""
    while (seen := _last_beat(fresh=False)) is None:
        _begin()
    passed = _since(seen)
    if passed < EVERY:
        return seen.row.instant + passed
    for _ in range(TRIES):  # somebody may be faster: theirs counts
        seen = _last_beat(fresh=True) or seen
        if _since(seen) < EVERY or _beat(seen):
            break
    return now()


def outages(since: int) -> Sequence[Span]:
    """Outages that ended after an instant."""
    return list(Outage.objects.filter(end__gt=since).order_by("begin").values_list("begin", "end"))


def forget() -> None:
    """For tests: ask the database again."""
    global _seen
    _seen = None


def _beat(seen: Seen) -> bool:
    """Store the next beat unless another process has."""
    row, passed, here = seen.row, _since(seen), steady()
    instant = row.instant + passed
    lost = passed > LOST
    if wall() > instant + APART:
        instant, lost = wall(), True
    with transaction.atomic():
        mine = Served.objects.filter(id=1, beats=row.beats)
        if not mine.update(beats=row.beats + 1, instant=instant, boot=boot(), steady=here):
            return False
        if lost:
            Outage.objects.create(begin=row.instant, end=instant)
    _last_beat(fresh=True)
    return True


def _begin() -> None:
    try:
        with transaction.atomic():
            Served.objects.create(id=1, beats=1, instant=wall(), boot=boot(), steady=steady())
    except IntegrityError:  # somebody was faster
        pass
    _last_beat(fresh=True)


def _last_beat(*, fresh: bool) -> Seen | None:
    global _seen
    with _lock:
        here, seen = steady(), _seen
        if seen is not None and not fresh and 0 <= here - seen.asked < KNOWN_FOR:
            return seen
        row = Served.objects.filter(id=1).first()
        if row is None:
            _seen = None
        elif seen is None or seen.row.beats != row.beats or seen.row.instant != row.instant:
            _seen = Seen(row, here, here)
        else:
            seen.asked = here
        return _seen


def _since(seen: Seen) -> int:
    """Milliseconds since a beat: for another machine's, since this process first saw it."""
    here = steady()
    own = seen.row.boot == boot() and here >= seen.row.steady
    return max(0, here - (seen.row.steady if own else seen.at))
