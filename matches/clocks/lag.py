"""How much of a decision's time was network lag. Pure."""

from __future__ import annotations

MAX_THOUGHT = 30 * 24 * 3_600_000
CAP = 500
"""Milliseconds at most that are given back for one decision, whatever the browser says; and so long after a flag
should have fallen nobody carries it out, as the decision may be on its way."""


def credit(elapsed: int, thought: int | None) -> int:
    """``elapsed`` is what the clock has run here, ``thought`` how long the person has seen the question, as their
    browser says. Whoever lies about it wins CAP."""
    return 0 if thought is None else max(0, min(CAP, elapsed - max(0, thought)))
