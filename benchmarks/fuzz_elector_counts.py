"""Thousands of random games of Elector Counts, each proved in every way.

    python -m benchmarks.fuzz_elector_counts --games 10000 --seats 2,3,4 --jobs 2

What is proved of each game says tests/elekt_core/games/elector_counts/fuzz.py.

Prints a table of everything that can occur and how often it did, also when stopped by Ctrl-C. Exit code 1 if a game
broke a law, or if something never occurred.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from multiprocessing import get_context

from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts import game
from elekt_core.games.elector_counts.decisions import KINDS
from elekt_core.games.elector_counts.legal import ACTIONS
from tests.elekt_core.games.elector_counts.fuzz import Coverage, prove_game

from .fuzz_elekt import FAILURES_AT_MOST, leave_ctrl_c_to_the_parent, portions


def portion(task: tuple[int, int, int]) -> tuple[int, Coverage, list[str]]:
    """Games ``first`` to ``first + count - 1``: how many, what occurred, what broke."""
    seats, first, count = task
    coverage, broken = Coverage(), []
    for seed in range(first, first + count):
        try:
            prove_game(seed, seats, coverage)
        except Exception:
            broken.append(f"--- seats {seats}, seed {seed}\n{traceback.format_exc()}")
    return count, coverage, broken


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz_elector_counts", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="for each number of seats")
    parser.add_argument("--seats", default="2,3,4")
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    seats = [int(n) for n in options.seats.split(",")]
    tasks = [(n, first, count) for first, count in portions(options.first, options.games) for n in seats]
    coverage, broken = run(tasks, options.jobs, options.games * len(seats))
    print(table(coverage))
    for text in broken[:FAILURES_AT_MOST]:
        print(text)
    missing = coverage.missing()
    print(
        f"{coverage.games} games proved, {len(broken)} broken, {len(missing)} things never occurred",
        *missing,
        sep="\n  ",
    )
    return 1 if broken or missing else 0


def run(tasks: list[tuple[int, int, int]], jobs: int, total: int) -> tuple[Coverage, list[str]]:
    coverage, broken, done, began = Coverage(), list[str](), 0, time.monotonic()
    with get_context("fork").Pool(jobs, initializer=leave_ctrl_c_to_the_parent) as pool:
        try:
            for count, found, failures in pool.imap_unordered(portion, tasks):
                done += count
                coverage.add(found)
                broken += failures
                pace = done / (time.monotonic() - began)
                print(f"\r{done}/{total} games, {pace:.0f} a second, {len(broken)} broken ", end="", file=sys.stderr)
        except KeyboardInterrupt:
            print("\nstopped: this is what was done", file=sys.stderr)
    print(file=sys.stderr)
    return coverage, broken


def table(coverage: Coverage) -> str:
    lines = [f"how it ended: {', '.join(f'{name} {n}' for name, n in coverage.reasons.most_common())}"]
    for title, names, seen in (
        ("decision", KINDS, coverage.decisions),
        ("action", ACTIONS, coverage.actions),
        ("event", tuple(e.KINDS), coverage.events),
        ("card", tuple(card.id for card in game.cards.cards if card.kind != "end_card"), coverage.cards),
    ):
        cells = [f"{name:<32}{seen[name]:>9}" for name in names]
        lines += ["", f"{title} ({sum(bool(seen[name]) for name in names)} of {len(cells)})"]
        lines += ["   ".join(cells[i : i + 3]) for i in range(0, len(cells), 3)]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
