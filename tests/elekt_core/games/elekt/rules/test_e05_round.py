"""E5: round."""

from __future__ import annotations

import random

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game

from .marks import rule


def whole_game(seats: int, seed: int) -> list[object]:
    state, choose, chance = game.initial(), random.Random(seed), SeededChance(b"%d" % seed)
    log: list[object] = []
    batch = game.start(Setup("elekt", "elekt-2e-r2", seats, {}), chance)
    while True:
        for event in batch:
            game.evolve(state, event)
        log += batch
        if game.outcome(state):
            return log
        options = game.options(state)
        batch = game.decide(state, options[choose.randrange(len(options))], chance)


@rule("E5.1")
def test_a_round_has_four_phases_in_order() -> None:
    log = whole_game(3, 4)
    starts = [event for event in log if isinstance(event, e.RoundStarted | e.PhaseStarted)]
    course = ["round" if isinstance(event, e.RoundStarted) else event.phase for event in starts]
    assert course[:6] == ["round", 0, 1, 2, 3, "round"]
    rounds = [event.number for event in starts if isinstance(event, e.RoundStarted)]
    assert rounds == list(range(1, len(rounds) + 1))


@rule("E5.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_most_six_rounds_are_played(seats: int) -> None:
    for seed in range(8):
        rounds = [event.number for event in whole_game(seats, seed) if isinstance(event, e.RoundStarted)]
        assert 1 <= rounds[-1] <= 6
