"""Level 6 against a random player in games that say nothing of themselves: the example of the documentation and two
fixtures of the tests, of which one keeps its own types and one builds on ``elekt_core.plain``.

    python -m benchmarks.plain_games --deals 100

Paired deals: each is played from both seats. A shared win counts as half of one.
"""

from __future__ import annotations

import argparse
import re
import sys
from math import sqrt
from pathlib import Path
from statistics import fmean
from types import ModuleType
from typing import Any

from elekt_core.bots import RANDOM, derive, play_out
from elekt_core.contract import Bot, Game, Setup
from elekt_core.search.levels import LEVELS
from tests.elekt_core.toy import game as high_card
from tests.outside.high_stakes import game as high_stakes

PAGE = Path(__file__).parent.parent / "docs" / "adding-a-game.md"


def documented() -> Game[Any]:
    """The game as the page writes it."""
    (source,) = re.findall(r'```python\n("""Goofspiel.*?)```', PAGE.read_text(), re.S)
    module = sys.modules["goofspiel"] = ModuleType("goofspiel")  # dataclasses look for their module there
    exec(source, vars(module))
    game: Game[Any] = vars(module)["game"]
    return game


def won_of(game: Game[Any], number: int) -> float:
    """The share of a deal's two games that level 6 won."""
    setup, won = Setup(game.name, game.ruleset().name, 2, {}), 0.0
    for seat in range(2):
        bots: list[Bot] = [RANDOM, RANDOM]
        bots[seat] = LEVELS["level6"]
        outcome = game.outcome(play_out(game, setup, bots, derive("plain games", number)).state)
        assert outcome is not None
        won += (outcome.ranks[seat] == 1) / outcome.ranks.count(1)
    return won / 2


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plain_games", description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    options = parser.parse_args(arguments)
    games: list[Game[Any]] = [documented(), high_stakes, high_card]
    for game in games:
        won = [won_of(game, number) for number in range(options.deals)]
        mean = fmean(won)
        doubt = 1.96 * sqrt(fmean((share - mean) ** 2 for share in won) / (len(won) - 1))
        print(f"{game.name:>12}: level 6 won {100 * mean:.1f} ± {100 * doubt:.1f} % of {len(won)} deals", flush=True)


if __name__ == "__main__":
    main()
