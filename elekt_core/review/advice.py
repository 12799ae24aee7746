"""What a level would do in a position, and why: for whoever is learning. It knows the seat's view and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..chance import Chance
from ..contract import Decision, Game
from ..search.dice import Dice
from ..search.evaluation import Evaluation
from ..search.levels import SEARCHERS
from ..search.lines import Considered
from .numbers import in_whole, whole
from .terms import Sum, difference

LEVEL: Final = 6
WORLDS: Final = 12
"""In so many worlds the choice is compared with the next best one."""


@dataclass(frozen=True, slots=True)
class Advice:
    """``chance``, ``gain`` and ``terms`` in hundredths of a percentage point; the terms sum to the gain.

    ``gain`` is what ``best`` brings above ``other``, the next best choice: nothing or less where both are as good.
    """

    best: Decision
    chance: int
    other: Decision
    gain: int
    terms: tuple[tuple[str, int], ...]


def advise(game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Advice:
    """What level 6 chooses here, compared with what it likes next best. There must be two options at least."""
    dice = Dice.of(chance)
    level = SEARCHERS[LEVEL - 5]
    search = level.search(game, view, options, dice)
    found = search.run(level.iterations)
    best, *rest = found.considered
    other = max([one for one in rest if one.visits] or rest, key=_value, default=best)
    evaluation, terms, gains = Evaluation(game, view), Sum(), 0.0
    for n in range(WORLDS):
        ends = []
        world, luck = game.redeal(view, dice), b"advice %d" % n
        for one in (best, other):
            state = world.copy()
            search.line(state, one.option, luck)
            ends.append(state)
        gains += evaluation.values(ends[0])[best.option.seat] - evaluation.values(ends[1])[best.option.seat]
        terms.add(difference(evaluation, ends[0], ends[1], best.option.seat), 1.0)
    gain = whole(gains / WORLDS)
    said = in_whole(terms.mean(), gain) if terms.mean() else []
    return Advice(best.option, whole(best.value), other.option, gain, tuple((name, value) for name, value in said))


def _value(one: Considered) -> float:
    return one.value
