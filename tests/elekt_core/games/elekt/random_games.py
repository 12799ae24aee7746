"""Whole games of random decisions, for laws that must hold everywhere. How many: ``ELEKT_RANDOM_GAMES`` (default:
few)."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Setup
from elekt_core.games.elekt import game as base_game
from elekt_core.games.elekt.game import Elekt
from elekt_core.games.elekt.state import State
from tests.sampling import sample

GAMES = int(os.environ.get("ELEKT_RANDOM_GAMES", sample("3", "6")))
"""Games for each law and number of seats."""


@dataclass
class Batch:
    """One decision (None for the start) and what it brought; ``before`` is the state it was made in, a copy."""

    before: State
    decision: Decision | None
    events: tuple[Any, ...]


def batches(
    seed: int,
    seats: int,
    game: Elekt = base_game,
    concede: float = 0.0,
    bold: bool = False,
    ruleset: str = "",
    **options: Any,
) -> Iterator[Batch]:
    """A game from the deal to the end, with the Herald. With ``concede``, seats give up with that probability before a
    decision. A ``bold`` player never passes or declines where there is something else to do.
    """
    draw = random.Random(seed)
    chance = SeededChance(seed.to_bytes(8, "big"))
    state = game.initial()
    batch = game.start(Setup(game.name, game.ruleset(ruleset).name, seats, options), chance)
    yield Batch(state.copy(), None, batch)
    for event in batch:
        game.evolve(state, event)
    while game.awaiting(state) and not (state.ended is not None and state.herald != -2):
        options_now = game.options(state)
        first = bold and len(options_now) > 1 and not options_now[0].choice
        decision = options_now[draw.randrange(int(first), len(options_now))]
        if concede and state.ended is None and draw.random() < concede:
            able = [seat for seat in range(seats) if not state.gave_up(seat)]
            decision = Decision(draw.choice(able), "concede")  # type: ignore[arg-type]  # a plain number will do
        events = game.decide(state, decision, chance)
        yield Batch(state.copy(), decision, events)
        for event in events:
            game.evolve(state, event)
