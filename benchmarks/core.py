"""The core against its peers, in one run, turn by turn.

    ./run bench core                  (or: python -m benchmarks.core --rounds 7)

Peers: python-chess (``board.legal_moves`` and ``push``), and boardgame.io on a table of 100 cards (Node.js;
``npm ci`` in benchmarks/peers). A peer that is not installed is named and left out. All seconds are the processor's,
each process its own, so that what else the machine does is not counted.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from elekt_core.bots import RANDOM, derive, play_out, stream_name
from elekt_core.chance import SeededChance
from elekt_core.contract import Game, Setup
from elekt_core.games.elekt import game
from elekt_core.record.record import record_of_play
from elekt_core.record.replay import replay_record
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record, verify_text
from elekt_core.registry import game_names, get_game

PEERS = Path(__file__).with_name("peers")
SEATS = (2, 3, 4)
OTHERS = [get_game(name) for name in game_names() if name != game.name]
"""The other games that are installed."""


def setup(seats: int, game: Game[Any] = game) -> Setup:
    return Setup(game.name, game.ruleset().name, seats, {})


# --- what is measured: each gives a figure for one turn of about ``seconds`` -----------------------------------


def elekt(seconds: float, seed: int) -> float:
    """Random games through the whole contract: options, decide, events, fold. Decisions a second."""
    return _random_games(game, game.advance, seconds, seed)


def elekt_with_a_copy(seconds: float, seed: int) -> float:
    """The same by ``decide``, which leaves its state alone, and folding the events into it then."""
    decide, evolve = game.decide, game.evolve

    def step(state: Any, decision: Any, chance: Any) -> None:
        for event in decide(state, decision, chance):
            evolve(state, event)

    return _random_games(game, step, seconds, seed)


def _random_games(game: Game[Any], step: Callable[[Any, Any, Any], object], seconds: float, seed: int) -> float:
    draw = random.Random(seed)
    options = game.options
    made, number, began, until = 0, 0, time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < until:
        number += 1
        chance = SeededChance(derive("bench", seed, number))
        state = game.initial()
        for event in game.start(setup(SEATS[number % 3], game), chance):
            game.evolve(state, event)
        while game.outcome(state) is None:
            choices = options(state)
            step(state, choices[int(draw.random() * len(choices))], chance)
            made += 1
    return made / (time.process_time() - began)


def python_chess(seconds: float, seed: int) -> float:
    """Random playouts. Moves a second."""
    import chess

    draw = random.Random(seed)
    made, began, until = 0, time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < until:
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(draw.random() * len(moves))])
            made += 1
    return made / (time.process_time() - began)


def boardgame_io(seconds: float, seed: int) -> tuple[float, float]:
    """Random play of a 100-card table, and a fold of 400 recorded moves. Decisions a second, milliseconds."""
    command = ["node", "boardgame.js", str(seconds), str(seed)]
    environment = {**os.environ, "NODE_ENV": "production"}
    done = subprocess.run(command, cwd=PEERS, env=environment, capture_output=True, text=True, check=True)
    result = json.loads(done.stdout)
    return result["decisions"] / result["seconds"], result["fold_400_ms"]


def copies(states: list[Any]) -> float:
    """Copying a state in mid-game. Microseconds."""
    return best_of(lambda: [state.copy() for state in states for _ in range(100)]) / len(states) / 100 * 1e6


def folds(texts: list[str]) -> float:
    """Reading a record of about 400 events as text, decoding and folding it. Milliseconds per 400 events."""
    events = sum(len(parse_record(text).entries) for text in texts)
    return best_of(lambda: [replay_record(game, parse_record(text)) for text in texts]) / events * 400 * 1e3


def decodes_and_folds(texts: list[str], of: Game[Any] = game) -> float:
    """The same from records already read, as a ledger hands them out. Milliseconds per 400 events."""
    records = [parse_record(text) for text in texts]
    events = sum(len(record.entries) for record in records)
    return best_of(lambda: [replay_record(of, record) for record in records]) / events * 400 * 1e3


def verifies(texts: list[str]) -> float:
    """Everything that ``verify`` does with a text. Games a second."""
    assert all(verify_text(text).ok for text in texts)
    return len(texts) / best_of(lambda: [verify_text(text) for text in texts])


def verifies_read(texts: list[str]) -> float:
    """Chain, fold, state hashes and re-execution of records already read. Games a second."""
    records = [parse_record(text) for text in texts]
    return len(texts) / best_of(lambda: [verify_record(record) for record in records])


def seeks(texts: list[str], of: Game[Any] = game) -> float:
    """Any position of a replay that is kept in memory. Microseconds."""
    replays = [replay_record(of, parse_record(text)) for text in texts]
    draw = random.Random(1)
    wanted = [(replay, draw.randrange(len(replay))) for replay in replays for _ in range(20)]
    return best_of(lambda: [replay.state(position) for replay, position in wanted]) / len(wanted) * 1e6


def best_of(work: Callable[[], object], times: int = 3) -> float:
    """Seconds of the quickest of some runs: what others do on the machine only ever adds."""
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


# --- material --------------------------------------------------------------------------------------------------


def records(count: int, of: Game[Any] = game) -> Iterator[str]:
    """Random games as texts, of Elekt those of about 400 events; the others' are longer."""
    number = 0
    while count:
        number += 1
        seats = SEATS[number % 3]
        play = play_out(of, setup(seats, of), [RANDOM] * seats, derive("records", number))
        if of is not game or 350 <= len(play.events) <= 450:
            count -= 1
            yield format_record(record_of_play(play, stream_name(of.name, 0, number)))


