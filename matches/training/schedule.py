"""When a missed exercise comes again: Leitner's boxes (S. Leitner, "So lernt man lernen", 1972), five of them.

Who misses it puts it into the first box; who solves it when it is due moves it one box on; who misses it again, back to
the first. Solved from the last box it is learnt.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

DAYS: Final = (1, 3, 7, 14, 30)
"""After so many days an exercise is due, by its box, counted from 1."""


def due_on(box: int, today: date) -> date:
    return today + timedelta(days=DAYS[box - 1])


def next_box(box: int, *, solved: bool) -> int | None:
    """None: it is learnt."""
    if not solved:
        return 1
    return box + 1 if box < len(DAYS) else None
