"""What each web process does every second beside its requests: it shows that it serves, and looks after flags that
nobody else has carried out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import structlog
from django.db import DatabaseError, close_old_connections

from ..models import Match, Seek
from ..seeking import presence as seeking
from ..seeking.models import WAITING
from . import flags, presence, service_time

EVERY = 1.0
PRESENCE_EVERY = 4
FORGET_EVERY = 300
"""Turns."""
LATE = 1_500
"""Milliseconds that workers have for a flag before a web process carries it out."""

log = structlog.get_logger()


async def keep_beating() -> None:
    """Beat from an event loop, in a thread of its own, for as long as the loop runs."""
    with ThreadPoolExecutor(1, thread_name_prefix="clocks") as thread:
        turn = 0
        while True:
            await asyncio.get_running_loop().run_in_executor(thread, beat, turn)
            turn += 1
            await asyncio.sleep(EVERY)


def beat(turn: int = 0) -> None:
    """Never fails: what went wrong is tried again in a second, and stops nothing else."""
    works = [_look_after_flags]
    if turn % PRESENCE_EVERY == 0:
        works += [presence.note, presence.tell, seeking.note]
    if turn % FORGET_EVERY == 0:
        works.append(presence.forget)
    for work in (close_old_connections, *works, close_old_connections):
        _try(work)


def _look_after_flags() -> None:
    if presence.is_anybody_here() or _anybody_waits():
        service_time.serve()
        flags.carry_out_due(LATE, before_each=service_time.serve)


def _anybody_waits() -> bool:
    """Whether time passes for anybody: at a clock, or in a live queue."""
    running, waiting = Match.objects.filter(falls_at__isnull=False), Seek.objects.filter(status=WAITING, live=True)
    return running.exists() or waiting.exists()


def _try(work: Callable[[], object]) -> None:
    try:
        work()
    except DatabaseError as error:  # busy, or away
        log.warning("no beat of the tables' clock", failure=type(error).__name__)
    except Exception as error:  # its text may name what is hidden
        log.error("beat of the tables' clock failed", work=work.__name__, failure=type(error).__name__)
