"""What seats play, for the archive: of a game that was only seen, the cards that were seen."""

from __future__ import annotations

import pytest

from elekt_core.registry import get_game

from .test_foreseen import steps


@pytest.mark.parametrize(("name", "decisions"), [("elekt", 40), ("enclave", 60), ("elector_counts", 90)])
def test_a_spectator_sees_some_of_the_cards_that_are_played_and_no_others(name: str, decisions: int) -> None:
    game, played, hidden = get_game(name), 0, 0
    for _, _, events, _ in steps(game, 3, decisions):
        for event in events:
            whole, seen = game.plays(event), game.plays(game.redact(event, None))
            assert set(seen) <= set(whole), (event, seen)
            played, hidden = played + len(whole), hidden + len(whole) - len(seen)
    assert played
    assert hidden or name != "elector_counts", "defenders are placed face down (K9.1)"
