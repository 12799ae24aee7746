"""The starting set: exercises out of games between bots, made without a database and resumable.

What was found is a function of game, ruleset, seats and number: each line says the seed, the bots and the judge with
which it can be found again.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from elekt_core.bots import derive, rotated
from elekt_core.contract import Setup
from elekt_core.registry import get_game
from elekt_core.review.mining import mined_from_bots

FOLDER = Path(__file__).with_name("starting")
BOTS = ("level2", "level3")
"""Players of middle strength: their games look like those of people who learn."""
BUDGET = "quick"
MOST_OF_A_KIND = 30
"""Exercises with the same kind of question that a file holds for a number of seats: the first ones."""


def collect(*, path: Path, game: str, seats: int, games: int, seconds: float, ruleset: str = "") -> Iterator[int]:
    """Add to the file what games number 0 to ``games`` hold, in order; yields after each game how many were found.

    Where it was stopped it goes on: ``.done`` beside the file says for each ruleset and number of seats how many games
    are done. It begins no further game after so many ``seconds`` of processor time.
    """
    rules = get_game(game)
    name = rules.ruleset(ruleset).name
    note = path.with_suffix(".done")
    done: dict[str, int] = json.loads(note.read_text()) if note.exists() else {}
    key = f"{name} {seats}"
    began = time.process_time()
    for number in range(done.get(key, 0), games):
        if time.process_time() - began >= seconds:
            return
        found = few_of_a_kind([*lines(path), *of_bots(game, name, seats, number)])[len(lines(path)) :]
        with path.open("a") as file:
            file.writelines(json.dumps(one, sort_keys=True, separators=(",", ":")) + "\n" for one in found)
        note.write_text(json.dumps({**done, key: number + 1}))
        yield len(found)


def lines(path: Path) -> list[dict[str, Any]]:
    """What a file holds; nothing if it is not there."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def few_of_a_kind(found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first ones of each kind of question and number of seats, in the same order."""
    kinds: Counter[tuple[int, str]] = Counter()
    kept = []
    for one in found:
        kind = one["seats"], one["kind"]
        kinds[kind] += 1
        if kinds[kind] <= MOST_OF_A_KIND:
            kept.append(one)
    return kept


def of_bots(game: str, ruleset: str, seats: int, number: int) -> list[dict[str, Any]]:
    """What game ``number`` holds; the same whenever it is asked."""
    seed, bots = derive("training", game, ruleset, seats, number), rotated(BOTS, seats, number)
    found = mined_from_bots(get_game(game), Setup(game, ruleset, seats, {}), bots, BUDGET, seed)
    return [{**one, "bots": list(bots), "budget": BUDGET} for one in found]
