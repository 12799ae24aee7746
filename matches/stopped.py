"""How an arbiter ends a match: the game has come to no end of its own, and knows of none of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from elekt_core.contract import Event
from elekt_core.record.stop import PlayStopped

from .models import Match

RULED, ANNULLED = "ruled", "annulled"
"""The terminations of such matches."""


def stop(row: Match, facts: Iterable[Event], at: datetime) -> None:
    """The last thing that a batch does to the row: whether an arbiter has ended the match by these facts."""
    stopped = next((fact for fact in facts if isinstance(fact, PlayStopped)), None)
    if stopped is None:
        return
    first = [seat for seat, place in enumerate(stopped.places) if place == 1]
    row.ended_at, row.termination = at, RULED if stopped.places else ANNULLED
    row.ranks, row.winner = list(stopped.places), first[0] if len(first) == 1 else None
    row.awaited, row.due, row.falls_at = 0, False, None
