"""Levels 1 to 8, the same for every game: players of rising strength, told apart by how much they think.

Levels 1 to 4 look one step ahead and are less and less careless; levels 5 to 8 search, further and further, with a
fixed number of iterations at most. So strength does not depend on how busy the machine is, and every choice is a
function of view and chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..chance import Chance
from ..contract import Bot, Decision, Game
from .dice import Dice
from .greedy import Greedy
from .lines import Search

VERSION: Final = 5
"""Rises with every change of what all bots here may choose: results and reviews of different versions are not mixed."""
CHANGED: Final[Mapping[str, int]] = {"level1": 6, "level2": 6, "level3": 6, "level4": 6}
"""Bots that have changed on their own since, with their versions: only results with them no longer count."""

CHEAP_ITERATIONS: Final = 50
"""More than these take longer than a moment."""


class Searcher:
    """Chooses by search with so many iterations at most, in lines that ``reach`` so far (``lines.Search``)."""

    def __init__(self, iterations: int, reach: int) -> None:
        self.iterations = iterations
        self.reach = reach
        self.dear = iterations > CHEAP_ITERATIONS

    def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Decision:
        if len(options) == 1:
            return options[0]
        if game.outcome(view) is not None:  # a closing ceremony decides nothing
            return game.default(view, options[0].seat)
        return self.search(game, view, options, Dice.of(chance)).run(self.iterations).best

    def search(self, game: Game[Any], view: Any, options: Sequence[Decision], dice: Dice) -> Search:
        """Its thought about a question, not yet begun."""
        return Search(game, view, options, dice, self.reach)


HEATS: Final = (0.2, 0.065, 0.025, 0.004)
"""Of levels 1 to 4: the difference in shares of the win at which an option is taken e times less often."""
FAR: Final = 120
"""Most lines of Elekt reach the end of the round with it."""
SEARCHERS: Final = (Searcher(8, 6), Searcher(50, 16), Searcher(200, FAR), Searcher(1000, FAR))
"""Levels 5 to 8. Longer lines bring more than more of them (docs/bots.md)."""

BOTS: Final[tuple[Bot, ...]] = (*map(Greedy, HEATS), *SEARCHERS)
LEVELS: Final[Mapping[str, Bot]] = {f"level{number}": bot for number, bot in enumerate(BOTS, 1)}
"""By the name under which they are seated."""

NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("Page", "Squire", "Courtier", "Envoy", "Castellan", "Voivode", "Hetman", "Chancellor"),
    "pl": ("Paź", "Giermek", "Dworzanin", "Poseł", "Kasztelan", "Wojewoda", "Hetman", "Kanclerz"),
}
"""What people call them, by language."""


def version_of(bot: str) -> int:
    """The version in which its choices last changed."""
    return CHANGED.get(bot, VERSION)


def level_of(bot: str) -> int | None:
    """1 to 8 for the bot of a level, None for any other."""
    return [*LEVELS].index(bot) + 1 if bot in LEVELS else None
