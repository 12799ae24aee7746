"""Random games in which hidden cards are dealt anew at each decision, for the law of asking
(``elekt_core.checking.asking``): whether somebody is asked must not depend on what others cannot see."""

from __future__ import annotations

from random import Random
from typing import Any

from elekt_core.bots import derive
from elekt_core.chance import Chance, SeededChance
from elekt_core.checking.asking import leak
from elekt_core.contract import Decision, Game, SeatNo, Setup, Viewer
from elekt_core.errors import IllegalDecision

DECISIONS_AT_MOST = 2000
BESIDES = 0.1
"""How often somebody decides who is not asked, where a game lets them (healing, another sealed choice)."""


def dealt_anew(game: Game[Any], s: Any, viewer: Viewer, chance: Chance) -> Any:
    """Another position that looks the same to the viewer."""
    return game.redeal(game.view(s, viewer), chance)


def play(game: Game[Any], setup: Setup, seed: str, concede: float = 0.001) -> list[str]:
    """A random game; at each decision hidden cards are dealt anew for a drawn viewer. What was told that way."""
    draw, chance = Random(seed), SeededChance(derive("asking", seed))
    s = game.initial()
    for fact in game.start(setup, chance):
        game.evolve(s, fact)
    found: list[str] = []
    for number in range(DECISIONS_AT_MOST):
        asked = game.awaiting(s)
        if not asked:
            return found
        seat = draw.choice(asked).seat
        if draw.random() < BESIDES and (unasked := game.options(s, besides := SeatNo(draw.randrange(setup.seats)))):
            seat, options = besides, unasked
        else:
            options = game.options(s, seat)
        decision = draw.choice(options)
        if draw.random() < concede and setup.seats > 1 and game.outcome(s) is None:
            decision = Decision(seat, "concede")
        viewers: list[Viewer] = [None, *map(SeatNo, range(setup.seats))]
        viewer = draw.choice([one for one in viewers if one != seat or setup.seats == 1])
        other = dealt_anew(game, s, viewer, SeededChance(derive("anew", seed, number)))
        assert game.view(other, viewer) == game.view(s, viewer), "dealt anew, it looks otherwise"
        try:
            tells = leak(game, s, other, decision, viewer, chance)
        except IllegalDecision:  # it names a card that is not there
            tells = ""
        if tells:
            found.append(f"{seed}, decision {number}, as {viewer}, after {decision}: {tells}")
        game.advance(s, decision, chance)
    raise AssertionError("the game does not end")
