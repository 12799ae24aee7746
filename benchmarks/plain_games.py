"""Level 6 against a random player in games that say nothing of themselves: the example of the documentation and two
fixtures of the tests, of which one keeps its own types and one builds on ``elekt_core.plain``.

    python -m benchmarks.plain_games --deals 100

Paired deals: each is played from both seats. A shared win counts as half of one. Beside it stands, where the game is
small enough, what nobody can do better than: the wins of a player who sees all cards and draws that are to come, and
knows that the other one plays at random.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean
from types import ModuleType
from typing import Any

from elekt_core.bots import RANDOM, derive, play_out
from elekt_core.chance import Chance, SeededChance
from elekt_core.contract import Bot, Game, SeatNo, Setup
from elekt_core.record.match import Play
from elekt_core.search.evaluation import won
from elekt_core.search.levels import LEVELS
from tests.elekt_core.toy import game as high_card
from tests.outside.high_stakes import game as high_stakes

SMALL: Sequence[Game[Any]] = (high_stakes, high_card)
"""Their games can be tried to the end in every way."""
PAGE = Path(__file__).parent.parent / "docs" / "adding-a-game.md"


def documented() -> Game[Any]:
    """The game as the page writes it."""
    (source,) = re.findall(r'```python\n("""Goofspiel.*?)```', PAGE.read_text(), re.S)
    module = sys.modules["goofspiel"] = ModuleType("goofspiel")  # dataclasses look for their module there
    exec(source, vars(module))
    game: Game[Any] = vars(module)["game"]
    return game


def most_to_win(game: Game[Any], number: int) -> float:
    """The share of a deal's two games that a seer would win of a random player, all its choices tried."""
    chance = SeededChance(derive("plain games seen", number))
    dealt = Play.begin(game, Setup(game.name, game.ruleset().name, 2, {}), chance).state
    return fmean(_seen(game, dealt, SeatNo(seat), chance) for seat in range(2))


def _seen(game: Game[Any], state: Any, seer: SeatNo, chance: Chance) -> float:
    outcome = game.outcome(state)
    if outcome is not None:
        return won(outcome)[seer]
    options = game.options(state)
    found = []
    for option in options:
        after = state.copy()
        game.advance(after, option, chance)
        found.append(_seen(game, after, seer, chance))
    return max(found) if options[0].seat == seer else fmean(found)


def won_of(game: Game[Any], number: int) -> float:
    """The share of a deal's two games that level 6 won."""
    setup, shares = Setup(game.name, game.ruleset().name, 2, {}), []
    for seat in range(2):
        bots: list[Bot] = [RANDOM, RANDOM]
        bots[seat] = LEVELS["level6"]
        outcome = game.outcome(play_out(game, setup, bots, derive("plain games", number)).state)
        assert outcome is not None
        shares.append(won(outcome)[seat])
    return fmean(shares)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plain_games", description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    options = parser.parse_args(arguments)
    games: list[Game[Any]] = [documented(), *SMALL]
    for game in games:
        print(
            f"{game.name:>12}: level 6 won {_percent(won_of(game, number) for number in range(options.deals))}", end=""
        )
        if game in SMALL:
            print(f"; a seer wins {_percent(most_to_win(game, number) for number in range(options.deals))}", end="")
        print(flush=True)


def _percent(shares: Iterable[float]) -> str:
    deals = [*shares]
    mean = fmean(deals)
    doubt = 1.96 * sqrt(fmean((share - mean) ** 2 for share in deals) / (len(deals) - 1))
    return f"{100 * mean:.1f} ± {100 * doubt:.1f} % of {len(deals)} deals"


if __name__ == "__main__":
    main()
