"""The log of every game in English: it reports in the past tense what happened."""

from __future__ import annotations

import re
from typing import Final

import pytest

from elekt_core.bots import derive, play_out
from elekt_core.contract import Setup
from elekt_core.registry import game_names, get_bot, get_game

PRESENT: Final = re.compile(r"\b(?:Alice|Bob) (?!(?:was|as)\b)([a-z]+s)\b")
"""A player's name, and a verb in the present."""


@pytest.mark.parametrize("name", game_names())
def test_the_english_log_reports_in_the_past_tense(name: str) -> None:
    game = get_game(name)
    setup = Setup(game.name, game.ruleset("").name, 2, {})
    words, told = game.words("en", ["Alice", "Bob"]), 0
    for number in range(3):
        play = play_out(game, setup, [get_bot(game, "random")] * 2, derive("log", name, number))
        state = game.initial()
        for event in play.events:
            game.evolve(state, event)
            text = words.event(event, state)
            assert not PRESENT.search(text), text
            told += "Alice" in text
    assert told > 100
