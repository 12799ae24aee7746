"""Tens of thousands of solo games by random and by greedy players, and how often each wins at each level.

    python -m benchmarks.fuzz_solo --games 10000 --jobs 1

After every event of every game the invariants of E24.4 and E21 are looked at; every n-th game (``--prove-every``) is
proved in all the ways of tests/elekt_core/games/elekt/solo_fuzz.py. Prints the tables also when stopped by Ctrl-C.
Exit code 1 if a game broke a law, or if something never occurred.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter
from multiprocessing import get_context

from elekt_core.games.elekt.houses.solo import LEVELS
from tests.elekt_core.games.elekt.solo_fuzz import SoloCoverage, play_solo, prove_solo

from .fuzz_elekt import parts
from .fuzzing import FAILURES_AT_MOST, leave_ctrl_c_to_the_parent, portions, table

Task = tuple[str, str, int, int, int]
"""Player, level, first seed, how many games, which ones are proved."""

Found = dict[tuple[str, str], SoloCoverage]


def portion(task: Task) -> tuple[Task, SoloCoverage, list[str]]:
    player, level, first, count, every = task
    coverage, broken = SoloCoverage(), []
    for seed in range(first, first + count):
        try:
            (prove_solo if seed % every == 0 else play_solo)(seed, level, player, coverage)
        except Exception:
            broken.append(f"--- {player}, {level}, seed {seed}\n{traceback.format_exc()}")
    return task, coverage, broken


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz_solo", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="for each player and level")
    parser.add_argument("--players", default="random,greedy")
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--prove-every", type=int, default=20, help="1 proves every game in all ways")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell has put it aside
    tasks = [
        (player, level, first, count, options.prove_every)
        for first, count in portions(options.first, options.games)
        for player in options.players.split(",")
        for level in options.levels.split(",")
    ]
    found, broken = run(tasks, options.jobs)
    everything = SoloCoverage()
    for coverage in found.values():
        everything.add(coverage)
    print(f"{table(everything, parts(everything))}\n\n{win_rates(found)}\n\n{reasons(everything)}\n")
    for text in broken[:FAILURES_AT_MOST]:
        print(text)
    missing = everything.missing()
    print(
        f"{everything.games} games played, {len(broken)} broken, {len(missing)} things never occurred",
        *missing,
        sep="\n  ",
    )
    return 1 if broken or missing else 0


def run(tasks: list[Task], jobs: int) -> tuple[Found, list[str]]:
    found: Found = {}
    broken, done, began = list[str](), 0, time.monotonic()
    total = sum(task[3] for task in tasks)
    with get_context("fork").Pool(jobs, initializer=leave_ctrl_c_to_the_parent) as pool:
        try:
            for (player, level, _, count, _), coverage, failures in pool.imap_unordered(portion, tasks):
                done += count
                found.setdefault((player, level), SoloCoverage()).add(coverage)
                broken += failures
                rest = (total - done) * (time.monotonic() - began) / done
                text = f"\r{done}/{total} games, {rest / 60:.0f} min to go, {len(broken)} broken "
                print(text, end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("\nstopped: this is what was done", file=sys.stderr)
    print(file=sys.stderr)
    return found, broken


def win_rates(found: Found) -> str:
    """A table for docs/benchmarks.md."""
    lines = [
        "| player | level | games | won | rounds | Titles | Titles of the Houses |",
        "|---|---|---|---|---|---|---|",
    ]
    for (player, level), c in sorted(found.items(), key=lambda item: (item[0][0], LEVELS.index(item[0][1]))):
        mine, theirs = mean(of_side(c.titles, 0)), mean(of_side(c.titles, 1))
        lines.append(
            f"| {player} | {level} | {c.games} | {100 * c.won / c.games:.1f} % | {mean(c.rounds):.1f} "
            f"| {mine:.1f} | {theirs:.1f} |"
        )
    return "\n".join(lines)


def of_side(titles: Counter[tuple[int, int]], side: int) -> Counter[int]:
    """How often a side ended with each number of Titles."""
    found: Counter[int] = Counter()
    for pair, n in titles.items():
        found[pair[side]] += n
    return found


def mean(numbers: Counter[int]) -> float:
    return sum(value * n for value, n in numbers.items()) / max(1, sum(numbers.values()))


def reasons(coverage: SoloCoverage) -> str:
    cells = [f"{why:<28}{n:>9}" for why, n in sorted(coverage.reasons_given.items())]
    rows = ["   ".join(cells[i : i + 3]) for i in range(0, len(cells), 3)]
    return "\n".join([f"reason of the Houses ({len(cells)})", *rows])


if __name__ == "__main__":
    sys.exit(main())
