"""How long levels think: iterations made, and the processor's time of a choice.

    python -m benchmarks.thinking --game elekt --seats 2 --positions 40 --levels 7,8

Positions come from games of greedy players, every seventh choice. Seconds are the processor's, so a busy machine does
not count.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import count, islice
from statistics import median
from typing import Any

from elekt_core.bots import bot_chance, derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Game, Setup
from elekt_core.record.match import Play
from elekt_core.registry import get_bot, get_game
from elekt_core.search.dice import Dice
from elekt_core.search.levels import LEVELS, Searcher

EVERY = 7


def positions(game: Game[Any], seats: int) -> Iterator[tuple[Any, Sequence[Decision]]]:
    """Views in which somebody has a choice, with their options."""
    greedy, choices = get_bot(game, "greedy"), 0
    for number in count():
        chance = SeededChance(derive("thinking", number))
        play = Play.begin(game, Setup(game.name, game.ruleset().name, seats, {}), chance)
        while game.outcome(play.state) is None:
            seat = game.awaiting(play.state)[0].seat
            view = game.view(play.state, seat)
            options = game.options(view, seat)
            choices += len(options) > 1
            if len(options) > 1 and choices % EVERY == 0:
                yield view, options
            play.decide(greedy.choose(game, view, options, bot_chance(b"thinking", choices)))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thinking", description=__doc__)
    parser.add_argument("--game", default="elekt")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--levels", default="6,7,8")
    options = parser.parse_args(arguments)
    game = get_game(options.game)
    asked = list(islice(positions(game, options.seats), options.positions))
    for level in options.levels.split(","):
        bot = LEVELS[f"level{level}"]
        made, times = zip(*(one_choice(game, bot, number, *one) for number, one in enumerate(asked)), strict=True)
        seconds = sorted(times)
        line = (
            f"level {level}: median {1000 * median(seconds):.0f} ms, 90 % {1000 * seconds[-len(seconds) // 10]:.0f} ms"
        )
        if isinstance(bot, Searcher):
            line += f", {sum(made) / len(made):.0f} iterations a choice, {sum(made) / sum(seconds):,.0f} a second"
        print(line, flush=True)


def one_choice(game: Game[Any], bot: Any, number: int, view: Any, options: Sequence[Decision]) -> tuple[int, float]:
    """The iterations made, and the seconds."""
    began, made = time.process_time(), 0
    if isinstance(bot, Searcher):
        found = bot.search(game, view, options, Dice(b"%d" % number)).run(bot.iterations)
        made = sum(row.visits for row in found.considered)
    else:
        bot.choose(game, view, options, bot_chance(b"choice", number))
    return made, time.process_time() - began


if __name__ == "__main__":
    main()
