"""What each fact changes. Nothing is judged here: a state with unknown cards is folded in the same way.

Each module has the folds of the facts in the module of the same name in ``events``.
"""

from __future__ import annotations

from typing import Final

from . import boarding, cards, gains, setup, turns
from .moves import Folds

FOLDS: Final[Folds] = {
    **setup.FOLDS,
    **turns.FOLDS,
    **cards.FOLDS,
    **boarding.FOLDS,
    **gains.FOLDS,
}
"""By class; a test says that none is missing."""
