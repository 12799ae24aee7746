"""The greedy bot: it knows a view only, and beats random players."""

from __future__ import annotations

import pytest

from elekt_core.bots import RANDOM, bot_chance, play_out
from elekt_core.contract import SeatNo, Setup
from elekt_core.games.elector_counts.game import game
from elekt_core.search.greedy import Greedy
from tests.sampling import sample

from .builders import fresh
from .invariants import check

GREEDY = Greedy()


@pytest.mark.parametrize("seats", sample([3], [2, 3, 4]))
def test_it_wins_against_random_players(seats: int) -> None:
    """By luck alone it would win 4 games of 4 once in 16, 81 and 256 times."""
    for number in range(sample(2, 4)):
        place = number % seats
        bots = [GREEDY if seat == place else RANDOM for seat in range(seats)]
        play = play_out(game, Setup(game.name, game.ruleset().name, seats, {}), bots, bytes([seats, number]))
        outcome = game.outcome(play.state)
        assert outcome is not None
        assert outcome.ranks[place] == 1


def test_games_among_greedy_players_end() -> None:
    play = play_out(game, Setup(game.name, game.ruleset().name, 3, {}), [GREEDY] * 3, b"greedy")
    assert game.outcome(play.state) is not None


def test_what_it_imagines_is_a_whole_position_that_looks_the_same() -> None:
    table = fresh(3)
    for number in range(120):
        if not table.state.question:
            break
        seat = SeatNo(table.state.asked)
        view = game.view(table.state, seat)
        imagined = game.redeal(view, bot_chance(b"imagined", number))
        check(imagined)
        assert game.view(imagined, seat) == view
        options = game.options(view, seat)
        decision = GREEDY.choose(game, view, options, bot_chance(b"bot", number))
        assert decision in options
        table.decide(seat, decision.kind, *decision.choice)
    assert number > 30
