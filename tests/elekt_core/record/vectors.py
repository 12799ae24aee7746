"""The records of docs/vectors that other programs try their readers with, good ones and faulty ones.

    .venv/bin/python -m tests.elekt_core.record.faults      writes them

The good ones that were there before this module are kept as they are: they must hold forever. A faulty one is a good
one with one thing wrong. What is wrong, on which line, and by which code is written here by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Game, SeatNo, Setup
from elekt_core.record.clocks import ClocksSet, ClockStarted, ClockStopped
from elekt_core.record.match import Play
from elekt_core.record.record import Record, record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.seats import StandInCalled
from elekt_core.record.stop import PlayStopped
from elekt_core.registry import get_game
from elekt_core.scribe import Session

from ..builders import rechained
from ..scribe.witness import NAMES, answers, played, seen

VECTORS = Path("docs/vectors")
BEGUN = 1_795_361_400_123_456
"""Microseconds since 1970."""


def short_play(game: Game[Any] | None = None) -> Play[Any]:
    """A direction and one recruitment."""
    setup = Setup("elekt", "elekt-2e-r2", 2, {})
    play = Play.begin(game or get_game("elekt"), setup, SeededChance(bytes(range(100, 132))))
    for _ in range(2):
        play.decide(play.game.options(play.state)[0])
    return play


def concede(play: Play[Any]) -> Play[Any]:
    play.decide(Decision(SeatNo(0), "concede", ()))
    return play


def timed(record: Record) -> Record:
    """Each batch half a minute after the one before."""
    batches = (replace(batch, at=BEGUN + n * 30_000_000) for n, batch in enumerate(record.batches))
    return rechained(replace(record, batches=tuple(batches)))


@cache
def with_times() -> Record:
    """Format 3."""
    return timed(record_of_play(concede(short_play()), "elekt-timed", ["player:a", "player:b"]))


@cache
def with_clocks() -> Record:
    """Format 4: clocks, a stand-in, and an arbiter's end."""
    play = Play.begin(get_game("elekt"), Setup("elekt", "elekt-2e-r2", 2, {}), SeededChance(bytes(range(64, 96))))
    first = play.game.awaiting(play.state)[0].seat
    begun = BEGUN // 1000
    play.note(ClocksSet("increment", (60_000, 60_000), 5_000), ClockStarted(first, begun))
    play.decide(play.game.options(play.state)[0], (ClockStopped(first, begun + 20_000, 45_000),))
    play.note(StandInCalled(1, "greedy"))
    play.note(PlayStopped((1, 2)))
    return timed(record_of_play(play, "elekt-clocks"))


@cache
def with_own_cards() -> Record:
    """Format 2: the list of a club that has another name for a card."""
    game = get_game("elekt")
    text = Path("elekt_core/games/elekt/cards.toml").read_text("utf-8")
    own = "\n".join(line for line in text.replace('"Symbiont"', '"Companion"').splitlines() if line[:1] != "#")
    return record_of_play(concede(short_play(game.with_cards(f"{own}\n"))), "elekt-own-cards")


@cache
def recorded() -> Record:
    """Format 4: a game at a real table, as a spectator saw it; then round by round, then the result."""
    play = played("elekt", bytes(range(32)), 3)
    session = Session(play.game, play.setup)
    session.enter(answers(session, None, seen(play, None)), NAMES)
    for _ in range(6):
        decision = play.game.options(play.state)[0]
        play.decide(decision)
        session.enter(answers(session, decision, seen(play, None)), NAMES)
    seat = int(play.game.awaiting(play.state)[0].seat)
    hand = play.game.encode_state(play.state)["seats"][seat]["hand"]
    session.enter([f"show:{seat}", hand[0]], NAMES)
    session.enter(["coarse:rounds"])
    session.enter(["siege", "Bob", "Black Mint", "nobody", "round over"], NAMES)
    session.enter(["result", "2", "1", "3", "points unknown"], NAMES)
    return session.record("elekt-recorded")


@cache
def result_alone() -> Record:
    session = Session(get_game("enclave"), Setup("enclave", "enclave-r2", 3, {}))
    session.enter(["coarse:result"])
    session.enter(["2", "1", "3", "17", "20", "0"], NAMES)
    return session.record("enclave-result")


GOOD: dict[str, Callable[[], Record]] = {
    "elekt-own-cards": with_own_cards,
    "elekt-timed": with_times,
    "elekt-clocks": with_clocks,
    "elekt-spectator": lambda: redacted_record(with_times(), None),
    "elekt-both-seats": lambda: redacted_record(with_times(), frozenset({SeatNo(0), SeatNo(1)})),
    "elekt-recorded": recorded,
    "enclave-result": result_alone,
}
"""By the name of the file; each is made where it is asked for."""