def positions(count: int) -> list[Any]:
    return [replay_record(game, parse_record(text)).state(200) for text in records(count)]


# --- the run ---------------------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.core", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each turn")
    options = parser.parse_args(arguments)
    texts, states = list(records(20)), positions(20)
    theirs_as_text = [(other, list(records(9, other))) for other in OTHERS]
    gc.collect()
    gc.freeze()  # nobody's turn looks for cycles in what another one needs
    turns: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        turns.setdefault(name, []).append(value)

    for number in range(options.rounds):
        ours = elekt(options.seconds, number)
        note("random Elekt (advance), decisions/s", ours)
        note("random Elekt (decide, evolve), decisions/s", elekt_with_a_copy(options.seconds, number))
        for other in OTHERS:
            theirs = _random_games(other, other.advance, options.seconds, number)
            note(f"random {other.name} (advance), decisions/s", theirs)
            note(f"{other.name} to Elekt", theirs / ours)
        _against(note, "python-chess", partial(python_chess, options.seconds, number), ours)
        _against_node(note, options.seconds, number, ours, texts)
        note("copy of a state, us", copies(states))
        note("read, decode, fold 400 events, ms", folds(texts))
        note("decode, fold 400 events, ms", decodes_and_folds(texts))
        note("seek in a kept replay, us", seeks(texts))
        for other, played in theirs_as_text:
            note(f"{other.name}: decode, fold 400 events, ms", decodes_and_folds(played, other))
            note(f"{other.name}: seek in a kept replay, us", seeks(played, other))
        note("verify from text, games/s", verifies(texts))
        note("verify, games/s", verifies_read(texts))
        print(f"round {number + 1} of {options.rounds}", flush=True)
    print(f"\n{'':<50}{'median':>12}{'least':>12}{'most':>12}")
    for name, values in turns.items():
        print(f"{name:<50}{median(values):>12,.2f}{min(values):>12,.2f}{max(values):>12,.2f}")


def _against(note: Callable[[str, float], None], name: str, work: Callable[[], float], ours: float) -> None:
    try:
        theirs = work()
    except ImportError as error:
        print(f"{name} is left out: {error}")
        return
    note(f"{name}, decisions/s", theirs)
    note(f"Elekt to {name}", ours / theirs)


def _against_node(note: Callable[[str, float], None], seconds: float, seed: int, ours: float, texts: list[str]) -> None:
    try:
        theirs, fold = boardgame_io(seconds, seed)
    except OSError:
        print("boardgame.io is left out: there is no Node.js, install it and run npm ci in benchmarks/peers")
        return
    except subprocess.CalledProcessError as error:
        hint = "" if (PEERS / "node_modules" / "boardgame.io").is_dir() else ": run npm ci in benchmarks/peers"
        print(f"boardgame.io is left out{hint or ', it failed: ' + str(error.stderr).strip()}")
        return
    note("boardgame.io, decisions/s", theirs)
    note("Elekt to boardgame.io", ours / theirs)
    note("boardgame.io, fold of 400 moves, ms", fold)


if __name__ == "__main__":
    main()
