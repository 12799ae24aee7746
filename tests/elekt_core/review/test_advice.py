"""What a level would do, and why: for who is learning, and from the seat's view alone."""

from __future__ import annotations

import pytest

from elekt_core.bots import bot_chance
from elekt_core.registry import get_game
from elekt_core.review.advice import advise
from elekt_core.review.words import reasons_of
from elekt_core.search.dice import Dice
from elekt_core.search.levels import LEVELS

from ..search.positions import asked


@pytest.mark.parametrize(("name", "seats"), [("elekt", 2), ("elector_counts", 3)])
def test_it_is_what_level_6_chooses_with_terms_that_sum_to_the_gain(name: str, seats: int) -> None:
    game = get_game(name)
    here = next(asked(game, seats, 3, every=4))
    chance = bot_chance(b"advice", 1)
    found = advise(game, here.view, here.options, chance)
    assert found.best == LEVELS["level6"].choose(game, here.view, here.options, chance)
    assert found.other in here.options
    assert found.other != found.best
    assert sum(value for _, value in found.terms) == (found.gain if found.terms else 0)
    assert reasons_of([("points", 300), ("points", 10)], game, "en") == ["more points (+3.1)"]


def test_other_hidden_cards_lead_to_the_same_advice() -> None:
    game = get_game("elekt")
    here = next(asked(game, 2, 5, every=2))
    seat, chance = here.options[0].seat, bot_chance(b"advice", 2)
    other = game.view(game.redeal(here.view, Dice(b"other cards")), seat)
    assert advise(game, other, here.options, chance) == advise(game, here.view, here.options, chance)
