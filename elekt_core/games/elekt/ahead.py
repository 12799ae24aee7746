"""What players may settle ahead: the next Unit that they assign, and passing until somebody comes to them."""

from __future__ import annotations

from ...contract import Event, SeatNo
from . import agenda as a
from . import events as e
from .assignment import assign_choices, must_pass
from .state import State
from .tables import Tables
from .vocabulary import ASSIGNMENT, NONE


def expected(t: Tables, view: State, seat: SeatNo) -> State | None:
    """In the assignment phase, the turn of a player who has not passed and is not at the limit (E7.1)."""
    if view.phase != ASSIGNMENT or view.ended is not None or view.asked == seat:
        return None
    if view.passed[seat] or view.gave_up(seat) or view.assigned[seat] >= view.game.assignments:
        return None
    if must_pass(t, view, seat, assign_choices(t, view, seat)):
        return None
    asked = view.copy()
    asked.asked, asked.question, asked.step, asked.offered = seat, "assign_or_pass", a.turn(seat, NONE), None
    return asked


def concerns(event: Event, before: State, seat: SeatNo) -> bool:
    """What names the seat or its Units, or happens in a Zone in which they stand."""
    if isinstance(event, e.PlayerPassed):
        return False
    if seat in [getattr(event, name, NONE) for name in ("seat", "other_seat", "victim")]:
        return True
    units = [getattr(event, name, NONE) for name in ("unit", "other")]
    if any(unit >= 0 and before.in_zone(unit) and before.owner(unit) == seat for unit in units):
        return True
    zone = getattr(event, "zone", NONE)
    return zone >= 0 and bool(before.rows[zone * before.seats + seat])
