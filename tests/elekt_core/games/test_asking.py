"""No game tells by asking, or by not asking, what somebody cannot see: random games of every installed ruleset."""

from __future__ import annotations

import pytest

from elekt_core.contract import Setup
from elekt_core.registry import game_names, get_game
from tests.sampling import sample

from .asking import play

PLAYED = [
    (name, ruleset.name, seats)
    for name in game_names()
    for ruleset in get_game(name).current
    for seats in ruleset.seats
]
GAMES = sample(1, 150)


@pytest.mark.parametrize(("name", "ruleset", "seats"), PLAYED)
def test_whether_somebody_is_asked_does_not_depend_on_what_others_cannot_see(
    name: str, ruleset: str, seats: int
) -> None:
    game = get_game(name)
    for number in range(GAMES):
        found = play(game, Setup(name, ruleset, seats, {}), f"{name} {ruleset} {seats} {number}")
        assert not found, "\n".join(found)
