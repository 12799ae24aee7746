"""kill -9 in the middle of games: what was acknowledged is there, once, and every game goes on to its end."""

from __future__ import annotations

import json
import random
from pathlib import Path
from threading import Timer
from time import monotonic, sleep
from typing import Any

import pytest

from tests.person import Person
from tests.product import PATIENCE, Product, group
from tests.sampling import sample

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux' /proc"),
]

KILLS = ["web", "worker"] * sample(1, 4)
DECISIONS_BETWEEN_KILLS = 8
MAX_SECONDS = 480.0


def test_kills_in_mid_game_lose_nothing_that_was_acknowledged(product: Product) -> None:
    chance = random.Random(20)
    alice, bob = Person(product.url, "Alice", 1), Person(product.url, "Bob", 2)
    duel = bob.sit(alice.open_table(2)["table"])["match"]
    crowd = alice.open_table(3, bots={"1": "greedy", "2": "random"})["match"]
    matches = (duel, crowd)

    killed: list[str] = []
    games = {
        "alice in the duel": alice.play(duel, 0),
        "bob in the duel": bob.play(duel, 1),
        "alice in the crowd": alice.play(crowd, 0),
    }
    decisions, last = 0, monotonic() + MAX_SECONDS
    while games:
        assert monotonic() < last, f"{list(games)} did not end; {product.output()}"
        for name, game in list(games.items()):
            step = next(game, None)
            if step is None:
                del games[name]
            decisions += bool(step)
            if step and decisions % DECISIONS_BETWEEN_KILLS == 0 and len(killed) < len(KILLS):
                victim = KILLS[len(killed)]
                killed.append(victim)
                # Somewhere inside the next requests, not between them.
                Timer(chance.uniform(0, 0.03), product.kill, (victim,)).start()

    assert killed == KILLS, f"the games ended before every kill: {decisions} decisions"
    assert alice.repeats + bob.repeats > 0, "nobody noticed the web server's death"
    for match in matches:
        prove(alice, match)
    for person in (alice, bob):
        stored = decisions_of(person, matches)
        for identity, promised in person.acknowledged.items():
            assert stored.get(identity) == promised, f"{person.name}'s decision {identity}"
    product.prove()


def test_a_match_goes_on_after_everything_died_at_once(product: Product) -> None:
    alice = Person(product.url, "Alice", 3)
    match = alice.open_table(2, bots={"1": "greedy"})["match"]
    game = alice.play(match, 0)
    while len(alice.acknowledged) < 5:
        next(game)
    dead = [product.kill(name) for name in ("worker", "web")]
    assert product.process is not None
    product.process.kill()
    product.process.wait(timeout=PATIENCE)
    wait_for_silence(product, dead)
    product.start()
    for _ in game:
        pass
    stored = decisions_of(alice, (match,))
    assert {identity: stored.get(identity) for identity in alice.acknowledged} == alice.acknowledged
    prove(alice, match)


def wait_for_silence(product: Product, dead: list[int]) -> None:
    """Nobody is left: neither on the port nor among what the dead had started."""
    last = monotonic() + PATIENCE
    while product.answers() or any(group(pid) for pid in dead):
        assert monotonic() < last, [group(pid) for pid in dead]
        sleep(0.05)


def prove(person: Person, match: str) -> None:
    proof = person.get(f"matches/{match}/verification/")
    assert proof["ok"], proof
    checks = {check["name"]: check["status"] for check in proof["checks"]}
    assert "flaw" not in checks.values()


def decisions_of(person: Person, matches: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """By id: the first and the last event that each stored decision led to. An id that is stored twice fails."""
    found: dict[str, tuple[int, int]] = {}
    for match in matches:
        status, text = person.ask(f"matches/{match}/record/")
        assert status == 200, text
        decision: str | None = None
        for line in map(json.loads, str(text).splitlines()):
            if "batch" in line:
                decision = line.get("id")
                assert decision is None or decision not in found, f"decision {decision} counted twice"
            elif "seq" in line and decision is not None:
                found[decision] = grown(found.get(decision), line)
    return found


def grown(span: tuple[int, int] | None, line: dict[str, Any]) -> tuple[int, int]:
    return (span[0] if span else line["seq"], line["seq"])
