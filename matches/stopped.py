"""How a match ends by what stands beside the game: an arbiter has ended it, the others have, since somebody was away,
or a coarse record tells its result. The game has come to no end of its own, and knows of none of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from elekt_core.contract import Event
from elekt_core.record.coarse import ResultTold
from elekt_core.record.stop import PlayAbandoned, Stop

from .models import Match

RULED, ANNULLED, ABANDONED, TOLD = "ruled", "annulled", "abandoned", "told"
"""The terminations of such matches; ``told``: at a real table, and no decision of its end was recorded."""
BESIDE_ENDS = (RULED, ANNULLED, ABANDONED, TOLD)
End = Stop | ResultTold


def stop(row: Match, facts: Iterable[Event], at: datetime) -> None:
    """The last thing that a batch does to the row: whether these facts have ended the match."""
    stopped = next((fact for fact in facts if isinstance(fact, End)), None)
    if stopped is None:
        return
    first = [seat for seat, place in enumerate(stopped.places) if place == 1]
    row.ended_at, row.termination = at, RULED if stopped.places else ANNULLED
    if isinstance(stopped, PlayAbandoned):
        row.termination = ABANDONED
    if isinstance(stopped, ResultTold):
        row.termination, row.scores = TOLD, list(stopped.scores)
    row.ranks, row.winner = list(stopped.places), first[0] if len(first) == 1 else None
    row.awaited, row.due, row.falls_at = 0, False, None
