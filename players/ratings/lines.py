"""Which ladder a ruleset counts on: a ruleset that replaced another goes on with its ladder."""

from __future__ import annotations

from contextlib import suppress

from elekt_core.errors import UnknownGame
from elekt_core.registry import get_game

from .events import CLUB, LadderKey


def ladder_key(game: str, ruleset: str, speed: str = "", mode: str = CLUB) -> LadderKey:
    """The ladder of games under this ruleset. What is not installed has the name that is said."""
    if ruleset:
        with suppress(UnknownGame):
            ruleset = get_game(game).ruleset(ruleset).ladder
    return LadderKey(game, ruleset, speed, mode)
