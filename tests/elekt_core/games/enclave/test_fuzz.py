"""Some hundred random games, each proved in every way; ``python -m benchmarks.fuzz_enclave`` proves thousands."""

from __future__ import annotations

from itertools import product

import pytest

from tests.sampling import sample

from .fuzz import Coverage, prove_game

GAMES, RECORDS = sample((5, 1), (300, 100))
"""For each number of seats; the records of the first ones are written, read and made anew as well."""


@pytest.mark.slow
def test_random_games_keep_every_law() -> None:
    coverage = Coverage()
    for seats, seed in product((2, 3, 4), range(GAMES)):
        try:
            prove_game(seed, seats, coverage, with_record=seed < RECORDS)
        except Exception as error:
            error.add_note(f"seats {seats}, seed {seed}")
            raise
    assert coverage.games == 3 * GAMES
    assert coverage.reasons["victory_points"]
    assert not [name for name in coverage.missing() if name.startswith("decision") and "clear_slot" not in name]
