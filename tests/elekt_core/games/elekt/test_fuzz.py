"""Some hundreds of random games, each proved in every way; tens of thousands by ``python -m benchmarks.fuzz_elekt``."""

from __future__ import annotations

import pytest

from .fuzz import Coverage, prove_game

PORTIONS, GAMES = 4, 25


@pytest.mark.slow
@pytest.mark.parametrize("portion", range(PORTIONS))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_keep_every_law(seats: int, portion: int) -> None:
    coverage = Coverage()
    for seed in range(portion * GAMES, (portion + 1) * GAMES):
        try:
            prove_game(seed, seats, coverage)
        except Exception as error:
            error.add_note(f"seats {seats}, seed {seed}")
            raise
    assert coverage.games == GAMES
    assert not [name for name in coverage.missing() if name.startswith("decision") and "choose_victim" not in name]
