"""Luck apart from skill, by knowledge of each seat (after Zare's analysis of backgammon).

    final - initial = luck + skill + what was revealed

Luck is the value of what a seat sees after a chance event minus its expectation over other draws of the same chance, so
that over many games it comes to nothing, whatever the seat believes and however values are found. What was revealed is
what it learned of cards that somebody knew: the seat's worlds that a rival's choice rules out, and cards that another
seat had held. Everything else is skill, its own and that of the others. A card that nobody could see before is chance,
however long it has lain there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..contract import CONCEDE, Event, SeatNo
from ..record.match import fold
from ..search.dice import Dice
from ..search.evaluation import Evaluation
from ..search.playout import Playout
from ..search.weights import JUDGE
from .budgets import Budget
from .numbers import Mean, mean_of, whole
from .subject import Subject
from .worlds import dice

FEW: Final = 4
"""Of fewer worlds nothing is said: what a choice revealed then counts as skill."""


def luck(subject: Subject, number: int, budget: Budget, seed: bytes) -> dict[str, Any]:
    """By seat what a batch brought in luck, the square of its error, and what it revealed. Empty where nothing is
    counted.
    """
    seats = range(subject.setup.seats)
    if not budget.luck_in:
        return {}
    found = (
        [_start(subject, SeatNo(seat), budget, seed) for seat in seats]
        if number == 0
        else [_batch(subject, number, SeatNo(seat), budget, seed) for seat in seats]
    )
    return {
        "luck": [one.luck for one in found],
        "revealed": [one.revealed for one in found],
        "squares": [one.square for one in found],
        **({"initial": [one.initial for one in found]} if number == 0 else {}),
    }


class Found:
    """What is found for one seat."""

    def __init__(self, luck: int = 0, revealed: int = 0, square: int = 0, initial: int = 0) -> None:
        self.luck, self.revealed, self.square, self.initial = luck, revealed, square, initial


class Valued:
    """Values of worlds for one seat."""

    def __init__(self, subject: Subject, seat: SeatNo, seed: bytes, number: int, purpose: str) -> None:
        self._subject = subject
        self._seat = seat
        self._name = (number, seat, purpose)
        self._seed = seed
        self._evaluation = Evaluation(subject.game, subject.states[0], JUDGE)

    def dice(self, n: int) -> Dice:
        return dice(self._seed, "luck", *self._name, n)

    def value(self, state: Any, draws: Dice) -> float:
        """By a quick playout, which uses the state up."""
        return Playout(self._subject.game, self._evaluation, draws).values(state)[self._seat]

    def of_view(self, view: Any, worlds: int) -> Mean:
        """The mean over worlds dealt from a view."""
        game, values = self._subject.game, []
        for n in range(worlds):
            draws = self.dice(n)
            values.append(self.value(game.redeal(view, draws), draws))
        return _mean(values)


def _start(subject: Subject, seat: SeatNo, budget: Budget, seed: bytes) -> Found:
    """The deal: what it is worth to a seat that sees its own part of it, against other deals of the same setup."""
    game, values = subject.game, []
    other = Valued(subject, seat, seed, 0, "deals")
    for n in range(budget.luck_in):
        draws = other.dice(n)
        start = fold(game, game.initial(), game.start(subject.setup, draws))
        values.append(other.value(game.redeal(game.view(start, seat), draws), draws))
    expected = _mean(values)
    after = Valued(subject, seat, seed, 0, "after").of_view(game.view(subject.states[0], seat), budget.luck_in)
    initial = whole(expected.value)
    return Found(whole(after.value) - initial, 0, _square(after, expected), initial)


def _batch(subject: Subject, number: int, seat: SeatNo, budget: Budget, seed: bytes) -> Found:
    game, batch = subject.game, subject.batches[number]
    decision = batch.decision
    before, after = subject.states[number - 1], subject.states[number]
    if decision is None or decision.kind == CONCEDE or game.outcome(before) is not None:
        return Found()
    view = game.view(before, seat)
    valued = Valued(subject, seat, seed, number, "before")
    true_facts = _seen(game, batch.events, seat)
    unplayed: list[tuple[Any, bool]] = []
    played: list[Any] = []
    differs = False
    for n in range(budget.luck_in):
        world = game.redeal(view, valued.dice(n))
        fits = decision.seat == seat or decision in game.options(world, decision.seat)
        unplayed.append((world, fits))
        if fits:
            state = world.copy()
            facts = game.advance(state, decision, valued.dice(-1 - n))
            played.append(state)
            differs = differs or _seen(game, facts, seat) != true_facts
    found = Found()
    if FEW <= len(played) < len(unplayed):
        values = [valued.value(world, valued.dice(1000 + n)) for n, (world, _) in enumerate(unplayed)]
        possible = [value for value, (_, fits) in zip(values, unplayed, strict=True) if fits]
        found.revealed = whole(sum(possible) / len(possible) - sum(values) / len(values))
    tells = len(played) >= FEW
    if tells and not differs:
        return found
    drawn = _drawn_anew(subject, number, seat, budget, seed)
    if drawn is None and not tells:
        return found
    came = Valued(subject, seat, seed, number, "after").of_view(game.view(after, seat), budget.luck_in)
    if drawn is not None:
        found.luck, found.square = whole(came.value) - whole(drawn.value), _square(came, drawn)
    if tells:
        expected = _mean([valued.value(state, valued.dice(2000 + n)) for n, state in enumerate(played)])
        found.revealed += whole((drawn or came).value) - whole(expected.value)
    return found


def _drawn_anew(subject: Subject, number: int, seat: SeatNo, budget: Budget, seed: bytes) -> Mean | None:
    """What the seat would see of the decision is worth where all hands are as they were, and what no seat knew is
    dealt anew; None if it would see the same."""
    game, batch = subject.game, subject.batches[number]
    assert batch.decision is not None
    seats = frozenset(map(SeatNo, range(subject.setup.seats)))
    known = game.view(subject.states[number - 1], seats if len(seats) > 1 else seat)
    valued = Valued(subject, seat, seed, number, "drawn anew")
    true_facts, states = _seen(game, batch.events, seat), []
    differs = False
    for n in range(budget.luck_in):
        draws = valued.dice(n)
        state = game.redeal(known, draws)
        facts = game.advance(state, batch.decision, draws)
        differs = differs or _seen(game, facts, seat) != true_facts
        states.append((state, draws))
    if not differs:
        return None
    return _mean([valued.value(game.redeal(game.view(state, seat), draws), draws) for state, draws in states])


def _seen(game: Any, events: Sequence[Event], seat: SeatNo) -> tuple[Event, ...]:
    return tuple(game.redact(event, seat) for event in events)


def _mean(values: Sequence[float]) -> Mean:
    return mean_of(values, [1.0] * len(values))


def _square(one: Mean, other: Mean) -> int:
    return round((one.error**2 + other.error**2) * 10**8)
