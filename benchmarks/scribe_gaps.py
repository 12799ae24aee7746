"""What a scribe could not enter though it has happened: ``python -m benchmarks.scribe_gaps --game enclave``.

Bots play whole games; each is recorded as a spectator or one of its seats saw it, with another id each time: what is
offered is found in worlds that are dealt by the id. What could not be entered is printed and put down all the same, so
that the game goes on. An answer that was not offered and was found by its name counts by its sort: a card can be typed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo, Viewer
from elekt_core.errors import CoreError
from elekt_core.record.match import Play
from elekt_core.registry import get_bot
from elekt_core.scribe import Entry, Session
from tests.elekt_core.scribe.witness import Gap, answered, played, seen

PLAYERS = ("greedy", "random")


@dataclass
class Found:
    decisions: int = 0
    answers: int = 0
    further: Counter[str] = field(default_factory=Counter)
    """Answers that were not offered and were found by their name, by sort."""
    gaps: list[str] = field(default_factory=list)


def recorded(name: str, number: int, seats: int, viewer: Viewer, player: str, found: Found) -> None:
    """Play a game and record it as the viewer saw it."""
    table = played(name, derive("gaps", name, number), seats)
    session = Session(table.game, table.setup, viewer, f"{name} {number}")
    enter(session, None, table, found)
    while table.game.outcome(table.state) is None:
        table.decide(_choice(table, number, len(table.batches), player))
        found.decisions += 1
        enter(session, table.batches[-1].decision, table, found)


def _choice(table: Play[Any], number: int, made: int, player: str) -> Decision:
    draw = Random(f"{number} {made} {player}")
    seat = draw.choice(table.game.awaiting(table.state)).seat
    options = table.game.options(table.state, seat)
    if player == "random":
        return options[draw.randrange(len(options))]
    bot, view = get_bot(table.game, player), table.game.view(table.state, seat)
    return bot.choose(table.game, view, options, SeededChance(derive("bot", number, made)))


def enter(session: Session, decision: Decision | None, table: Play[Any], found: Found) -> None:
    facts = seen(table, session.viewer)
    try:
        asking = answered(session, decision, facts, found.further)
        found.answers += len(asking.answered)
        course = asking.known
        if course is None or list(course.facts) != facts:
            raise Gap(f"another course: {asking.answered}")
    except (Gap, CoreError) as gap:
        told = f"  entry {len(session.entries)}, viewer {session.viewer}, {decision}: {gap!r}"
        found.gaps.append(told)
        print(told, flush=True)
    session._add(Entry((), tuple(facts), None, None if decision is None else decision.seat))


def viewers(seats: int, number: int) -> Sequence[Viewer]:
    """A spectator's game and a seat's, by turns."""
    return (None,) if number % 2 == 0 else (SeatNo(number // 2 % seats),)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="elekt")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    asked = parser.parse_args()
    every = Found()
    for number in range(asked.first, asked.first + asked.games):
        seats, player = 2 + number % 3, PLAYERS[number // 3 % len(PLAYERS)]
        for viewer in viewers(seats, number):
            begun, before = time.process_time(), (every.decisions, len(every.gaps))
            recorded(asked.game, number, seats, viewer, player, every)
            decisions, gaps = every.decisions - before[0], len(every.gaps) - before[1]
            print(
                f"game {number}: {seats} seats, {player}, viewer {viewer}, {decisions} decisions, {gaps} gaps, "
                f"{time.process_time() - begun:.0f} s",
                flush=True,
            )
    print(
        f"{asked.game}: {asked.games} games, {every.decisions} decisions, {every.answers} answers, "
        f"{len(every.gaps)} gaps; found by name: {dict(every.further)}"
    )
    return 1 if every.gaps else 0


if __name__ == "__main__":
    sys.exit(main())
