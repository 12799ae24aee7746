"""The greedy bot knows enough of Enclave to beat chance."""

from __future__ import annotations

import pytest

from elekt_core.bots import RANDOM, play_out
from elekt_core.contract import Bot, Setup
from elekt_core.games.enclave import game
from elekt_core.search.greedy import Greedy
from tests.sampling import sample


@pytest.mark.parametrize(("seats", "games"), sample([(4, 1)], [(2, 2), (4, 1)]))
def test_greedy_beats_random_players(seats: int, games: int) -> None:
    """By luck alone it would win all once in four times."""
    won = 0
    for number in range(games):
        me = number % seats
        bots: list[Bot] = [Greedy() if seat == me else RANDOM for seat in range(seats)]
        play = play_out(game, Setup("enclave", "", seats, {}), bots, bytes([number, seats]))
        outcome = game.outcome(play.state)
        assert outcome is not None
        won += outcome.winner == me
    assert won == games
