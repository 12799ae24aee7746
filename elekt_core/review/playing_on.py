"""Playing on with sense to the end of the round: every seat looks one step ahead with small replies settled, knowing
what it would know there, so no seat sees the world it is in.

The second judge plays on so. The first one plays on with open cards (``search.lines``), the curves without thinking
(``search.playout``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..contract import Decision, Game
from ..search.candidates import candidates
from ..search.dice import Dice
from ..search.evaluation import Evaluation
from ..search.playout import Playout, begins_round
from ..search.replies import Replies

MAX_DECISIONS: Final = 20
"""After so many decisions for each side a careful line goes on by inclination."""
LOOKED_AT: Final = 24
"""Options at most that a seat looks at in a careful line."""
SETTLED: Final = 3
"""How many of them it settles: the best by a look of one step."""


def careful(
    game: Game[Any],
    evaluation: Evaluation,
    state: Any,
    option: Decision,
    draws: Dice,
    thoughts: Dice,
    then: Decision | None = None,
) -> list[Decision]:
    """Plays the option in the position, then on; returns the line from the option on. Changes ``state``.

    ``then`` is chosen by the same seat as soon as it can be. ``draws`` are used for nothing but what happens in the
    line, so that it can be played again.
    """
    line, here = [option], Run(game, evaluation, state)
    begun = begins_round(game, game.advance(state, option, draws))
    while not begun and len(line) < MAX_DECISIONS * evaluation.sides and game.outcome(state) is None:
        options = game.options(state)
        if not options:
            break
        if then is not None and then in options:
            decision, then = then, None
        else:
            decision = options[0] if len(options) == 1 else sensible(game, evaluation, state, options, thoughts, here)
        line.append(decision)
        begun = begins_round(game, game.advance(state, decision, draws))
    if not begun:
        Playout(game, evaluation, draws).play(state)
    return line


class Run:
    """What one seat does without another being asked: where all that is valued was so before in it, it leads nowhere,
    as a card that is put into the reserve and taken back."""

    def __init__(self, game: Game[Any], evaluation: Evaluation, state: Any) -> None:
        self._game, self._evaluation = game, evaluation
        self._been = [self._place(state)]

    def enter(self, state: Any) -> None:
        """The seat is asked here."""
        place = self._place(state)
        if place[0] != self._been[-1][0]:
            self._been = []
        self._been.append(place)

    def leads_back(self, state: Any, option: Decision, thoughts: Dice) -> bool:
        """Only a question put again in the same words can be one where the seat has been."""
        if len(self._been) < 2 or self._been[-1][1] != self._been[-2][1]:
            return False
        after = state.copy()
        self._game.advance(after, option, thoughts)
        return self._place(after) in self._been

    def _place(self, state: Any) -> tuple[Any, ...]:
        asked = next(iter(self._game.awaiting(state)), None)
        if asked is None:
            return (None,)
        return asked.seat, (asked.kind, asked.stack, tuple(asked.data.items())), self._evaluation.values(state)


def sensible(
    game: Game[Any], evaluation: Evaluation, state: Any, options: Sequence[Decision], thoughts: Dice, run: Run
) -> Decision:
    """What the seat chooses after a look of one step with small replies settled, in a world of its own."""
    run.enter(state)
    view = game.view(state, options[0].seat)
    looked_at = candidates(game, view, options, thoughts, LOOKED_AT)
    if len(looked_at) == 1:
        return looked_at[0]
    world = game.redeal(view, thoughts)
    ranked = Replies(game, evaluation, thoughts).ranked([world], looked_at, SETTLED)
    return next((one.option for one in ranked if not run.leads_back(world, one.option, thoughts)), ranked[0].option)
