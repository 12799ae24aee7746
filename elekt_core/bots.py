"""Players made of code. What a bot is says ``contract.Bot``; here is the one that can play any game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .chance import Chance, SeededChance
from .contract import Decision, Game


class RandomBot:
    """Takes any option, each with the same probability."""

    def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Decision:
        return options[chance.pick(0, len(options))]


RANDOM = RandomBot()


def bot_chance(seed: bytes, number: int) -> SeededChance:
    """The chance for a bot's decision ``number`` (the version of the match, say): the same seed, the same play.

    ``seed`` must have nothing to do with the match's own, or the bot could work out the hidden cards.
    """
    return SeededChance(seed + number.to_bytes(4, "big"))
