"""What players may settle ahead: the first action of their next turn, and passing until somebody comes to them."""

from __future__ import annotations

from ...contract import Event, SeatNo
from . import events as e
from .agenda import Act
from .state import NONE, State


def expected(view: State, seat: SeatNo) -> State | None:
    """The turn, as things are now, while others have theirs and no conflict is open (K6.2)."""
    if view.question not in ("act", "pass_cards") or view.asked == seat or view.ended is not None or view.gave_up(seat):
        return None
    asked = view.copy()
    asked.turn = asked.asked = seat
    asked.question, asked.step, asked.agenda, asked.offered = "act", Act(seat), (), None
    return asked


def concerns(event: Event, before: State, seat: SeatNo) -> bool:
    """What names the seat, or happens at a location that is theirs or that they besiege; and the End phase."""
    if isinstance(event, e.EndPhaseStarted):
        return True
    if isinstance(event, e.CardsPassed) and event.to == seat:
        return True
    if seat in [getattr(event, name, NONE) for name in ("seat", "victim", "former", "by", "attacker", "defender")]:
        return True
    site = before.sites.get(getattr(event, "location", NONE))
    return site is not None and seat in (site.owner, site.attacker)
