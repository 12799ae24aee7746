"""Several seats are awaited at once: an answer stays good while only others have answered."""

from __future__ import annotations

from elekt_core.contract import Awaiting
from ledger import store

from .timeline import Timeline


def still_asked(timeline: Timeline, seat: int, seen: int, version: int) -> bool:
    """Whether the question that ``seat`` saw at ``seen`` is still open to it at ``version``, unchanged.

    Only where others were asked together with it, though all of them may have answered meanwhile, and answer anew:
    whoever is asked alone answers what happened last. An own answer since ``seen`` was the answer to it, even where the
    next question reads the same: the last one who answers may be asked anew at once.
    """
    if not 0 < seen < version or not timeline.is_end(seen) or timeline.went_back(seen, version):
        return False
    game = timeline.game
    asked = game.awaiting(timeline.state(seen))
    own = next((question for question in asked if question.seat == seat), None)
    if own is None or not (len(asked) > 1 or _asked_together(timeline, own, seen)):
        return False
    if not all(own in game.awaiting(timeline.state(end)) for end in timeline.ends(version) if end > seen):
        return False
    since = store.stored(timeline.match_id, seen, version)
    return all((event.meta or {}).get("decision", {}).get("seat") != seat for event in since)


def _asked_together(timeline: Timeline, own: Awaiting, seen: int) -> bool:
    """Whether somebody else was asked since the question is open that is open at ``seen``."""
    for end in reversed(timeline.ends(seen)):
        asked = timeline.game.awaiting(timeline.state(end))
        if own not in asked:
            return False
        if len(asked) > 1:
            return True
    return False
