"""How much is thought about a game: numbers of worlds and options, never time, so a review is the same everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..errors import CoreError

JUDGES: Final = "13"
"""The version of the judges and of the proof: another one whenever any of their results may differ (weights, policy,
code)."""
CURVES: Final = "5"
"""That of the curves, so also of forecasts."""
LUCK: Final = "6"
"""That of the account of luck."""
VERSION: Final = "14"
"""The version of all that a review says: another one whenever any of these is."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A world is a position dealt anew as the mover saw it."""

    options: int
    """So many options, the best by their settled values, are tried; the played one always is."""
    chosen_in: int
    """Worlds in which they are tried, an even number: the second half only with what promises more."""
    measured_in: tuple[int, int]
    """New worlds in which what promises more is compared with the played one: at least, at most. Twice as many in the
    last round."""
    confirmed_in: int
    """New worlds for the second judge. Twice as many in the last round."""
    curves_in: int
    """Worlds for each point of the curves."""
    luck_in: int
    """Worlds for the value of a chance event, and for its expectation; 0: luck is not counted."""
    proved_with: tuple[int, int, int]
    """Positions that a question may take where a round is searched to its end: of a choice that no judge calls a loss,
    one of them, both."""
    proved_in_parts: int
    """So many parts at most has that search."""
    weighted: bool
    """Whether worlds count by how likely a player of middle strength would have chosen in them as the rivals did."""


QUICK, USUAL, THOROUGH = "quick", "usual", "thorough"
BUDGETS: Final[Mapping[str, Budget]] = {
    QUICK: Budget(8, 4, (4, 8), 16, 8, 0, (1_000, 2_000, 4_000), 6, weighted=False),
    USUAL: Budget(8, 4, (4, 16), 24, 16, 48, (4_000, 15_000, 60_000), 10, weighted=False),
    THOROUGH: Budget(16, 8, (9, 36), 48, 32, 64, (20_000, 40_000, 60_000), 24, weighted=True),
}


def budget_of(name: str) -> Budget:
    """Raises CoreError (``unknown_budget``)."""
    if name not in BUDGETS:
        raise CoreError("unknown_budget", budget=name, known=", ".join(BUDGETS))
    return BUDGETS[name]
