"""A hundred and fifty random games (the long run: six hundred), each proved in every way.

``python -m benchmarks.fuzz_elekt`` proves tens of thousands.
"""

from __future__ import annotations

import pytest

from tests.sampling import sample

from .fuzz import Coverage, prove_game

PORTIONS, GAMES = sample((1, 12), (8, 25))


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
