"""Whether a bot's choices depend on cards that it cannot see: they are exchanged, and it must choose the same.

    nice -n 10 python -m benchmarks.peeking --bot level5 --positions 10000

Positions come from games of level 1, of every installed game and number of seats in turn. Prints each choice that
differs and fails if there is one. ``--first`` begins at another game, so that a long run can be made in parts.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import count

from elekt_core.bots import bot_chance, derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Game, Setup
from elekt_core.record.match import Play
from elekt_core.registry import game_names, get_bot, get_game

EVERY = 5
"""Every so many choices of a game one is tried."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peeking", description=__doc__)
    parser.add_argument("--bot", default="level5")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--games", default=",".join(game_names()))
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    options = parser.parse_args(arguments)
    kinds = [
        (get_game(name), ruleset.name, seats)
        for name in options.games.split(",")
        for ruleset in get_game(name).current
        for seats in ruleset.seats
    ]
    tried, exchanged, wrong = Counter[str](), 0, 0
    for number in count(options.first):
        game, ruleset, seats = kinds[number % len(kinds)]
        found = one_game(game, Setup(game.name, ruleset, seats, {}), options.bot, number)
        tried[f"{ruleset}, {seats}"] += len(found)
        exchanged += sum(other for other, _ in found)
        wrong += sum(not same for _, same in found)
        if tried.total() >= options.positions:
            break
    for kind, tries in sorted(tried.items()):
        print(f"{kind} seats: {tries} positions")
    print(f"{tried.total()} positions, in {exchanged} other cards were hidden; {wrong} choices differ")
    return 1 if wrong else 0


def one_game(game: Game[object], setup: Setup, bot_name: str, number: int) -> list[tuple[bool, bool]]:
    """For each position tried: whether the exchange changed anything, and whether the choice stayed the same."""
    play = Play.begin(game, setup, SeededChance(derive("peeking", number)))
    bot, usual = get_bot(game, bot_name), get_bot(game, "level1")
    found, choices = [], 0
    while game.outcome(play.state) is None:
        seat = game.awaiting(play.state)[0].seat
        view = game.view(play.state, seat)
        options = game.options(view, seat)
        choices += len(options) > 1
        if len(options) > 1 and choices % EVERY == 0:
            anew = game.redeal(view, SeededChance(derive("exchange", number, choices)))
            chosen = []
            for state in (play.state, anew):
                seen = game.view(state, seat)
                chance = bot_chance(derive("bot", number), choices)
                chosen.append(bot.choose(game, seen, game.options(seen, seat), chance))
            found.append((game.fingerprint(anew) != game.fingerprint(play.state), chosen[0] == chosen[1]))
            if chosen[0] != chosen[1]:
                print(f"game {number}, {setup.ruleset}, choice {choices}: {chosen[0]} or {chosen[1]}")
        play.decide(usual.choose(game, view, options, bot_chance(derive("usual", number), choices)))
    return found


if __name__ == "__main__":
    sys.exit(main())
