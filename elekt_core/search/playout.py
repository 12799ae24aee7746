"""Playing on without thinking: options drawn by the game's ``inclination``, to the end of the round.

    playout = Playout(game, evaluation, dice)
    playout.values(state)                       # plays on from the state, which it uses up, and values where it ends
    playout.play(state, option)                 # plays the option and on, and values nothing

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

    def __init__(self, game: Game[Any], evaluation: Evaluation, dice: Dice, *, whole: bool = False) -> None:
        """``whole``: on to the end of the game, not of the round."""
        self._whole = whole
        self._game = game
        self._evaluation = evaluation
        self._dice = dice
        self.made = 0
        """How many decisions it has made."""

    def values(self, state: Any) -> Values:
        """The values where it ends. Changes ``state``."""
        self.play(state)
        return self._evaluation.values(state)

    def play(self, state: Any, option: Decision | None = None) -> None:
        """Play the option, if there is one, then on to the end. Changes ``state``."""
        game = self._game
        if option is not None and self._makes_an_end(state, option):
            return
        for _ in range(game.playout_decisions):
            options = game.options(state)
            if not options or game.outcome(state) is not None:
                return
            decision = options[0] if len(options) == 1 else self.choose(state, options)
            self.made += 1
            if self._makes_an_end(state, decision):
                return

    def _makes_an_end(self, state: Any, decision: Decision) -> bool:
        begun = begins_round(self._game, self._game.advance(state, decision, self._dice))
        return begun and not self._whole

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
