"""A player of one step: it deals anew what it cannot see, tries each sensible option, settles the small replies, and
takes what is worth most to its seat. One for every game; the levels below search are this player, less sure of itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Final

from ..chance import Chance
from ..contract import Decision, Game
from .candidates import candidates
from .dice import Dice
from .evaluation import Evaluation
from .replies import Ranked, Replies

FEW_OPTIONS: Final = 40
"""Up to so many options are tried in two worlds, more in one."""


class Greedy:
    """``heat`` is how far from the best a choice may be, in shares of the win: 0 takes the best one. Above 0, options
    are drawn by softmax over their values and by how inclined a sensible player is to take them; one that gives up what
    can still be done (``Game.gives_up``) is drawn again, as long as there is another.
    """

    def __init__(self, heat: float = 0.0) -> None:
        self.heat = heat

    def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Decision:
        if len(options) == 1:
            return options[0]
        if game.outcome(view) is not None:  # a closing ceremony decides nothing
            return game.default(view, options[0].seat)
        dice = Dice.of(chance)
        ranked = ranked_options(game, view, options, dice)
        return ranked[0].option if self.heat <= 0 else _drawn(game, view, ranked, self.heat, dice)


def ranked_options(game: Game[Any], view: Any, options: Sequence[Decision], dice: Dice) -> list[Ranked]:
    """The sensible options with their settled values, the best one first."""
    sensible = candidates(game, view, options, dice)
    worlds = [game.redeal(view, dice) for _ in range(1 if len(sensible) > FEW_OPTIONS else 2)]
    return Replies(game, Evaluation(game, view), dice).ranked(worlds, sensible)


def _drawn(game: Game[Any], view: Any, ranked: Sequence[Ranked], heat: float, dice: Dice) -> Decision:
    chosen = _one_of(game, view, ranked, heat, dice)
    if not game.gives_up(view, chosen):
        return chosen
    others = [one for one in ranked if not game.gives_up(view, one.option)]
    return _one_of(game, view, others, heat, dice) if others else chosen


def _one_of(game: Game[Any], view: Any, ranked: Sequence[Ranked], heat: float, dice: Dice) -> Decision:
    best = ranked[0].value
    likely = [exp((one.value - best) / heat) * game.inclination(view, one.option) for one in ranked]
    left = dice.share() * sum(likely)
    for one, weight in zip(ranked, likely, strict=True):
        left -= weight
        if left < 0:
            return one.option
    return ranked[0].option
