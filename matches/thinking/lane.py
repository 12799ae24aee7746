"""The slow lane: one thought after the other, in a process that has nothing else to do meanwhile.

No broker says what is next, and a message says nothing but "look": what waits stands in the database (``queue``).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time_ns
from uuid import UUID, uuid4

import structlog
from django.db import DatabaseError
from django.utils import timezone

from web.errors import GameUnavailable

from .. import after_commit
from ..clocks import service_time
from ..models import Match
from ..play import services
from ..reviews import work as reviews
from . import budget, hints, queue
from .models import Thought
from .watch import Stopped, watched

LASTS = 10_000
"""Milliseconds after which the lane begins nothing new, and asks to be called again."""

TRIES = 3
"""Where so many thinkers have died over a thought, a simple bot chooses in the place of the one that kills them."""

log = structlog.get_logger()


def work() -> None:
    """Think for as long as something waits, up to ``LASTS`` and the thought that is then going on. Between two slices
    of a review every thought that somebody waits for is thought, and every hint; what bots play among themselves goes
    on where nothing else waits."""
    began = service_time.steady()
    while service_time.steady() - began < LASTS:
        if not (_think(for_people=True) or _give_a_hint() or reviews.make_slice() or _think(for_people=False)):
            return


def has_work() -> bool:
    return queue.is_waiting() or hints.is_waiting() or reviews.is_waiting()


def _thinker() -> str:
    return f"{os.getpid()} {uuid4().hex}"


def _give_a_hint() -> bool:
    """One hint. False if none waits."""
    thinker = _thinker()
    hint = hints.take(thinker)
    if hint is None:
        return False
    try:
        compute = hints.think(hint)
        if compute is None:
            hints.drop(hint, thinker)
            return True
        with charged(hint.match), watched(lambda: hints.hold(hint, thinker)):
            answer = compute()
    except Stopped:
        hints.drop(hint, thinker)
        return True
    except DatabaseError:  # busy, or away: whoever takes it up later goes on
        raise
    except Exception as failure:  # its text may name cards
        log.error("no hint", match=str(hint.match), version=hint.version, failure=type(failure).__name__)
        answer = {}
    hints.store(hint, thinker, answer)
    return True


def _think(*, for_people: bool) -> bool:
    """One thought. False if none waits."""
    thinker = _thinker()
    thought = queue.take(thinker, for_people=for_people)
    if thought is None:
        return False
    try:
        services.decide_automatically(
            match_id=thought.match,
            seat=thought.seat,
            expected_version=thought.version,
            around=_watching(thought, thinker),
            simply=thought.tries > TRIES,
        )
    except GameUnavailable as error:
        log.warning("no move: game not available", match=str(thought.match), game=error.data["game"])
    except Stopped:
        log.info("a thought was stopped", match=str(thought.match), version=thought.version)
    queue.done(thought, thinker)
    return True


@contextmanager
def _watching(thought: Thought, thinker: str) -> Iterator[None]:
    """Around what the bot computes: the thought is held, stopped where nobody waits for it any more, and charged."""

    def is_needed() -> bool:
        return _is_due(thought.match, thought.seat, thought.version) and queue.hold(thought, thinker)

    with charged(thought.match), watched(is_needed):
        yield


@contextmanager
def charged(match: UUID) -> Iterator[None]:
    """What is computed inside is paid by the match."""
    began = thread_time_ns()
    try:
        yield
    finally:
        budget.charge(match, (thread_time_ns() - began) // 1_000_000, timezone.now())


def _is_due(match: UUID, seat: int, version: int) -> bool:
    row = Match.objects.filter(id=match).first()
    return row is not None and row.version == version and seat in after_commit.seats_due(row)
