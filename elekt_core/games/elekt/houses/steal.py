"""HOUSES-STEAL (E21.28): take a token of the player's instead of swapping."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .. import events as e
from ..state import State
from ..vocabulary import CUNNING, NONE, OCCULTISM, POWER, VIOLENCE
from .solo import HOUSES, PLAYER

if TYPE_CHECKING:
    from .table import SoloPlay

ORDER: Final = (POWER, VIOLENCE, CUNNING, OCCULTISM)
"""The list of E21.27 and E21.28."""


def fewest_tokens(s: State, units: list[int] | tuple[int, ...]) -> int:
    """The Unit with the fewest tokens, the leftmost of equals; ``units`` are in that order."""
    return min(units, key=lambda unit: sum(s.tokens_on(unit)))


def robbed(s: State, zone: int) -> int:
    """The player's first Unit from the left that has a token, if the Houses have a Unit to put it on; else NONE."""
    if not s.row(zone, HOUSES):
        return NONE
    return next((unit for unit in s.row(zone, PLAYER) if any(s.tokens_on(unit))), NONE)


def steal(play: SoloPlay, zone: int) -> bool:
    """Take a token; returns whether there was anything to take."""
    s = play.state
    source = robbed(s, zone)
    if source == NONE:
        play.because("nothing_to_steal", zone=zone)
        return False
    to = fewest_tokens(s, s.row(zone, HOUSES))
    attribute = next(x for x in ORDER if s.tokens[4 * source + x])
    place, other = s.position(to), s.position(source)
    play.emit(e.TokenStolen(HOUSES, to, zone, place, PLAYER, source, zone, other, attribute))
    return True
