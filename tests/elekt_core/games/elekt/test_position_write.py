"""Positions of matches put into words: a new match that begins in them is where the old one is."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo, Setup
from elekt_core.games.elekt import game
from elekt_core.record.match import start

RULESET = game.rulesets[0].name
SOLO = "elekt-solo-r2"


def begun(position: Any, seats: int) -> Any:
    """With one seat it is a solo game."""
    setup = Setup("elekt", SOLO if seats == 1 else RULESET, seats, {"position": position})
    return start(game, setup, SeededChance(b"a position in words"))[0]


@pytest.mark.parametrize(("seats", "seed"), [(1, 5), (1, 6), (2, 1), (2, 2), (3, 3), (4, 4)])
def test_a_match_that_begins_in_a_written_position_asks_the_same(seats: int, seed: int) -> None:
    """Play at random; wherever there are words for the position, a new match from them is where the old one is."""
    random = Random(seed)
    state, _ = start(game, Setup("elekt", SOLO if seats == 1 else RULESET, seats, {}), SeededChance(bytes([seed]) * 32))
    asked: Counter[str] = Counter()
    written: Counter[str] = Counter()
    for _ in range(400):
        if state.ended is not None:
            break
        position = game.position_of(state)
        asked[state.question] += state.round > 0
        if position is not None:
            other = begun(json.loads(json.dumps(position)), seats)
            assert whole(other) == whole(state), (state.question, state.step, state.agenda)
            assert list(game.options(other)) == list(game.options(state))
            written[state.question] += 1
        options = game.options(state)
        game.advance(state, options[random.randrange(len(options))], SeededChance(bytes([seed]) * 32))
    assert {"recruit", "assign_or_pass", "use_instant"} <= written.keys()
    assert written["use_instant"] == asked["use_instant"]
    assert written.total() > 0.8 * asked.total()


def whole(state: Any) -> Any:
    """Everything that can be seen and that is hidden but the number of draws so far."""
    return (
        game.encode_state(state),
        state.decks,
        state.aside,
        state.hands,
        state.skips,
        state.used_round,
        state.used_game,
    )


def test_there_are_no_words_before_the_first_round_and_after_the_end() -> None:
    state, _ = start(game, Setup("elekt", RULESET, 2, {}), SeededChance(bytes(32)))
    assert game.position_of(state) is None
    game.advance(state, Decision(SeatNo(0), "concede"), SeededChance(bytes(32)))
    assert game.position_of(state) is None
