"""An exercise by itself: what its seat knew, the second judge's word on it, and what an answer is worth.

All of it follows from the seat's facts, the decision's number and a seed; the match and its hidden cards are not
needed. ``number`` and seed say which worlds are dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..contract import Decision, Event, Game, SeatNo
from ..search.evaluation import Evaluation
from ..search.levels import FAR
from ..search.weights import JUDGE
from .budgets import BUDGETS, USUAL
from .confirm import FINE, TOGETHER, WEIGHTS, both_ways, mean_loss, played_on
from .numbers import POINT, in_whole, mean_of, whole
from .proof import PLAYED, as_good, whole_proof
from .scan import AS_GOOD, CLEARLY, ERRORS, Bench, line_in
from .subject import Asked, remembered
from .terms import Sum, difference
from .worlds import World, Worlds

CONFIRMED_IN: Final = 8
"""Worlds of the second judge for each of the other choices."""
ANSWERED_IN: Final = 12
"""Worlds of the first judge for a choice that was not looked at before."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What a choice loses against the best one, in hundredths of a point; ``terms`` are negative and sum to it."""

    loss: int
    error: int
    terms: tuple[tuple[str, int], ...] = ()

    @property
    def is_as_good(self) -> bool:
        return self.loss <= AS_GOOD + self.error


def asked_of(game: Game[Any], facts: Iterable[Event], seat: SeatNo, number: int, best: Mapping[str, Any]) -> Asked:
    """The question of an exercise, from the facts before it as its seat knows them."""
    view, told = game.view(game.initial(), seat), list(facts)
    for fact in told:
        game.evolve(view, fact)
    played, memory = game.decode_decision(seat, dict(best)), remembered(game, told, seat)
    return Asked(game, number, view, game.options(view, seat), played, game.recalled(view, memory), ())


def bench_of(question: Asked, seed: bytes) -> Bench:
    evaluation = Evaluation(question.game, question.view, JUDGE)
    return Bench(question, evaluation, Worlds(question, evaluation, seed, weighted=False))


def confirmed(found: Bench, others: Sequence[Mapping[str, Any]]) -> list[int] | None:
    """What the second judge says that each of the ``others`` loses against the best one; None where one of them loses
    too little to be sure, or where it is proved that another is as good.
    """
    losses = []
    best, seat = found.asked.played, found.asked.seat
    worlds = [found.worlds.world("exercise", n) for n in range(CONFIRMED_IN)]
    values = [_value(found, world, best) for world in worlds[:TOGETHER]]
    for other in others:
        option, rows = found.asked.game.decode_decision(seat, dict(other)), list[list[int]]()
        for n, world in enumerate(worlds):
            if n == len(values):
                values.append(_value(found, world, best))
            ways = [round(way.value * FINE) for way in both_ways(found, world, option, best)]
            rows.append([round(world.weight * WEIGHTS), values[n], *ways])
            if n + 1 == TOGETHER and whole(mean_loss(rows).value) < CLEARLY:
                return None
        mean = mean_loss(rows)
        if whole(mean.value) <= CLEARLY or mean.value <= ERRORS * mean.error:
            return None
        losses.append(whole(mean.value))
    return None if _is_refuted(found, others) else losses


def _is_refuted(found: Bench, others: Sequence[Mapping[str, Any]]) -> bool:
    proof = whole_proof(found, others, BUDGETS[USUAL])
    return bool(proof) and (proof["best"] != PLAYED or bool(as_good(proof)))


def _value(found: Bench, world: World, option: Decision) -> int:
    return round(played_on(found, world, option).value * FINE)


def compared(found: Bench, option: Decision) -> Compared:
    """An answer, by the first judge."""
    best, terms, pairs = found.asked.played, Sum(), []
    if option == best:
        return Compared(0, 0)
    worlds = [found.worlds.world("answer", n) for n in range(ANSWERED_IN)]
    for world in worlds:
        one, other = (_played_on(found, world, each) for each in (best, option))
        seat = found.asked.seat
        pairs.append(found.evaluation.values(one)[seat] - found.evaluation.values(other)[seat])
        terms.add(difference(found.evaluation, one, other, seat), world.weight)
    mean = mean_of(pairs, [world.weight for world in worlds])
    loss = max(0, whole(mean.value))
    why = terms.mean()
    named = in_whole(why, loss) if why and loss > POINT else ()
    return Compared(loss, whole(mean.error), tuple((name, -value) for name, value in named))


def _played_on(found: Bench, world: World, option: Decision) -> Any:
    line = line_in(found, world, option)
    line.play(FAR)
    return line.state


def line_of(found: Bench, option: Decision) -> list[tuple[Decision, Any]]:
    """How it may go on with sense on all sides, in a world that looks to the seat as its own: each decision with the
    position before it."""
    game, world = found.asked.game, found.worlds.world("line", 0)
    line = played_on(found, world, option).line
    state, draws, steps = world.state.copy(), found.worlds.draws(world), []
    for decision in line:
        steps.append((decision, state.copy()))
        game.advance(state, decision, draws)
    return steps
