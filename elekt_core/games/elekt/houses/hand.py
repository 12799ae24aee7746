"""The pile of the Houses (E21.11, E21.13, E21.14): filled up, shuffled, and played from the top, the first card in
``State.hands``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .. import events as e
from .solo import HOUSES

if TYPE_CHECKING:
    from .table import SoloPlay

SIZE: Final = 6
"""E21.11, E21.13."""


def recruit(play: SoloPlay) -> None:
    """E21.13, then E21.14."""
    missing = SIZE - len(play.state.hands[HOUSES])
    if missing > 0:
        play.draw_units(HOUSES, missing)
    shuffle(play)


def shuffle(play: SoloPlay) -> None:
    play.emit(e.HousesHandShuffled(play.shuffled(play.state.hands[HOUSES])))


def first_of_pile(hand: tuple[int, ...], count: int) -> tuple[int, ...]:
    """E21.42: what the Houses discard."""
    return hand[:count]
