"""People may play on from a moment of a match: a new one that begins in its words stands at that point."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Game, Setup
from elekt_core.record.match import Play
from elekt_core.registry import get_game
from tests.sampling import sample

ASKED = {"enclave": {"place_token", "choose_action"}, "elector_counts": {"act"}}
"""The questions for which there are words."""
OFTEN = {"enclave": 0.5, "elector_counts": 0.1}
FORGOTTEN = {"enclave": {"bid", "recalled"}, "elector_counts": {"first", "round", "places", "question"}}
"""Members that tell how it came about, or who has seen what, or number units, which are counted from 0 anew."""


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ASKED)
def test_a_match_goes_on_from_the_words_of_its_position(name: str, seats: int) -> None:
    game, random, written = get_game(name), Random(seats), Counter[str]()
    play = Play.begin(game, Setup(name, game.ruleset().name, seats, {}), SeededChance(bytes([seats])))
    while game.outcome(play.state) is None:
        asked = game.awaiting(play.state)
        if asked[0].kind in ASKED[name] and random.random() < sample(OFTEN[name], 1.0):
            position = game.position_of(play.state)
            if position is None:
                assert name == "enclave", "a choice is sealed already"
                assert any(one != -2 for one in play.state.committed)
            else:
                written[asked[0].kind] += 1
                same_as_begun(game, play, seats, position)
        seat = random.choice(asked).seat
        play.decide(random.choice(game.options(play.state, seat)))
    assert all(written[kind] >= 3 for kind in ASKED[name])


def same_as_begun(game: Game[Any], play: Play[Any], seats: int, position: Any) -> None:
    setup = Setup(game.name, game.ruleset().name, seats, {"position": position})
    begun = Play.begin(game, setup, SeededChance(b"another"))
    one, other = (without(game.encode_state(state), FORGOTTEN[game.name]) for state in (play.state, begun.state))
    assert one == other
    assert [question.kind for question in game.awaiting(begun.state)] == [was.kind for was in game.awaiting(play.state)]
    assert len(game.options(begun.state)) == len(game.options(play.state))


def without(value: Any, left_out: set[str]) -> Any:
    """The position without these members, wherever they stand."""
    if isinstance(value, dict):
        return {key: without(one, left_out) for key, one in value.items() if key not in left_out}
    return [without(one, left_out) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", ASKED)
def test_what_is_being_carried_out_has_no_words(name: str) -> None:
    game, random = get_game(name), Random(1)
    play = Play.begin(game, Setup(name, game.ruleset().name, 3, {}), SeededChance(b"words"))
    others = 0
    while game.outcome(play.state) is None:
        asked = game.awaiting(play.state)
        if asked[0].kind not in ASKED[name]:
            others += 1
            assert game.position_of(play.state) is None
        play.decide(random.choice(game.options(play.state, random.choice(asked).seat)))
    assert others
    assert game.position_of(play.state) is None
