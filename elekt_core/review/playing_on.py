"""The two judges' ways to play on from an option to the end of the round: quickly by inclination, or with sense.

The first (``casual``) thinks of nothing. The second (``careful``) lets every seat look one step ahead with
small replies settled, knowing what it would know there; no seat sees the world it is in.
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

MAX_DECISIONS: Final = 24
"""After so many decisions a careful line goes on by inclination."""
LOOKED_AT: Final = 24
"""Options at most that a seat looks at in a careful line."""
SETTLED: Final = 3
"""How many of them it settles: the best by a look of one step."""


def casual(game: Game[Any], evaluation: Evaluation, state: Any, option: Decision | None, draws: Dice) -> None:
    """Play the option in the position, then on by inclination to the end of the round. Changes ``state``."""
    if option is None or not begins_round(game, game.advance(state, option, draws)):
        Playout(game, evaluation, draws).values(state)


def careful(
    game: Game[Any], evaluation: Evaluation, state: Any, option: Decision, draws: Dice, thoughts: Dice
) -> list[Decision]:
    """The same with sense; returns the line from the option on. Changes ``state``.

    ``draws`` are used for nothing but what happens in the line, so that it can be played again.
    """
    line = [option]
    begun = begins_round(game, game.advance(state, option, draws))
    while not begun and len(line) < MAX_DECISIONS and game.outcome(state) is None:
        options = game.options(state)
        if not options:
            break
        decision = options[0] if len(options) == 1 else sensible(game, evaluation, state, options, thoughts)
        line.append(decision)
        begun = begins_round(game, game.advance(state, decision, draws))
    if not begun:
        casual(game, evaluation, state, None, draws)
    return line


def sensible(
    game: Game[Any], evaluation: Evaluation, state: Any, options: Sequence[Decision], thoughts: Dice
) -> Decision:
    """What the seat chooses after a look of one step with small replies settled, in a world of its own."""
    view = game.view(state, options[0].seat)
    looked_at = candidates(game, view, options, thoughts, LOOKED_AT)
    if len(looked_at) == 1:
        return looked_at[0]
    world = game.redeal(view, thoughts)
    return Replies(game, evaluation, thoughts).ranked([world], looked_at, SETTLED)[0].option
