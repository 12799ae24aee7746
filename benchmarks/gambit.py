"""How many games of the Imperial Gambit a bot wins, game by game, resumed where it stopped.

    nice -n 10 python -m benchmarks.gambit --bot level8 --level hard --games 40

A game won is one in which the player is first among the Houses. Lines lie in ``benchmarks/gambit/<bot>-<level>.csv``:
the ``VERSION`` of the bots, the number of the game, whether it was won, and the mean milliseconds of a choice.
"""

from __future__ import annotations

import argparse
import csv
from math import sqrt
from pathlib import Path

from benchmarks.bot_ladder import Timed
from elekt_core.bots import derive, play_out
from elekt_core.contract import Setup
from elekt_core.games.elekt.houses.solo import LEVELS
from elekt_core.games.elekt.rulesets import SOLO
from elekt_core.registry import get_bot, get_game
from elekt_core.search.evaluation import won
from elekt_core.search.levels import VERSION

FOLDER = Path(__file__).with_name("gambit")


def play(bot: str, level: str, number: int) -> tuple[int, int, int, float]:
    game = get_game("elekt")
    timed = Timed(get_bot(game, bot))
    setup = Setup(game.name, SOLO, 1, {"level": level})
    outcome = game.outcome(play_out(game, setup, [timed], derive("gambit", level, number)).state)
    assert outcome is not None
    return VERSION, number, int(won(outcome)[0] == 1), round(timed.ms, 2)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gambit", description=__doc__)
    parser.add_argument("--bot", default="level8")
    parser.add_argument("--level", choices=LEVELS, default="hard")
    parser.add_argument("--games", type=int, default=40)
    options = parser.parse_args(arguments)
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{options.bot}-{options.level}.csv"
    kept = list(csv.reader(path.open())) if path.exists() else []
    rows = [row for row in kept if int(row[0]) == VERSION]
    for number in range(len(rows), options.games):
        rows.append([str(value) for value in play(options.bot, options.level, number)])
        with path.open("a", newline="") as file:
            csv.writer(file).writerow(rows[-1])
        share = sum(row[2] == "1" for row in rows) / len(rows)
        doubt = 1.96 * sqrt(share * (1 - share) / len(rows))
        print(
            f"{options.bot}, {options.level}: {100 * share:.1f} ± {100 * doubt:.1f} % of {len(rows)} games", flush=True
        )


if __name__ == "__main__":
    main()
