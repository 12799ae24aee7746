"""Whole games under the eyes of a referee who reads the rules on his own."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from elekt_core.games.elekt import game
from elekt_core.kit.notation import kind_of
from tests.sampling import sample

from .random_games import batches
from .referee import Referee

GAMES = int(os.environ.get("ELEKT_RANDOM_GAMES", "12"))
"""Games for each number of seats and each manner of playing."""


@pytest.mark.parametrize("ruleset", ["elekt-2e-r2", "elekt-1e-r2"])
@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("seats", sample([2, 4], [2, 3, 4]))
def test_no_event_of_whole_games_breaks_a_rule(seats: int, bold: bool, ruleset: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        referee = Referee()
        for batch in batches(1000 * seats + seed, seats, bold=bold, ruleset=ruleset):
            for event in batch.events:
                kind = kind_of(type(event))
                try:
                    referee.see(kind, game.encode_event(event))
                except AssertionError as error:
                    raise AssertionError(f"game {seed} of {seats}: {event}: {error}") from error
        seen += referee.seen
    assert seen["game_ended"] == GAMES
    assert seen["confrontation_won"] > 20 * GAMES  # there was something to watch
