"""HOUSES-ASSIGN (E21.15-E21.19): one turn of the Houses in the assignment phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import agenda as a
from .. import events as e
from ..assignment import after, allowed_units, open_zones
from ..reactions import on_assign
from ..vocabulary import NONE
from .solo import HOUSES

if TYPE_CHECKING:
    from .table import SoloPlay


def turn(play: SoloPlay) -> None:
    """The top Unit of the pile that a Zone accepts; what it causes is as in any turn (E7.13)."""
    s = play.state
    play.push(a.Turn(after(s, HOUSES), HOUSES))
    if not s.hands[HOUSES] and not play.draw_units(HOUSES, 1):
        play.emit(e.HousesTurnLost("E21.17"))
        return
    allowed = {zone: allowed_units(play.tables, s, HOUSES, zone) for zone in open_zones(play.tables, s, HOUSES)}
    for tried, unit in enumerate(s.hands[HOUSES]):
        zones = [zone for zone, units in allowed.items() if unit in units]
        if zones:
            if tried:
                play.emit(e.HousesUnitsPassedOver(tried))
            _assign(play, unit, zones, [zone for zone in allowed if zone not in zones])
            return
    play.emit(e.HousesTurnLost("E21.19"))


def _assign(play: SoloPlay, unit: int, zones: list[int], forbidden: list[int]) -> None:
    """``zones`` accept the Unit, from the left; ``forbidden`` have room, but a card keeps it out."""
    s, memory = play.state, play.solo.memory
    zone = memory if memory in zones else zones[0]
    if zone == memory:
        play.because("last_zone", zone=zone)
    elif memory in forbidden or (forbidden and forbidden[0] < zone):
        play.because("zone_forbidden", zone=zone)
    else:
        play.because("no_memory" if memory == NONE else "first_free_zone", zone=zone)
    play.emit(e.UnitAssigned(HOUSES, unit, zone, len(s.row(zone, HOUSES)) + 1))
    play.push_in_order(on_assign(play, HOUSES, unit, zone))
