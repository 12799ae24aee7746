"""Positions in which somebody must choose, from games of any kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from elekt_core.bots import bot_chance, derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Game, Setup
from elekt_core.record.match import Play
from elekt_core.search.greedy import Greedy


class Asked(NamedTuple):
    """Somebody has a choice: the whole position, what they see, and their options."""

    state: Any
    view: Any
    options: Sequence[Decision]


def asked(game: Game[Any], seats: int, seed: int, every: int = 1, bot: Any = None) -> Iterator[Asked]:
    """Each ``every``-th choice of a game by greedy players."""
    play = Play.begin(game, Setup(game.name, game.ruleset().name, seats, {}), SeededChance(derive("asked", seed)))
    number = 0
    while game.outcome(play.state) is None:
        seat = game.awaiting(play.state)[0].seat
        view = game.view(play.state, seat)
        options = game.options(view, seat)
        number += len(options) > 1
        if len(options) > 1 and number % every == 0:
            yield Asked(play.state.copy(), view, options)
        chosen = (bot or Greedy()).choose(game, view, options, bot_chance(b"asked", number))
        play.decide(chosen)
