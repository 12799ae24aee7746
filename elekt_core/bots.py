"""Bots, and whole games between them in memory.

What a bot is says ``contract.Bot``; here is the one that can play any game. What a seed and a list of bots lead to is
always the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from .chance import Chance, SeededChance
from .contract import Bot, Decision, Game, Setup
from .errors import CoreError
from .record.match import Play

DECISIONS_AT_MOST = 10_000
"""No game is as long: a guard against one that does not end."""


class RandomBot:
    """Takes any option, each with the same probability."""

    def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Decision:
        return options[chance.pick(0, len(options))]


RANDOM = RandomBot()


def is_dear(bot: Bot) -> bool:
    """Whether a bot says that a choice may take it more than a moment: ``dear = True``. Where many play, such bots
    think beside the others, so that nobody waits for them but their own table.
    """
    return bool(getattr(bot, "dear", False))


def bot_chance(seed: bytes, number: int) -> SeededChance:
    """The chance for a bot's decision ``number`` (such as the version of the match): the same seed gives the same play.

    ``seed`` must have nothing to do with the match's own, or the bot could work out the hidden cards.
    """
    return SeededChance(seed + number.to_bytes(4, "big"))


def derive(purpose: str, *parts: object) -> bytes:
    """32 bytes that depend on all arguments: a seed for each purpose, derived from the one that a person typed."""
    return sha256("\0".join([purpose, *map(str, parts)]).encode()).digest()


def stream_name(game: str, seed: int, number: int) -> str:
    """An id in the form of a UUID (version 8) for game ``number`` of a simulation."""
    raw = bytearray(derive("stream", game, seed, number)[:16])
    raw[6] = raw[6] & 0x0F | 0x80
    raw[8] = raw[8] & 0x3F | 0x80
    text = raw.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def play_out(game: Game[Any], setup: Setup, bots: Sequence[Bot], seed: bytes) -> Play[Any]:
    """A whole game, including its closing ceremony; ``bots[seat]`` sees that seat's view and nothing else.

    Raises BadSetup, and CoreError (``endless_game``) where a game does not end.
    """
    play = Play.begin(game, setup, SeededChance(derive("match", seed.hex())))
    bot_seed = derive("bots", seed.hex())
    for number in range(DECISIONS_AT_MOST):
        open_questions = game.awaiting(play.state)
        if not open_questions:
            return play
        seat = open_questions[0].seat
        view = game.view(play.state, seat)
        options = game.options(view, seat)
        play.decide(bots[seat].choose(game, view, options, bot_chance(bot_seed, number)))
    raise CoreError("endless_game", game=game.name, decisions=DECISIONS_AT_MOST)


def rotated(bots: Sequence[str], seats: int, number: int) -> tuple[str, ...]:
    """The seating of game ``number``: the names repeated to fill the seats, shifted by one seat each game."""
    return tuple(bots[(seat + number) % len(bots)] for seat in range(seats))
