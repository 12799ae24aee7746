"""What players may settle ahead: where their next initiative token goes, and what they do at a market."""

from __future__ import annotations

from ...contract import SeatNo
from . import agenda as a
from .cards import LOCATIONS
from .state import State


def expected(view: State, seat: SeatNo) -> State | None:
    """While others place tokens, the next one of theirs (Z7.2); while others are at a market, their operation there
    (Z12.3). The last token is placed by itself (Z7.5)."""
    step = view.step
    if view.ended is not None or seat in view.waiting or view.gave_up(seat):
        return None
    if view.question == "place_token":
        places = range(step.placed + 1, len(LOCATIONS) - 1)
        if not any(view.order[placed % view.seats] == seat for placed in places):
            return None
        step = a.Initiative(next(placed for placed in places if view.order[placed % view.seats] == seat))
    elif view.question == "market" and seat in step.places:
        step = step._replace(places=step.places[step.places.index(seat) :])
    else:
        return None
    asked = view.copy()
    asked.waiting, asked.step = (seat,), step
    return asked
