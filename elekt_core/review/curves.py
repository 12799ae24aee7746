"""Three curves of chances: what the table knew, what each player knew, and with open cards. Never mix them.

Each point is a mean of quick playouts: from worlds dealt anew as a spectator sees the table, as a seat sees it, or from
the position as it really is; of a recorded game only the hands are known, and the rest is dealt anew. Where the game is
over it is the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..contract import Viewer
from ..search.dice import Dice
from ..search.evaluation import Evaluation, Values, won
from ..search.playout import Playout
from ..search.weights import JUDGE
from .budgets import Budget
from .numbers import whole
from .subject import Subject
from .worlds import dice


def curve(subject: Subject, number: int, budget: Budget, seed: bytes) -> dict[str, Any]:
    """The points after a batch: by side for the table and with open cards, by seat for what each player knew.

    None for a seat of which that is not known, and for open cards where it is not known of every seat.
    """
    game, state, seats = subject.game, subject.states[number], subject.seats
    outcome = game.outcome(state)
    if outcome is not None:
        exact = [whole(value) for value in won(outcome)]
        return _point(subject, exact, dict(enumerate(exact)), exact)
    evaluation = Evaluation(game, state, JUDGE)
    worlds = range(budget.curves_in)
    viewers: list[Viewer] = [None, *seats]
    means = {}
    for viewer in viewers:
        view = game.view(state, viewer)
        drawn = [dice(seed, "curve", viewer, n) for n in worlds]
        means[viewer] = _mean([_value(evaluation, game.redeal(view, draws), draws) for draws in drawn])
    opened: Values = ()
    if subject.tells_all:
        drawn = [dice(seed, "curve", "open", n) for n in worlds]
        opened = _mean([_value(evaluation, _laid_open(subject, state, draws), draws) for draws in drawn])
    return _point(
        subject,
        [whole(value) for value in means[None]],
        {seat: whole(means[seat][seat]) for seat in seats},
        [whole(value) for value in opened],
    )


def _laid_open(subject: Subject, state: Any, draws: Dice) -> Any:
    return state.copy() if subject.is_open else subject.game.redeal(state, draws)


def _point(subject: Subject, table: list[int], own: Mapping[int, int], opened: list[int]) -> dict[str, Any]:
    known = set(subject.seats)
    return {
        "table": table,
        "seats": [own[seat] if seat in known else None for seat in range(subject.setup.seats)],
        "open": opened if subject.tells_all else None,
    }


def _value(evaluation: Evaluation, state: Any, draws: Dice) -> Values:
    return Playout(evaluation.game, evaluation, draws).values(state)


def _mean(rows: Sequence[Values]) -> Values:
    return tuple([sum(column) / len(rows) for column in zip(*rows, strict=True)])
