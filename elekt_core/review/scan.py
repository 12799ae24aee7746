"""The first judge: finds the best option and what the played one loses against it, by many quick playouts.

The best option is found in some worlds and measured in others: what looks best among many is partly luck, which the
new worlds do not repeat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ..contract import Decision
from ..search.candidates import candidates
from ..search.evaluation import Evaluation
from ..search.greedy import FEW_OPTIONS
from ..search.replies import Replies
from ..search.weights import JUDGE
from .budgets import Budget
from .numbers import POINT, WHOLE, Mean, in_whole, log_odds, mean_of, whole
from .playing_on import casual
from .subject import Asked, Subject, asked
from .terms import Sum, difference
from .worlds import Worlds, dice

PRIOR: Final = 6
"""As many worlds is the settled value of an option worth while the best one is sought."""
FINALISTS: Final = 3
ALTERNATIVES: Final = 3
"""So many options are named with their chances."""
LOOKS: Final = 8
"""After every so many worlds it is asked whether more are needed."""
MARK_FROM: Final = 5 * POINT
"""From this loss on there are marks."""
ERRORS: Final = 2.0
"""A loss counts above so many standard errors."""
AS_GOOD: Final = 1 * POINT
"""An option is as good as the best if it does not lose more than this beyond the standard error."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What a decision is judged with."""

    asked: Asked
    evaluation: Evaluation
    worlds: Worlds


@lru_cache(maxsize=4)
def bench(subject: Subject, number: int, weighted: bool, seed: bytes) -> Bench | None:
    """None where there was nothing to choose."""
    question = asked(subject, number)
    if question is None or not question.is_choice:
        return None
    evaluation = Evaluation(question.game, question.view, JUDGE)
    return Bench(question, evaluation, Worlds(question, evaluation, seed, weighted=weighted))


class Tried:
    """An option, and how it did in each world."""

    def __init__(self, option: Decision, prior: float) -> None:
        self.option = option
        self.prior = prior
        self.values: list[float] = []

    def promise(self, weights: Sequence[float]) -> float:
        """Mean of what was seen and the settled value."""
        seen = sum(w * v for w, v in zip(weights, self.values, strict=False))
        return (PRIOR * self.prior + seen) / (PRIOR + sum(weights[: len(self.values)]))


