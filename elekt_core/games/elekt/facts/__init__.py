"""What each fact does to the table: the only code that changes a state, live and in replay alike.

Each module has the folds of the facts in the module of the same name in ``events``. A fold never judges, and never
fails on a record that a later set of rules would not allow.
"""

from __future__ import annotations

from typing import Any, Final

from ..course import BASE
from ..state import State
from . import abilities, confrontations, houses, rounds, setup
from .moves import Folds

FOLDS: Final[Folds] = {
    **setup.FOLDS,
    **rounds.FOLDS,
    **abilities.FOLDS,
    **confrontations.FOLDS,
    **houses.FOLDS,
}
"""Every kind of event has its fold (a test compares this with ``events.KINDS``)."""
BASE.folds.update(FOLDS)


def fold(state: State, event: Any) -> None:
    """Fold one fact into the state. The open question, if there was one, is answered now."""
    if state.question:
        state.question, state.offered = "", None
    FOLDS[type(event)](state, event)
