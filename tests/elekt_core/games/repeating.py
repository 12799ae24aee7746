"""A game that is played, looked at after every batch, and made anew from its decisions: same facts, same end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Game, Outcome, Setup
from elekt_core.record.match import state_hash


def play_and_repeat(
    game: Game[Any],
    setup: Setup,
    secret: bytes,
    choose: Callable[[Any], Decision],
    see: Callable[[Any, tuple[Any, ...]], None],
    at_most: int,
) -> tuple[Any, Outcome]:
    """The last position and the outcome of a game of at most ``at_most`` decisions.

    ``see(state, batch)`` folds a batch into ``state`` and raises where a law is broken; what ``choose`` decides is made
    by ``decide``, and made anew by ``advance``, with the same chance from its beginning.
    """
    chance, state, decisions = SeededChance(secret), game.initial(), list[Decision]()
    batches = [game.start(setup, chance)]
    see(state, batches[0])
    while game.awaiting(state):
        assert len(decisions) < at_most, "the game does not end"
        decisions.append(choose(state))
        batches.append(game.decide(state, decisions[-1], chance))
        see(state, batches[-1])
    chance, again = SeededChance(secret), game.initial()
    first = game.start(setup, chance)
    for event in first:
        game.evolve(again, event)
    assert [first, *(game.advance(again, decision, chance) for decision in decisions)] == batches, "made anew otherwise"
    assert state_hash(game, again) == state_hash(game, state), "the end is another"
    outcome = game.outcome(state)
    assert outcome is not None
    return state, outcome
