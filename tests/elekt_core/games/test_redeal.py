"""A position dealt anew looks the same to whoever it is dealt for, of every installed game and ruleset."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Game, SeatNo, Setup
from elekt_core.registry import game_names, get_game
from tests.sampling import sample

PLAYED = [
    (name, ruleset.name, seats)
    for name in game_names()
    for ruleset in get_game(name).rulesets
    for seats in ruleset.seats
]
POSITIONS = sample(25, 400)
"""Looked at in each of them, spread over random games."""
PLAYED_ON = 5


def unknowns(game: Game[Any], s: Any) -> int:
    return json.dumps(game.encode_state(s)).count("null")


def check(game: Game[Any], s: Any, seats: int, draw: Random) -> None:
    viewers: list[SeatNo | None] = [None, *map(SeatNo, range(seats))]
    viewer = draw.choice(viewers)
    seed = draw.randbytes(8)
    view = game.view(s, viewer)
    before = view.copy()
    dealt = game.redeal(view, SeededChance(seed))
    assert view == before, "the view was changed"
    assert game.view(dealt, viewer) == view, "it looks otherwise"
    assert unknowns(game, dealt) <= unknowns(game, s), "something is not dealt"
    if viewer is not None:
        assert list(game.options(dealt, viewer)) == list(game.options(view, viewer))
    assert game.redeal(view, SeededChance(seed)) == dealt, "the same draws deal otherwise"
    other = game.redeal(view, SeededChance(draw.randbytes(8)))
    assert game.redeal(game.view(other, viewer), SeededChance(seed)) == dealt, "it depends on what is hidden"
    for number in range(PLAYED_ON):
        asked = game.awaiting(dealt)
        if not asked or game.outcome(dealt) is not None:
            return
        options = game.options(dealt, asked[0].seat)
        game.advance(dealt, options[draw.randrange(len(options))], SeededChance(derive("on", number)))


def play(game: Game[Any], setup: Setup, seed: str, positions: int) -> int:
    """A random game, looked at now and then. How many positions were."""
    draw, chance = Random(seed), SeededChance(derive("redealt", seed))
    s, looked_at = game.initial(), 0
    for fact in game.start(setup, chance):
        game.evolve(s, fact)
    while (asked := game.awaiting(s)) and looked_at < positions:
        if draw.random() < 0.25:
            looked_at += 1
            check(game, s, setup.seats, draw)
        options = game.options(s, draw.choice(asked).seat)
        game.advance(s, options[draw.randrange(len(options))], chance)
    return looked_at


@pytest.mark.parametrize(("name", "ruleset", "seats"), PLAYED)
def test_a_position_dealt_anew_is_whole_and_looks_the_same(name: str, ruleset: str, seats: int) -> None:
    game, left, number = get_game(name), POSITIONS, 0
    while left > 0:
        number += 1
        left -= play(game, Setup(name, ruleset, seats, {}), f"{name} {ruleset} {seats} {number}", left)


def test_some_deal_differs_from_the_one_that_was_hidden() -> None:
    for name in game_names():
        game = get_game(name)
        setup = Setup(name, game.ruleset().name, game.ruleset().seats[0], {})
        s = game.initial()
        for fact in game.start(setup, SeededChance(b"hidden")):
            game.evolve(s, fact)
        dealt = [game.fingerprint(game.redeal(game.view(s, None), SeededChance(bytes([n])))) for n in range(5)]
        assert len(set(dealt)) > 1, name


def test_a_rivals_basic_units_are_dealt_to_their_owner() -> None:
    """They begin there and return there; one deal of sixteen does not care, for those that went astray."""
    elekt = get_game("elekt")
    s = elekt.initial()
    for fact in elekt.start(Setup("elekt", elekt.ruleset().name, 3, {}), SeededChance(b"basics")):
        elekt.evolve(s, fact)
    view = elekt.view(s, SeatNo(0))
    dealt = [elekt.redeal(view, SeededChance(b"%d" % number)) for number in range(160)]
    at_home = [[{*hand} for hand in one.hands] == [{*hand} for hand in s.hands] for one in dealt]
    assert 130 < sum(at_home) < 160
