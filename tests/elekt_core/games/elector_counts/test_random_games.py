"""Laws of the contract and of the rules in whole random games; more of them: ``benchmarks/fuzz_elector_counts.py``."""

from __future__ import annotations

import pytest

from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.agenda import KINDS
from elekt_core.games.elector_counts.decisions import CODES, NOT_OFFERED
from elekt_core.games.elector_counts.facts import FOLDS
from elekt_core.games.elector_counts.game import game
from elekt_core.games.elector_counts.play import QUESTIONS, STEPS
from tests.sampling import sample

from .fuzz import Coverage, prove_game

GAMES = sample(4, 300)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_and_keep_every_law(seats: int) -> None:
    coverage = Coverage()
    for seed in range(GAMES):
        prove_game(seed, seats, coverage)
    assert coverage.games == GAMES


def test_every_word_has_its_handlers() -> None:
    assert set(FOLDS) == set(e.KINDS.values())
    assert set(STEPS) == set(KINDS.values())
    assert set(QUESTIONS) == {*NOT_OFFERED, "act"}
    assert set(NOT_OFFERED.values()) <= set(CODES)
    assert set(game.event_kinds) == set(e.KINDS)
