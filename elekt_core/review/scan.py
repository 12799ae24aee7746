"""The first judge: finds what may be better than the played choice, and what that choice loses against it.

It plays on with open cards: in each dealt world every seat answers as if it knew that world (``search.lines``). Every
line is valued a short way on and where the round ends, and only what both call a loss may become a mark: a short look
is blind to plans, a far one believes that everybody goes on as it does. What knows all cards takes for granted that all
know them (strategy fusion: Frank and Basin, Artificial Intelligence 100, 1998), so the second judge, who does not, has
the last word.

What looks better in a few worlds is measured in others: the best of many is partly lucky, which new worlds do not
repeat. Where nothing looks better, the choice stands, and no more is thought about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ..contract import Decision
from ..search.candidates import candidates
from ..search.evaluation import Evaluation
from ..search.greedy import FEW_OPTIONS
from ..search.levels import FAR
from ..search.lines import Line
from ..search.replies import Replies
from ..search.weights import JUDGE
from .budgets import Budget
from .numbers import POINT, WHOLE, Mean, in_whole, log_odds, mean_of, whole
from .subject import Asked, Subject, asked
from .terms import Sum, difference
from .worlds import World, Worlds

PRIOR: Final = 2
"""As many worlds is the settled value of an option worth while the best one is sought."""
FINALISTS: Final = 3
LOOKS: Final = 2
"""After every so many worlds it is asked whether more are needed."""
MARK_FROM: Final = 5 * POINT
"""From this loss on there are marks."""
CLEARLY: Final = 10 * POINT
"""An option that is better by so much than all others is an exercise."""
ERRORS: Final = 2.0
"""A loss counts above so many standard errors."""
STAKE: Final = 1.0
"""What would not be worth a mark even with so many standard errors more is not measured on."""
AS_GOOD: Final = 1 * POINT
"""An option is as good as the best if it does not lose more than this beyond the standard error."""
HOPE: Final = 2 * POINT
"""An option that promises so much more than the played one is measured."""
SHORT: Final = 16
"""How far a short look reaches (``Line.play``); the far one takes ``FAR``."""
BEHIND: Final = 6 * POINT
"""An option whose settled value is so far below that of the played one is not looked at."""
DOUBT: Final = POINT // 2
"""An option that loses no more than this by a short look may still be better."""


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


def line_in(b: Bench, world: World, option: Decision) -> Line:
    """The option in the world, to be played on with open cards."""
    draws, thoughts = b.worlds.draws(world), b.worlds.thoughts(world)
    return Line(b.asked.game, b.evaluation, world.state.copy(), option, draws, thoughts)


class Tried:
    """An option, and how it did in each world: ``short`` and far (``values``)."""

    def __init__(self, option: Decision, prior: float) -> None:
        self.option = option
        self.prior = prior
        self.short: list[float] = []
        self.values: list[float] = []

    def promise(self, other: Tried, weights: Sequence[float]) -> float:
        """What it promises more than the other: mean of what both were seen to bring in the same worlds and of the
        settled values."""
        seen = [weight * more for weight, more in zip(weights, self.more_than(other), strict=False)]
        return (PRIOR * (self.prior - other.prior) + sum(seen)) / (PRIOR + sum(weights[: len(seen)]))

    def more_than(self, other: Tried) -> list[float]:
        """What it brought more, in the worlds that both have seen."""
        return _differences(self.values, other.values)

    def above(self, other: Tried, weights: Sequence[float]) -> Mean:
        """What it is worth more than the other, in the worlds that both have seen."""
        return _together((self.more_than(other), weights))

    def above_shortly(self, other: Tried, weights: Sequence[float]) -> float:
        """The same by a short look and by the settled value together: two looks that end before plans come to bear."""
        shortly = _differences(self.short, other.short)
        return self.prior - other.prior + _together((shortly, weights)).value

    def may_be_better(self, other: Tried, weights: Sequence[float]) -> bool:
        """Whether a short look does not speak against it."""
        return self.above_shortly(other, weights) > -DOUBT / WHOLE

    def is_in_question(self, other: Tried, weights: Sequence[float]) -> bool:
        """Whether it may be better and promises more."""
        return self.may_be_better(other, weights) and self.promise(other, weights) > 0


class Scan:
    """The scan of one decision."""

    def __init__(self, b: Bench, budget: Budget) -> None:
        self.bench = b
        self.asked, self.evaluation, self.worlds = b.asked, b.evaluation, b.worlds
        self.budget = budget
        self.ended = self.made = 0
        self.terms, self.second = Sum(), Sum()
        """Why the best option is worth more than the played one, and more than the second best."""

    def result(self) -> dict[str, Any]:
        finalists, weights = self._chosen()
        best = finalists[0]
        played = next(one for one in finalists if one.option == self.asked.played)
        if needs_measuring(finalists, played, weights):
            weights = self._measured(finalists, played, weights)
        mean = best.above(played, weights)
        loss = whole(mean.value)
        rows = [self._row(one, weights, best, played) for one in finalists]
        chances = [row["chance"] for row, one in zip(rows, finalists, strict=True) if one in (best, played)]
        terms, second = self.terms.mean(), self.second.mean()
        return {
            "options": len(self.asked.options),
            "sharp": self.sharp,
            "weighted": self.worlds.weighted,
            "loss": loss,
            "error": whole(mean.error) if best is not played else 0,
            "sample": round(100 * mean.sample),
            "worlds": len(weights),
            "logit": round(WHOLE * (log_odds(chances[0] / WHOLE) - log_odds(chances[-1] / WHOLE))),
            "chance": chances[-1],
            "terms": [[name, value] for name, value in in_whole(terms, loss)] if terms else [],
            "best": rows,
            "second": [[name, value] for name, value in in_whole(second, rows[1]["loss"])] if second else [],
            "doubtful": any(row["better"] for row in rows),
        }

    @property
    def sharp(self) -> bool:
        """Whether most far lines reached the end of the game, where values are exact and jump."""
        return 2 * self.ended > self.made

    # --- finding what may be better -----------------------------------------------------------------------------

    def _chosen(self) -> tuple[list[Tried], list[float]]:
        """The few options that promise most, the best one first, and the played one; and the weights of their worlds.

        In the second half of the worlds only those go on that after the first promise more than the played one. That
        one comes first where nothing promises enough more to be measured.
        """
        tried = self._settled()
        played = next(one for one in tried if one.option == self.asked.played)
        running = [one for one in tried if played.prior - one.prior < BEHIND / WHOLE]
        weights, half = list[float](), self.budget.chosen_in // 2
        for first in (0, half):
            if first and running == [played]:
                break
            weights += self._tried_in(range(first, first + half), running, played, weights)
            running = [one for one in running if one is played or one.is_in_question(played, weights)]
        for one in tried:
            if not one.values:
                one.values = _as_after(played, one)
        hopeful = [one for one in running if one.promise(played, weights) > HOPE / WHOLE]
        best = max(hopeful, key=lambda one: one.promise(played, weights), default=played)
        ordered = sorted(tried, key=lambda one: (one is not best, -one.promise(played, weights)))
        return ordered[:FINALISTS] + [one for one in ordered[FINALISTS:] if one is played], weights

    def _tried_in(
        self, numbers: Sequence[int], running: Sequence[Tried], played: Tried, before: Sequence[float]
    ) -> list[float]:
        """Play the options on in more worlds, far only where a short look does not speak against them. Returns the
        weights of these worlds, those ``before`` them given."""
        weights, lines = list[float](), list[tuple[Tried, Line]]()
        for n in numbers:
            world = self.worlds.world("choose", n)
            weights.append(world.weight)
            lines += [(one, self._line(world, one)) for one in running]
        for one, line in lines:
            if one is played or one.may_be_better(played, [*before, *weights]):
                self._play_on(one, line)
        return weights

    def _settled(self) -> list[Tried]:
        """The best options by a look of one step, and the played one."""
        a = self.asked
        looking = self.worlds.dice("look")
        found = candidates(a.game, a.view, a.options, looking)
        if a.played not in found:
            found.append(a.played)
        dealt = [self.worlds.world("look", n).state for n in range(1 if len(found) > FEW_OPTIONS else 2)]
        ranked = Replies(a.game, self.evaluation, looking).ranked(dealt, found)
        return [
            Tried(one.option, one.value)
            for n, one in enumerate(ranked)
            if n < self.budget.options or one.option == a.played
        ]

    def _line(self, world: World, one: Tried) -> Line:
        """The option played on in the world, a short way."""
        line = line_in(self.bench, world, one.option)
        line.play(SHORT)
        one.short.append(self._value(line))
        return line

    def _play_on(self, one: Tried, line: Line) -> None:
        line.play(FAR)
        self.made += 1
        self.ended += self.asked.game.outcome(line.state) is not None
        one.values.append(self._value(line))

    def _value(self, line: Line) -> float:
        return self.evaluation.values(line.state)[self.asked.seat]

    # --- measuring ----------------------------------------------------------------------------------------------

    def _measured(self, finalists: Sequence[Tried], played: Tried, before: Sequence[float]) -> list[float]:
        """In new worlds: all finalists in the first ones, then those that may still be worth a mark, and the played
        one, until it is decided. Returns the weights of the worlds.

        A few new worlds may all say the same, and not what those said in which the options were chosen (their weights
        are given): as long as all of them together promise a mark, nothing is decided.
        """
        least, most = (number * (2 if self.sharp else 1) for number in self.budget.measured_in)
        best, weights = finalists[0], list[float]()
        promised = {one: one.more_than(played) for one in finalists}
        for one in finalists:
            one.short, one.values = [], []
        running = list(finalists)
        for n in range(most):
            if n >= least and n % LOOKS == 0:
                others = [one for one in running if one is not played and one.may_be_better(played, weights)]
                hopeful = [
                    one
                    for one in others
                    if is_undecided(one.above(played, weights))
                    or may_be_loss(_together((promised[one], before), (one.more_than(played), weights)))
                ]
                if not hopeful or any(is_clearly_better(one, played, weights) for one in others):
                    break
                running = [one for one in finalists if one in hopeful or one in (best, played)]
            world = self.worlds.world("measure", n)
            weights.append(world.weight)
            ends = {}
            for one in running:
                line = self._line(world, one)
                self._play_on(one, line)
                ends[one] = line.state
            self._explain(ends, best, finalists[1], played, world.weight)
        return weights

    def _explain(self, ends: Mapping[Tried, Any], best: Tried, second: Tried, played: Tried, weight: float) -> None:
        for other, terms in ((played, self.terms), (second, self.second)):
            if other in ends and other is not best:
                terms.add(difference(self.evaluation, ends[best], ends[other], self.asked.seat), weight)

    def _row(self, one: Tried, weights: Sequence[float], best: Tried, played: Tried) -> dict[str, Any]:
        """How an option did; ``gain`` is what it brings above the played one, ``better`` if that is worth a mark."""
        a = self.asked
        loss, gain = best.above(one, weights), one.above(played, weights)
        line = Replies(a.game, self.evaluation, self.worlds.dice("line"))
        answers = line.line(self.worlds.world("line", 0).state, one.option)[1]
        return {
            "decision": a.game.encode_decision(one.option),
            "chance": whole(_share(mean_of(played.values, weights).value + gain.value)),
            "loss": whole(loss.value),
            "error": whole(loss.error) if one is not best else 0,
            "gain": whole(gain.value),
            "better": one is not played and is_better(one, played, weights),
            "line": written(a, answers),
        }


def _differences(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [a - b for a, b in zip(one, other, strict=False)]


def _together(*found: tuple[Sequence[float], Sequence[float]]) -> Mean:
    """The mean of differences, each with the weights of the worlds in which they were seen, from the first one on."""
    values = [value for some, _ in found for value in some]
    return mean_of(values, [weight for some, weights in found for weight in weights[: len(some)]])


def _as_after(played: Tried, one: Tried) -> list[float]:
    """Far values of an option that was not played on: as if what follows brought the same as after the played one."""
    if not one.short:
        return [_share(far + one.prior - played.prior) for far in played.values]
    found = zip(one.short, played.short, played.values, strict=False)
    return [_share(far + short - before) for short, before, far in found]


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))


def needs_measuring(finalists: Sequence[Tried], played: Tried, weights: Sequence[float]) -> bool:
    """Whether something may be better than the played option, or that one stands out."""
    best, *others = finalists
    if best is not played:
        return True
    return bool(others) and all(best.above(one, weights).value > CLEARLY / WHOLE for one in others)


def is_better(one: Tried, played: Tried, weights: Sequence[float]) -> bool:
    """Whether by the far look the played option loses enough for a mark, and a short look does not say otherwise."""
    return is_loss(one.above(played, weights)) and one.above_shortly(played, weights) > 0


def is_clearly_better(one: Tried, played: Tried, weights: Sequence[float]) -> bool:
    """Whether more worlds would hardly change that it is better."""
    return is_better(one, played, weights) and is_clear_loss(one.above(played, weights))


def is_undecided(mean: Mean) -> bool:
    """Whether more worlds might change that there is a loss worth a mark, or none."""
    return mean.value - ERRORS * mean.error <= MARK_FROM / WHOLE and may_be_loss(mean)


def may_be_loss(mean: Mean) -> bool:
    """Whether it may be worth a mark."""
    return mean.value + STAKE * mean.error >= MARK_FROM / WHOLE


def is_clear_loss(mean: Mean) -> bool:
    """Whether more worlds would hardly change that there is a loss worth a mark."""
    return mean.value - ERRORS * mean.error > MARK_FROM / WHOLE


def is_loss(mean: Mean) -> bool:
    """Worth a mark: more than five points, and more than two standard errors."""
    return mean.value * WHOLE > MARK_FROM and mean.value > ERRORS * mean.error


def written(question: Asked, line: Sequence[Decision]) -> list[dict[str, Any]]:
    """A line of play as JSON."""
    return [{"seat": one.seat, "decision": dict(question.game.encode_decision(one))} for one in line]


def scan(subject: Subject, number: int, budget: Budget, seed: bytes) -> dict[str, Any]:
    """Empty where there was nothing to choose."""
    found = bench(subject, number, budget.weighted, seed)
    return {} if found is None else Scan(found, budget).result()
