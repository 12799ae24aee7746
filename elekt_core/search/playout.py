"""Playing on without thinking: options drawn by the game's ``inclination``, to the end of the round.

    playout = Playout(game, evaluation, dice)
    playout.values(state)                       # plays on from the state, which it uses up, and values where it ends

The end of a round is where the next one begins (``Game.chapter``); a game without rounds is played to its end. A game
can ask for less (``playout_decisions``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..contract import Decision, Event, Game
from .dice import Dice
from .evaluation import Evaluation, Values

MAX_DRAWS: Final = 12
"""So many options are drawn until one is accepted; then the most likely of them is taken."""


class Playout:
    """Plays on in positions of one match, every seat by the game's inclinations."""

    def __init__(self, game: Game[Any], evaluation: Evaluation, dice: Dice) -> None:
        self._game = game
        self._evaluation = evaluation
        self._dice = dice

    def values(self, state: Any) -> Values:
        """The values where the round ends. Changes ``state``."""
        game, dice = self._game, self._dice
        for _ in range(game.playout_decisions):
            options = game.options(state)
            if not options or game.outcome(state) is not None:
                break
            decision = options[0] if len(options) == 1 else self.choose(state, options)
            if begins_round(game, game.advance(state, decision, dice)):
                break
        return self._evaluation.values(state)

    def choose(self, state: Any, options: Sequence[Decision]) -> Decision:
        """One of the options, drawn by inclination. Never looks at all of them, so a lazy list stays lazy."""
        inclination, dice, size = self._game.inclination, self._dice, len(options)
        best, most = options[0], -1.0
        for _ in range(MAX_DRAWS):
            option = options[dice.below(size)]
            likely = inclination(state, option)
            if likely >= 1.0 or dice.share() < likely:
                return option
            if likely > most:
                best, most = option, likely
        return best


def begins_round(game: Game[Any], events: Sequence[Event]) -> bool:
    """Whether a round begins among these facts."""
    return 1 in map(game.chapter, events)
