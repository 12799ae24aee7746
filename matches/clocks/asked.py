"""The people whom a match waits for."""

from __future__ import annotations

from typing import Any

from elekt_core.contract import Game


def people_asked(game: Game[Any], state: Any, automatic: int) -> set[int]:
    """The seats that must decide, except those (a bit mask) for which the platform decides; none once it is over."""
    if game.outcome(state) is not None:
        return set()
    asked = {int(question.seat) for question in game.awaiting(state) if not question.optional}
    return {seat for seat in asked if not automatic >> seat & 1}
