"""A digest over the records of 260 seeded games: a cheap guard against a change of the rules that nobody meant.

After a change that is meant, look at what it does to a game, then write the new digests and commit them with it:

    python -m tests.elekt_core.games.elekt.digest

The digests cover every event, decision and position (the hash of a record's last event covers all of these), so
they change with the notation, too. Records made before such a change must then still verify, or the ruleset needs
a new name (``old_records``); the digests of a ruleset that was replaced are never written again.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from elekt_core.bots import RANDOM, derive, play_out, stream_name
from elekt_core.contract import Setup
from elekt_core.games.elekt import game
from elekt_core.games.elekt.houses.solo import LEVELS
from elekt_core.record.record import record_of_play

FILE = Path(__file__).with_name("digests.golden.json")
GAMES = {1: 60, 2: 80, 3: 60, 4: 60}
RULESETS = {1: ("elekt-solo-r2", "elekt-solo-r1"), 2: ("elekt-2e-r2", "elekt-2e-r1")}
"""By seats, two for more. What belongs to a replaced ruleset never changes again."""
DIGESTS = [(ruleset, seats) for seats in GAMES for ruleset in RULESETS[min(seats, 2)]]


def digest(ruleset: str, seats: int) -> str:
    """SHA-256 over the last hashes of that many random games, whose draws are left out: they follow from the seed."""
    total = sha256()
    for number in range(GAMES[seats]):
        agreed = {"level": LEVELS[number % 3]} if seats == 1 else {"edition": 1 + number % 2}
        setup = Setup(game.name, ruleset, seats, agreed)
        play = play_out(game, setup, [RANDOM] * seats, derive("digest", seats, number))
        play.batches = [replace(batch, draws=()) for batch in play.batches]
        record = record_of_play(play, stream_name(game.name, seats, number))
        total.update(bytes.fromhex(record.entries[-1].hash or ""))
    return total.hexdigest()


def stored() -> dict[str, str]:
    found: dict[str, str] = json.loads(FILE.read_text("utf-8"))
    return found


if __name__ == "__main__":
    kept = {key: value for key, value in stored().items() if game.ruleset(key.split()[0]).replaced}
    new = {f"{one} {seats}": digest(one, seats) for one, seats in DIGESTS if not game.ruleset(one).replaced}
    FILE.write_text(json.dumps(new | kept, indent=2) + "\n", "utf-8")
