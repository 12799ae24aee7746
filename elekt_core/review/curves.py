"""Three curves of chances: what the table knew, what each player knew, and with open cards. Never mix them.

Each point is a mean of quick playouts: from worlds dealt anew as a spectator sees the table, as a seat sees it, or from
the position as it really is. Where the game is over it is the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..contract import SeatNo, Viewer
from ..search.dice import Dice
from ..search.evaluation import Evaluation, Values, won
from ..search.weights import JUDGE
from .budgets import Budget
from .numbers import whole
from .playing_on import casual
from .subject import Subject
from .worlds import dice


def curve(subject: Subject, number: int, budget: Budget, seed: bytes) -> dict[str, Any]:
    """The points after a batch: by side for the table and with open cards, by seat for what each player knew."""
    game, state = subject.game, subject.states[number]
    seats = subject.setup.seats
    outcome = game.outcome(state)
    if outcome is not None:
        exact = [whole(value) for value in won(outcome)]
        return {"table": exact, "seats": exact[:seats], "open": exact}
    evaluation = Evaluation(game, state, JUDGE)
    worlds = range(budget.curves_in)
    viewers: list[Viewer] = [None, *map(SeatNo, range(seats))]
    means = {}
    for viewer in viewers:
        view = game.view(state, viewer)
        drawn = [dice(seed, "curve", viewer, n) for n in worlds]
        means[viewer] = _mean([_value(evaluation, game.redeal(view, draws), draws) for draws in drawn])
    drawn = [dice(seed, "curve", "open", n) for n in worlds]
    opened = _mean([_value(evaluation, state.copy(), draws) for draws in drawn])
    return {
        "table": [whole(value) for value in means[None]],
        "seats": [whole(means[SeatNo(seat)][seat]) for seat in range(seats)],
        "open": [whole(value) for value in opened],
    }


def _value(evaluation: Evaluation, state: Any, draws: Dice) -> Values:
    casual(evaluation.game, evaluation, state, None, draws)
    return evaluation.values(state)


def _mean(rows: Sequence[Values]) -> Values:
    return tuple([sum(column) / len(rows) for column in zip(*rows, strict=True)])
