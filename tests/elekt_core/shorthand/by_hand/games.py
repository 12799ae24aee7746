"""The games of the archive that were written down by hand (``*.txt`` beside this), played again from their seeds.

``python -m tests.elekt_core.shorthand.by_hand.games 3 pl`` tells game 3 as its page does: the log, and who is asked.
That, and docs/short-notation.md, is all that whoever wrote them had. The first ten are short, each of another sort (a
position, one person alone, draws by hand…), the others are whole games. ``games check 3 FILE`` says whether a text is
the record of game 3, or what is wrong with it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from elekt_core.bots import bot_chance
from elekt_core.chance import SeededChance
from elekt_core.contract import CONCEDE, Decision, SeatNo, Setup
from elekt_core.messages import describe
from elekt_core.record.match import Play
from elekt_core.record.record import Record, StoredBatch, record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.text import format_record
from elekt_core.registry import get_bot, get_game
from elekt_core.scribe import is_seen, read_seen
from elekt_core.shorthand import BadShorthand, read_shorthand
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
    event: str = ""
    date: str = ""


WHOLE = 1_000
"""Decisions enough for any game to end by its rules."""
POSITION = {"round": 3, "players": [{"hand": ["oathbreaker", "necrarch"]}, {"hand": ["misty_crawler"], "heat": 3}]}

PLAYERS = {"en": ("Alice", "Bob", "Cecily", "Dan"), "pl": ("Ania", "Borys", "Celina", "Damian")}
TOLD = {
    "en": {
        "game": "Game and ruleset",
        "seats": "seats",
        "options": "Options",
        "seen": "Recorded by a spectator, who saw no hand",
        "drawn": "Drawn by hand",
        "event": "Event and date",
        "places": "Places",
        "points": "Points",
    },
    "pl": {
        "game": "Gra i zasady",
        "seats": "miejsca",
        "options": "Opcje",
        "seen": "Zapisane przez widza, który nie widział niczyjej ręki",
        "drawn": "Losowane ręcznie",
        "event": "Wydarzenie i data",
        "places": "Lokaty",
        "points": "Punkty",
    },
}

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
    Written("elekt", "elekt-2e-r2", 2, WHOLE, draw=134, greedy=True, event="Green Lamp Club", date="2026-11-05"),
    Written("elekt", "elekt-2e-r2", 3, WHOLE, draw=235, event="Liga jesienna", date="2026-11-07"),
    Written("elekt", "elekt-2e-r2", 4, WHOLE, draw=166, event="Harbour Open, round 2", date="2026-11-08"),
    Written("elekt", "elekt-1e-r2", 2, WHOLE, draw=130, greedy=True, event="Wieczór pod Wieżą", date="2026-11-10"),
    Written("elekt", "elekt-2e-r2", 2, WHOLE, seen=True, draw=178, event="Friday table", date="2026-11-13"),
    Written("enclave", "enclave-r2", 2, WHOLE, draw=132, greedy=True, event="Konwent", date="2026-11-14"),
    Written("enclave", "enclave-r2", 3, WHOLE, draw=133, greedy=True, event="Convention", date="2026-11-15"),
    Written(
        "elector_counts", "elector-counts-r1", 2, WHOLE, draw=133, greedy=True, event="Liga zimowa", date="2026-11-20"
    ),
    Written(
        "elector_counts", "elector-counts-r1", 3, WHOLE, draw=135, greedy=True, event="Winter League", date="2026-11-21"
    ),
    Written("elekt", "elekt-solo-r2", 1, WHOLE, draw=135, greedy=True, event="Samotny wieczór", date="2026-11-22"),
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
    """What whoever writes the game down has before them: who plays, then each question with its number, what the log
    says once it was answered, ``–`` where it says nothing, and the places."""
    play, asked = played(number), GAMES[number - 1]
    game, names, told = play.game, [*"ABCD"[: asked.seats]], TOLD[language]
    words = game.words(language, names)
    print(f"{told['game']}: {asked.game}, {asked.ruleset}, {asked.seats} {told['seats']}")
    if agreed := asked.options:
        print(f"{told['options']}: {json.dumps({**play.setup.options, **agreed})}")
    print(told["seen"] if asked.seen else told["drawn"] if asked.dealt_by_hand else f"Seed: {seed_of(number).hex()}")
    print(f"{told['event']}: {asked.event}, {asked.date}" if asked.date else f"{told['event']}: –")
    for seat, player in zip(names, PLAYERS[language], strict=False):
        print(f"{seat}: {player}")
    viewer = None if asked.seen else "open"
    state = game.initial() if viewer == "open" else game.view(game.initial(), None)
    questions: dict[int, str] = {}
    for n, batch in enumerate(play.batches):
        if batch.decision is not None:
            print(f"{n}. {names[batch.decision.seat]}: {questions[batch.decision.seat]}")
        if viewer == "open" and batch.draws and asked.dealt_by_hand:
            print("    ~", [draw.result for draw in batch.draws])
        said = []
        for fact in batch.events:
            fact = fact if viewer == "open" else game.redact(fact, None)
            game.evolve(state, fact)
            said.append(words.event(fact, state))
        print("\n".join(f"    {line}" for line in said if line) or "    –")
        questions = {asking.seat: words.question(asking, state) for asking in game.awaiting(state)}
    outcome = game.outcome(play.state)
    assert outcome is not None
    print(f"{told['places']}:", ", ".join(f"{seat} {place}" for seat, place in zip(names, outcome.ranks, strict=True)))
    print(f"{told['points']}:", ", ".join(f"{seat} {point}" for seat, point in zip(names, outcome.scores, strict=True)))


def compared(number: int, text: str) -> str:
    """Whether the text is the record of the game; else what is wrong, and where."""
    try:
        made = record_of_text(text, f"game {number}")
    except BadShorthand as error:
        return describe(error, "en")
    expected = record(number)
    if as_compared(number, made) == as_compared(number, expected):
        return "is the record"
    for n, (one, other) in enumerate(zip(made.batches, expected.batches, strict=False)):
        if as_compared(number, [one]) != as_compared(number, [other]):
            return f"differs at {n}: {one.decision or one.entries} instead of {other.decision or other.entries}"
    return f"{len(made.batches)} batches instead of {len(expected.batches)}"


def record_of_text(text: str, stream: str) -> Record:
    if is_seen(text):
        return read_seen(text).session.record(stream)
    return record_of_play(read_shorthand(text).play, stream)


def as_compared(number: int, made: Record | Sequence[StoredBatch]) -> object:
    """All of it; of a game with copies that nothing tells apart, what was decided and what followed, without the
    numbers of copies."""
    if not GAMES[number - 1].has_copies:
        return format_record(made) if isinstance(made, Record) else made
    return [_copyless(batch) for batch in (made.batches if isinstance(made, Record) else made)]


def _copyless(batch: StoredBatch) -> list[str]:
    said = json.dumps([batch.decision, [[entry.kind, entry.payload] for entry in batch.entries]], sort_keys=True)
    return re.findall(r"[^.]+", re.sub(r"\.\d+", "", said))


if __name__ == "__main__":
    if sys.argv[1] == "check":
        print(compared(int(sys.argv[2]), Path(sys.argv[3]).read_text("utf-8")))
    else:
        tell(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "en")
