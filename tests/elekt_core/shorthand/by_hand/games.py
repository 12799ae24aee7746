"""The games of the archive that were written down by hand (``*.txt`` beside this), played again from their seeds.

``python -m tests.elekt_core.shorthand.by_hand.games 3 pl`` tells game 3 as its page does: the log, and who is asked.
That, and docs/short-notation.md, is all that whoever wrote them had. The first ten are short, each of another sort (a
position, one person alone, draws by hand…), the others are whole games.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from random import Random
from typing import Any

from elekt_core.bots import bot_chance
from elekt_core.chance import SeededChance
from elekt_core.contract import CONCEDE, Decision, SeatNo, Setup
from elekt_core.record.match import Play
from elekt_core.record.record import Record, record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.registry import get_bot, get_game
from tests.elekt_core.scribe.witness import TableChance


@dataclass(frozen=True)
class Written:
    game: str
    ruleset: str
    seats: int
    decisions: int
    """After so many players give up, one after another, until the game is over."""
    options: dict[str, Any] = field(default_factory=dict)
    dealt_by_hand: bool = False
    """No seed: the text names the draws."""
    seen: bool = False
    """Only what spectators saw is written."""
    draw: int = 0
    """What the seed is made of; by default the number of the game."""
    has_copies: bool = False
    """Whether one of several copies of a card was taken that nothing tells apart: nobody writes down which."""
    greedy: bool = False
    """Whether bots with sense played it, or any option was taken."""


WHOLE = 1_000
"""Decisions enough for any game to end by its rules."""
POSITION = {"round": 3, "players": [{"hand": ["oathbreaker", "necrarch"]}, {"hand": ["misty_crawler"], "heat": 3}]}

GAMES = (
    Written("elekt", "elekt-2e-r2", 2, 18),
    Written("elekt", "elekt-2e-r2", 3, 16),
    Written("elekt", "elekt-1e-r2", 4, 12, {"heat_starting": 3}),
    Written("elekt", "elekt-solo-r2", 1, 16),
    Written("enclave", "enclave-r2", 2, 12),
    Written("enclave", "enclave-r1", 3, 10),
    Written("elector_counts", "elector-counts-r1", 2, 16, dealt_by_hand=True),
    Written("elector_counts", "elector-counts-r1", 4, 14),
    Written("elekt", "elekt-2e-r2", 2, 10, {"position": POSITION}),
    Written("elekt", "elekt-2e-r2", 3, 8, seen=True),
    Written("elekt", "elekt-2e-r2", 2, WHOLE, draw=113),
    Written("enclave", "enclave-r2", 2, WHOLE, draw=19, greedy=True),
    Written("elector_counts", "elector-counts-r1", 2, WHOLE, draw=29, greedy=True),
    Written("elekt", "elekt-2e-r2", 3, WHOLE, draw=92),
    Written("elekt", "elekt-2e-r2", 4, WHOLE, draw=67),
    Written("elekt", "elekt-2e-r2", 2, WHOLE, seen=True, draw=51),
    Written("enclave", "enclave-r2", 3, WHOLE, draw=27, has_copies=True),
    Written("enclave", "enclave-r2", 2, WHOLE, draw=32),
    Written("elector_counts", "elector-counts-r1", 3, WHOLE, draw=14, greedy=True),
    Written("elector_counts", "elector-counts-r1", 4, WHOLE, draw=15, greedy=True),
)


def played(number: int) -> Play[Any]:
    """Game ``number``, from 1."""
    asked = GAMES[number - 1]
    game, seed = get_game(asked.game), seed_of(number)
    chance = TableChance(seed) if asked.seen or asked.dealt_by_hand else SeededChance(seed)
    agreed = {name: value for name, value in asked.options.items() if name != "position"}
    options = dict(game.ruleset(asked.ruleset).agreed(asked.seats, agreed))
    options |= {name: value for name, value in asked.options.items() if name == "position"}
    play = Play.begin(game, Setup(asked.game, asked.ruleset, asked.seats, options), chance)
    go_on(play, asked, seed)
    while game.outcome(play.state) is None:
        play.decide(Decision(SeatNo(game.awaiting(play.state)[0].seat), CONCEDE))
    return play


def seed_of(number: int) -> bytes:
    return bytes([GAMES[number - 1].draw or number]) * 32


def go_on(play: Play[Any], asked: Written, seed: bytes) -> None:
    game, draw, bot = play.game, Random(seed[0]), get_bot(play.game, "greedy")
    for number in range(asked.decisions):
        if game.outcome(play.state) is not None:
            return
        seat = game.awaiting(play.state)[0].seat
        options = game.options(play.state, seat)
        if asked.greedy:
            play.decide(bot.choose(game, game.view(play.state, seat), options, bot_chance(seed, number)))
        else:
            play.decide(options[draw.randrange(len(options))])


def record(number: int) -> Record:
    made = record_of_play(played(number), f"game {number}")
    return redacted_record(made, None) if GAMES[number - 1].seen else made


def tell(number: int, language: str) -> None:
    play, asked = played(number), GAMES[number - 1]
    game, names = play.game, [*"ABCD"[: asked.seats]]
    words = game.words(language, names)
    print(asked, play.setup.options, seed_of(number).hex(), sep="\n")
    viewer = None if asked.seen else "open"
    state = game.initial() if viewer == "open" else game.view(game.initial(), None)
    for n, batch in enumerate(play.batches):
        print(f"--- {n}", "" if not n else f"{names[batch.decision.seat]} decides")  # type: ignore[union-attr]
        if viewer == "open" and batch.draws and asked.dealt_by_hand:
            print("    draws:", [draw.result for draw in batch.draws])
        for fact in batch.events:
            fact = fact if viewer == "open" else game.redact(fact, None)
            game.evolve(state, fact)
            if said := words.event(fact, state):
                print("   ", said)
        if outcome := game.outcome(state):
            print("    places:", outcome.ranks)
        for asking in game.awaiting(state):
            print(f"    [{names[asking.seat]}: {words.question(asking, state)}]")


if __name__ == "__main__":
    tell(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "en")