class Scan:
    """The scan of one decision."""

    def __init__(self, b: Bench, budget: Budget, seed: bytes) -> None:
        self.asked, self.evaluation, self.worlds = b.asked, b.evaluation, b.worlds
        self.budget = budget
        self.seed = seed
        self.ended = self.made = 0

    def result(self) -> dict[str, Any]:
        finalists = self._chosen()
        best = finalists[0]
        played = next(one for one in finalists if one.option == self.asked.played)
        weights, terms, second = self._measured(finalists, best, played)
        mean = mean_of([b - p for b, p in zip(best.values, played.values, strict=True)], weights)
        best_mean, played_mean = (mean_of(one.values, weights).value for one in (best, played))
        loss = whole(mean.value)
        rows = [self._row(one, weights, best, played) for one in finalists]
        return {
            "options": len(self.asked.options),
            "sharp": self.sharp,
            "weighted": self.worlds.weighted,
            "loss": loss,
            "error": whole(mean.error) if best is not played else 0,
            "sample": round(100 * mean.sample),
            "worlds": len(weights),
            "logit": round(WHOLE * (log_odds(best_mean) - log_odds(played_mean))),
            "chance": whole(played_mean),
            "terms": [[name, value] for name, value in in_whole(terms.mean(), loss)] if terms.mean() else [],
            "best": rows,
            "second": [[name, value] for name, value in in_whole(second.mean(), rows[1]["loss"])]
            if second.mean()
            else [],
            "doubtful": any(row["better"] for row in rows),
        }

    @property
    def sharp(self) -> bool:
        """Whether most playouts reached the end of the game, where values are exact and jump."""
        return 2 * self.ended > self.made

    # --- finding the best ---------------------------------------------------------------------------------------

    def _chosen(self) -> list[Tried]:
        """The best few, the best one first, and the played one."""
        shortlist = self._settled()
        first, second = self.budget.chosen_in
        weights: list[float] = []
        self._try(shortlist, "choose", range(first), weights)
        shortlist = self._best_of(shortlist, weights, FINALISTS + 1)
        self._try(shortlist, "choose", range(first, first + second), weights)
        return self._best_of(shortlist, weights, FINALISTS)

    def _settled(self) -> list[Tried]:
        a = self.asked
        looking = dice(self.seed, a.number, "look")
        found = candidates(a.game, a.view, a.options, looking)
        if a.played not in found:
            found.append(a.played)
        dealt = [self.worlds.world("look", n).state for n in range(1 if len(found) > FEW_OPTIONS else 2)]
        ranked = Replies(a.game, self.evaluation, looking).ranked(dealt, found)
        kept = [Tried(one.option, one.value) for one in ranked[: self.budget.options]]
        return kept + [Tried(one.option, one.value) for one in ranked[len(kept) :] if one.option == a.played]

    def _best_of(self, tried: Sequence[Tried], weights: Sequence[float], most: int) -> list[Tried]:
        ordered = sorted(tried, key=lambda one: -one.promise(weights))
        return ordered[:most] + [one for one in ordered[most:] if one.option == self.asked.played]

    def _try(self, tried: Sequence[Tried], purpose: str, numbers: range, weights: list[float]) -> None:
        for n in numbers:
            world = self.worlds.world(purpose, n)
            weights.append(world.weight)
            for one in tried:
                one.values.append(self._played_out(world, one.option)[0])

    def _played_out(self, world: Any, option: Decision) -> tuple[float, Any]:
        state = world.state.copy()
        casual(self.asked.game, self.evaluation, state, option, self.worlds.draws(world))
        self.made += 1
        self.ended += self.asked.game.outcome(state) is not None
        return self.evaluation.values(state)[self.asked.seat], state

    # --- measuring ----------------------------------------------------------------------------------------------

    def _measured(self, finalists: Sequence[Tried], best: Tried, played: Tried) -> tuple[list[float], Sum, Sum]:
        """In new worlds: all finalists in the first ones, then the best and the played one until it is decided.

        Returns the worlds' weights, why the best is worth more than the played one, and more than the second best.
        """
        least, most = (number * (2 if self.sharp else 1) for number in self.budget.measured_in)
        weights: list[float] = []
        terms, second = Sum(), Sum()
        for one in finalists:
            one.values = []
        for n in range(most if best is not played else least):
            if n >= least and n % LOOKS == 0 and is_decided(best, played, weights):
                break
            world = self.worlds.world("measure", n)
            weights.append(world.weight)
            ends = []
            for one in finalists if n < least else (best, played):
                value, end = self._played_out(world, one.option)
                one.values.append(value)
                ends.append((one, end))
            for other, end in ends[1:]:
                if other is played:
                    terms.add(self._why(ends[0][1], end), world.weight)
                if other is finalists[1] and n < least:
                    second.add(self._why(ends[0][1], end), world.weight)
        return weights, terms, second

    def _why(self, one: Any, other: Any) -> dict[str, float]:
        return difference(self.evaluation, one, other, self.asked.seat)

    def _row(self, one: Tried, weights: Sequence[float], best: Tried, played: Tried) -> dict[str, Any]:
        """How an option did; ``gain`` is what it brings above the played one, ``better`` if that is worth a mark."""
        a, seen = self.asked, len(one.values)
        mean = mean_of([b - v for b, v in zip(best.values, one.values, strict=False)], weights[:seen])
        gain = mean_of([v - p for v, p in zip(one.values, played.values, strict=False)], weights[:seen])
        line = Replies(a.game, self.evaluation, dice(self.seed, a.number, "line"))
        answers = line.line(self.worlds.world("line", 0).state, one.option)[1]
        return {
            "decision": a.game.encode_decision(one.option),
            "chance": whole(mean_of(one.values, weights[:seen]).value),
            "loss": whole(mean.value),
            "error": whole(mean.error) if one is not best else 0,
            "gain": whole(gain.value),
            "better": one is not played and is_loss(gain),
            "line": written(a, answers),
        }


def is_decided(best: Tried, played: Tried, weights: Sequence[float]) -> bool:
    """Whether more worlds would not change that there is a loss worth a mark, or none."""
    mean = mean_of([b - p for b, p in zip(best.values, played.values, strict=True)], weights)
    reach = 2 * mean.error
    return mean.value + reach < MARK_FROM / WHOLE or mean.value - reach > MARK_FROM / WHOLE


def is_loss(mean: Mean) -> bool:
    """Worth a mark: more than five points, and more than two standard errors."""
    return mean.value * WHOLE > MARK_FROM and mean.value > ERRORS * mean.error


def written(question: Asked, line: Sequence[Decision]) -> list[dict[str, Any]]:
    """A line of play as JSON."""
    return [{"seat": one.seat, "decision": dict(question.game.encode_decision(one))} for one in line]


def scan(subject: Subject, number: int, budget: Budget, seed: bytes) -> dict[str, Any]:
    """Empty where there was nothing to choose."""
    found = bench(subject, number, budget.weighted, seed)
    return {} if found is None else Scan(found, budget, seed).result()
