"""How much of a decision's time was network lag, and how much of it a seat is given back."""

from __future__ import annotations

from uuid import UUID

from django.core.cache import cache

MAX_THOUGHT = 30 * 24 * 3_600_000
CAP = 500
"""Milliseconds at most that are given back for one decision, whatever the browser says; and so long after a flag
should have fallen nobody carries it out, as the decision may be on its way."""


GAIN, QUOTA = 200, 1000
"""What a seat is given back comes out of its quota, which is whole at first and grows by GAIN with each decision: a
steady lag is given back for ever, a longer one now and then, and whoever lies wins GAIN a decision."""
KEPT_FOR = 24 * 3600


def credit(elapsed: int, thought: int | None, quota: int = QUOTA) -> int:
    """``elapsed`` is what the clock has run here, ``thought`` how long the person has seen the question, as their
    browser says."""
    return 0 if thought is None else max(0, min(CAP, quota, elapsed - max(0, thought)))


def given_back(match: UUID, seat: int, elapsed: int, thought: int | None) -> int:
    """Out of the seat's quota, which each web process keeps by itself. An attempt that loses a race has cost its part
    of it all the same."""
    place = f"lag:{match}:{seat}"
    quota = cache.get(place, QUOTA)
    given = credit(elapsed, thought, quota)
    cache.set(place, min(QUOTA, quota - given + GAIN), KEPT_FOR)
    return given
