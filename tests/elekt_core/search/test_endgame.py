"""What can be forced to the end of a round, against plain minimax over every answer."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from elekt_core.contract import Decision
from elekt_core.games.elekt import game
from elekt_core.search import endgame
from elekt_core.search.candidates import SENSIBLE
from elekt_core.search.dice import Dice
from elekt_core.search.endgame import Endgame, TooFar
from elekt_core.search.evaluation import Evaluation
from elekt_core.search.playout import begins_round
from elekt_core.search.weights import JUDGE
from tests.sampling import sample

from .positions import asked

FEW = 400
"""Positions of a whole tree that is searched without sparing any."""


def draws() -> Dice:
    return Dice(b"draws")


class Plain:
    """The value for seat 0 of a position that is searched whole, or None if it is too large."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.left = FEW

    def after(self, state: Any, option: Decision) -> int | None:
        state, self.left = state.copy(), self.left - 1
        begun = begins_round(game, game.advance(state, option, draws()))
        options = game.options(state)
        if begun or not options or game.outcome(state) is not None:
            return round(100 * self.evaluation.values(state)[0])
        values = []
        for answer in options:
            value = self.after(state, answer) if self.left > 0 else None
            if value is None:
                return None
            values.append(value)
        return max(values) if options[0].seat == 0 else min(values)


@cache
def small_ones() -> list[tuple[Any, Evaluation, Decision, int]]:
    """Whole positions with an option and its value for seat 0, of which no more than few others follow."""
    found: list[tuple[Any, Evaluation, Decision, int]] = []
    for one in asked(game, 2, 3, every=2):
        if one.options[0].kind in ("assign_or_pass", "recruit"):
            continue
        evaluation = Evaluation(game, one.view, JUDGE)
        for option in one.options[:: max(1, len(one.options) // 2)]:
            value = Plain(evaluation).after(one.state, option)
            if value is not None:
                found.append((one.state, evaluation, option, value))
        if len(found) >= sample(12, 60):
            break
    return found


def forced(one: Endgame, state: Any, option: Decision) -> int:
    """The most that it says can be forced."""
    least, most = 0, 100
    while least < most:
        middle = (least + most + 1) // 2
        if (found := one.at_least(state, option, middle)) >= middle:
            least = found
        else:
            most = found
    return least


def test_what_is_forced_is_what_plain_minimax_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "NARROW", (10_000, -1.0))
    monkeypatch.setattr(endgame, "WIDE", -1.0)
    for state, evaluation, option, value in small_ones():
        before = state.copy()
        one = Endgame(game, evaluation, 0, draws, 10**6, strict=True)
        assert forced(one, state, option) == value
        line, end = one.line(state, option, value, value)
        assert (line[0], round(100 * evaluation.values(end)[0])) == (option, value)
        assert state == before


def test_what_is_proved_against_all_answers_is_never_more_than_there_is() -> None:
    differ = 0
    for state, evaluation, option, value in small_ones():
        least = forced(Endgame(game, evaluation, 0, draws, 10**6, strict=True), state, option)
        most = 100 - forced(Endgame(game, evaluation, 1, draws, 10**6, strict=True), state, option)
        assert least <= value <= most
        differ += least < most
    assert differ < sample(12, 60) // 2, "mostly both prove the same"


def test_a_proof_has_to_hold_against_every_sensible_answer_however_many() -> None:
    """The answer that saves a rival may look worse after one step than two dozen others."""
    one = next(one for n in range(20) for one in asked(game, 2, n) if len(one.options) > 40)
    evaluation = Evaluation(game, one.view, JUDGE)
    sensible = [option for option in one.options if game.inclination(one.state, option) >= SENSIBLE]
    assert len(sensible) > 40
    mover = one.options[0].seat
    for forces, answers in ((1 - mover, len(sensible)), (mover, 5)):
        search = Endgame(game, evaluation, forces, draws, 10**6, strict=True)
        search._left = 10**6
        assert len([*search._answers(one.state, one.options, ())]) == answers


def test_what_is_too_far_away_is_not_answered() -> None:
    state, evaluation, option, _ = small_ones()[0]
    with pytest.raises(TooFar):
        Endgame(game, evaluation, 0, draws, 0, strict=False).at_least(state, option, 50)
    first = next(one for one in asked(game, 2, 0) if one.options[0].kind == "assign_or_pass")
    far = Endgame(game, Evaluation(game, first.view, JUDGE), 0, draws, 200, strict=False)
    assert not far.is_near(first.state, first.options[0], Dice(b"size"))
    with pytest.raises(TooFar):
        forced(far, first.state, first.options[0])


class Rolling:
    """The game, with a die rolled at each choice."""

    def __getattr__(self, name: str) -> Any:
        return getattr(game, name)

    def advance(self, state: Any, decision: Decision, chance: Dice) -> Any:
        chance.below(6)
        return game.advance(state, decision, chance)


def test_nobody_foresees_what_is_drawn_before_the_end() -> None:
    first = next(one for one in asked(game, 2, 0) if one.options[0].kind == "assign_or_pass")
    rolling: Any = Rolling()
    one = Endgame(rolling, Evaluation(rolling, first.view, JUDGE), 0, draws, 10**6, strict=False)
    with pytest.raises(TooFar):
        one.at_least(first.state, first.options[0], 50)
