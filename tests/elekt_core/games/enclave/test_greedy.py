"""Enclave's own bot is better than chance, and needs nothing but its view."""

from __future__ import annotations

import pytest

from elekt_core.bots import RANDOM, play_out
from elekt_core.contract import Bot, Setup
from elekt_core.games.enclave import game
from elekt_core.games.enclave.greedy import Greedy

GAMES = 8


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_beats_random_players(seats: int) -> None:
    won = 0
    for number in range(GAMES):
        me = number % seats
        bots: list[Bot] = [Greedy() if seat == me else RANDOM for seat in range(seats)]
        play = play_out(game, Setup("enclave", "", seats, {}), bots, bytes([number, seats]))
        outcome = game.outcome(play.state)
        assert outcome is not None
        won += outcome.winner == me
    assert won >= GAMES - 1


def test_the_bots_of_the_game_are_known_by_name() -> None:
    assert list(game.bots()) == ["greedy"]
