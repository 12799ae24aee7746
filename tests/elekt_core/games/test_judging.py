"""What games say of themselves to bots and reviews: it follows from views, and leaves something to do in every case."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from elekt_core.bots import RANDOM, bot_chance, derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Game, Setup
from elekt_core.record.match import Play
from elekt_core.registry import get_game
from elekt_core.search.weights import PLAY, fits, read_weights

KINDS = [("enclave", 2), ("enclave", 4), ("elector_counts", 2), ("elector_counts", 3), ("elekt", 1)]
by_kind = pytest.mark.parametrize(("name", "seats"), KINDS)


def positions(game: Game[Any], seats: int, games: int) -> Iterator[Any]:
    """Every position of random games in which somebody is asked."""
    ruleset = next(one.name for one in game.current if seats in one.seats)
    for number in range(games):
        play = Play.begin(game, Setup(game.name, ruleset, seats, {}), SeededChance(derive("judging", seats, number)))
        while game.outcome(play.state) is None:
            yield play.state
            options = game.options(play.state)
            play.decide(RANDOM.choose(game, play.state, options, bot_chance(b"judging", len(play.batches))))


@by_kind
def test_features_and_inclinations_follow_from_the_view(name: str, seats: int) -> None:
    """Equal after the hidden cards are exchanged, and the same names in every position."""
    game = get_game(name)
    for number, state in enumerate(positions(game, seats, 1)):
        if number % 6:
            continue
        asked = game.awaiting(state)[0].seat
        view = game.view(state, asked)
        anew = game.view(game.redeal(view, SeededChance(b"%d" % number)), asked)
        sides = len(game.describe(view).seats)
        said = game.features(view, sides)
        assert said == game.features(anew, sides)
        assert len(said) == sides
        assert fits(game.weights(), said[0])
        assert {tuple(row) for row in game.features(game.view(state, None), sides)} == {tuple(said[0])}
        options = game.options(view, asked)[:40]
        likely = [game.inclination(view, option) for option in options]
        assert likely == [game.inclination(anew, option) for option in options]
        assert all(0 <= one <= 1 for one in likely)


@by_kind
def test_a_sensible_player_can_always_do_something(name: str, seats: int) -> None:
    """An option of each kind is likely at least once, and one is possible whatever is asked."""
    game, most = get_game(name), defaultdict[str, float](float)
    for state in positions(game, seats, 2):
        options = game.options(state)
        likely = {option: game.inclination(state, option) for option in _some(options)}
        assert max(likely.values()) > 0
        for option, one in likely.items():
            most[option.kind] = max(most[option.kind], one)
    assert min(most.values()) >= 0.3, most


def _some(options: Any) -> list[Decision]:
    return [options[i] for i in range(min(len(options), 200))]


@pytest.mark.parametrize("name", ["enclave", "elector_counts"])
def test_weights_are_there_for_every_feature(name: str) -> None:
    game = get_game(name)
    state = next(positions(game, 2, 1))
    for sides in (2, 3, 4):
        assert [*read_weights(game.weights(), sides, PLAY)] == [*game.features(state, 2)[0]]
