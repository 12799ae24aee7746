"""What every fuzz of a game does: play portions in several processes, add up what occurred, tell what broke."""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

PORTION = 50
FAILURES_AT_MOST = 10

Part = tuple[str, Sequence[str], Counter[str]]
"""A title, everything that can occur under it, and how often it did."""

Task = tuple[int, int, int, int]
"""Number of seats, first seed, how many games, which ones are proved in every way."""


@dataclass(frozen=True)
class Fuzz:
    """``prove(seed, seats, coverage)`` plays one game and raises where it breaks a law, ``play`` likewise, but looks
    only at the invariants and whether the game is made anew identically; ``coverage()`` is an empty count of what
    occurred, and ``parts`` what of it is printed."""

    name: str
    about: str | None
    prove: Callable[[int, int, Any], object]
    coverage: Callable[[], Any]
    parts: Callable[[Any], Sequence[Part]]
    width: int = 28
    play: Callable[[int, int, Any], object] | None = None

    def portion(self, task: Task) -> tuple[int, Any, list[str]]:
        """Games ``first`` to ``first + count - 1``: how many, what occurred, what broke."""
        seats, first, count, every = task
        coverage, broken = self.coverage(), []
        for seed in range(first, first + count):
            try:
                (self.play if self.play and seed % every else self.prove)(seed, seats, coverage)
            except Exception:
                broken.append(f"--- seats {seats}, seed {seed}\n{traceback.format_exc()}")
        return count, coverage, broken

    def main(self) -> int:
        parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{self.name}", description=self.about)
        parser.add_argument("--games", type=int, default=10_000, help="for each number of seats")
        parser.add_argument("--seats", default="2,3,4")
        parser.add_argument("--first", type=int, default=0, help="seed of the first game")
        parser.add_argument("--jobs", type=int, default=1)
        if self.play:
            parser.add_argument("--prove-every", type=int, default=1, help="20: one in twenty is proved in every way")
        options = parser.parse_args()
        signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell has put it aside
        seats = [int(n) for n in options.seats.split(",")]
        every = options.prove_every if self.play else 1
        tasks = [(n, first, count, every) for first, count in portions(options.first, options.games) for n in seats]
        coverage, broken = self._run(tasks, options.jobs, options.games * len(seats))
        print(table(coverage, self.parts(coverage), self.width))
        for text in broken[:FAILURES_AT_MOST]:
            print(text)
        missing = coverage.missing()
        print(
            f"{coverage.games} games proved, {len(broken)} broken, {len(missing)} things never occurred",
            *missing,
            sep="\n  ",
        )
        return 1 if broken or missing else 0

    def _run(self, tasks: list[Task], jobs: int, total: int) -> tuple[Any, list[str]]:
        coverage, broken, done, began = self.coverage(), list[str](), 0, time.monotonic()
        with get_context("fork").Pool(jobs, initializer=leave_ctrl_c_to_the_parent) as pool:
            try:
                for count, found, failures in pool.imap_unordered(self.portion, tasks):
                    done += count
                    coverage.add(found)
                    broken += failures
                    pace = done / (time.monotonic() - began)
                    rest = (total - done) / pace
                    text = (
                        f"\r{done}/{total} games, {pace:.0f} a second, {rest / 60:.0f} min to go, {len(broken)} broken "
                    )
                    print(text, end="", file=sys.stderr, flush=True)
            except KeyboardInterrupt:
                print("\nstopped: this is what was done", file=sys.stderr)
        print(file=sys.stderr)
        return coverage, broken


def portions(first: int, games: int) -> Iterator[tuple[int, int]]:
    for start in range(first, first + games, PORTION):
        yield start, min(PORTION, first + games - start)


def leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def table(coverage: Any, parts: Sequence[Part], width: int = 28) -> str:
    lines = [f"how it ended: {', '.join(f'{name} {n}' for name, n in coverage.reasons.most_common())}"]
    for title, names, seen in parts:
        cells = [f"{name:<{width}}{seen[name]:>9}" for name in names]
        lines += ["", f"{title} ({sum(bool(seen[name]) for name in names)} of {len(cells)})"]
        lines += ["   ".join(cells[i : i + 3]) for i in range(0, len(cells), 3)]
    return "\n".join(lines)
