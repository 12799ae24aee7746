"""How often one bot wins against others, the seats rotated.

python -m benchmarks.bots --bot greedy --against random --games 300
"""

from __future__ import annotations

import argparse
import sys
import time
from math import sqrt

from elekt_core.bots import derive, play_out
from elekt_core.contract import Setup
from elekt_core.registry import get_bot, get_game


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=__doc__)
    parser.add_argument("--game", default="elekt")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--against", default="random")
    parser.add_argument("--games", type=int, default=300, help="for each number of seats")
    options = parser.parse_args(arguments)
    game = get_game(options.game)
    bot, other = get_bot(game, options.bot), get_bot(game, options.against)
    for seats in game.ruleset().seats:
        won, began = 0, time.process_time()
        for number in range(options.games):
            bots = [other] * seats
            bots[number % seats] = bot
            play = play_out(game, Setup(game.name, game.ruleset().name, seats, {}), bots, derive("bots", seats, number))
            outcome = game.outcome(play.state)
            won += outcome is not None and outcome.winner == number % seats
            if sys.stderr.isatty():
                print(f"\r{seats} seats: {number + 1}/{options.games}", end=" ", file=sys.stderr, flush=True)
        share = won / options.games
        doubt = 1.96 * sqrt(share * (1 - share) / options.games)
        pace = (time.process_time() - began) / options.games
        print(f"{seats} seats: won {won} of {options.games}, {share:.1%} +- {doubt:.1%}; {pace:.2f} s a game")


if __name__ == "__main__":
    main()
