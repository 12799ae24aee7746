"""Which options are worth a look at all: those that a sensible player would consider, at most so many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..contract import Decision, Game
from .dice import Dice

MAX_CANDIDATES: Final = 160
SENSIBLE: Final = 0.05
"""Options less likely than this are not looked at where there are others."""


def candidates(
    game: Game[Any], view: Any, options: Sequence[Decision], dice: Dice, most: int = MAX_CANDIDATES
) -> list[Decision]:
    """The sensible options in their order; of more than ``most`` a sample."""
    found = [option for option in options if game.inclination(view, option) >= SENSIBLE] or list(options)
    if len(found) <= most:
        return found
    return [found[i] for i in sorted(dice.permutation(0, len(found))[:most])]
