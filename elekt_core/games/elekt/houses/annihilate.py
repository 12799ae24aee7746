"""HOUSES-ANNIHILATE (E21.30): which Unit the Houses annihilate."""

from __future__ import annotations

from collections.abc import Sequence

from ..state import State
from ..tables import Tables
from ..vocabulary import NONE
from .solo import PLAYER


def victim(t: Tables, s: State, able: Sequence[int]) -> int:
    """The Unit to annihilate: in the first Zone from the left where it can be one of the player's, the first Elite
    Unit, else the first Basic Unit; NONE if no Unit of the player's can be annihilated."""
    theirs = [unit for unit in able if s.in_zone(unit) and s.owner(unit) == PLAYER]
    if not theirs:
        return NONE
    zone = min(s.zone(unit) for unit in theirs)
    here = [unit for unit in theirs if s.zone(unit) == zone]
    return min(here, key=lambda unit: (t.basic[unit], s.position(unit)))
