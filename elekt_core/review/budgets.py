"""How much is thought about a game: numbers of worlds and options, never time, so a review is the same everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..errors import CoreError

JUDGES: Final = "4"
"""The version of the two judges and of the curves: another one whenever any of their results may differ (weights,
policy, code)."""
VERSION: Final = "5"
"""The version of all that a review says: another one whenever that of the judges is, or the account of luck differs."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A world is a position dealt anew as the mover saw it."""

    options: int
    """So many options, the best by their settled values, are played out; the played one always is."""
    chosen_in: tuple[int, int]
    """Worlds in which the best option is found: so many for all options, then so many for the best four."""
    measured_in: tuple[int, int]
    """New worlds in which it is compared with the played one: at least, at most. Twice as many in the last round."""
    confirmed_in: int
    """New worlds for the second judge. Twice as many in the last round."""
    curves_in: int
    """Worlds for each point of the curves."""
    luck_in: int
    """Worlds for the value of a chance event, and for its expectation; 0: luck is not counted."""
    weighted: bool
    """Whether worlds count by how likely a player of middle strength would have chosen in them as the rivals did."""


QUICK, USUAL, THOROUGH = "quick", "usual", "thorough"
BUDGETS: Final[Mapping[str, Budget]] = {
    QUICK: Budget(6, (6, 8), (12, 48), 16, 8, 0, weighted=False),
    USUAL: Budget(7, (8, 16), (16, 64), 24, 16, 48, weighted=False),
    THOROUGH: Budget(9, (12, 24), (24, 192), 48, 32, 64, weighted=True),
}


def budget_of(name: str) -> Budget:
    """Raises CoreError (``unknown_budget``)."""
    if name not in BUDGETS:
        raise CoreError("unknown_budget", budget=name, known=", ".join(BUDGETS))
    return BUDGETS[name]
