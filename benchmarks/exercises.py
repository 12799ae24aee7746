"""The shipped exercises (``matches/training/starting``) looked at again, and those that do not hold left out.

    nice -n 10 python -m benchmarks.exercises --game enclave --worlds 60 --out /tmp/enclave.jsonl
    nice -n 10 python -m benchmarks.exercises --game elekt --out /tmp/elekt.jsonl

An exercise stays if the second judge of today still says that every other choice loses clearly, no proof says that
another is as good, and if play to the end of the game does not say otherwise: in so many worlds the best choice and the
next best are played on by the greedy bot of commit a835223 for every seat, which shares no weights with the judges, and
the 95 % interval of what the best one wins more must reach the 10 points that an exercise promises. What stays is
written with the version of the judges (``JUDGES``), each line as soon as it is found, so the command can be stopped and
goes on; what does not is printed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.review import interval
from benchmarks.review_reading import share
from elekt_core.contract import SeatNo
from elekt_core.registry import get_game
from elekt_core.review import JUDGES
from elekt_core.review.exercises import CLEARLY
from elekt_core.review.mining import question
from elekt_core.review.numbers import POINT
from elekt_core.review.solving import bench_of, confirmed
from elekt_core.review.subject import Asked

STARTING = Path(__file__).parent.parent / "matches" / "training" / "starting"


def judged_again(asked: Asked, one: Mapping[str, Any]) -> dict[str, Any] | None:
    """The exercise as the second judge of today would make it; None where it would not.

    The first judge's losses are what they were; where the second judge's was the smaller one it takes its place.
    """
    losses = confirmed(bench_of(asked, bytes.fromhex(one["seed"])), [row[0] for row in one["choices"]])
    if losses is None:
        return None
    choices = [[row[0], min(row[1], loss), row[2]] for row, loss in zip(one["choices"], losses, strict=True)]
    return {**one, "judge": JUDGES, "gap": min(loss for _, loss, _ in choices), "choices": choices}


def to_the_end(asked: Asked, one: Mapping[str, Any], worlds: int) -> tuple[float, float]:
    """By how many points the best choice wins more often than the next best one, and its 95 % interval."""
    second = min(one["choices"], key=lambda row: row[1])[0]
    other = asked.game.decode_decision(SeatNo(one["seat"]), dict(second))
    gained = [100 * (share(asked, asked.played, n) - share(asked, other, n)) for n in range(worlds)]
    return fmean(gained), interval(gained)


def sifted(game: str, worlds: int, done: int) -> Iterator[tuple[str, str]]:
    """Each exercise after the first ``done``: its line, ``""`` for one that does not stay, and what is said of it."""
    for number, line in enumerate((STARTING / f"{game}.jsonl").read_text().splitlines()):
        if number < done:
            continue
        one = json.loads(line)
        asked = question(get_game(game), one["facts"], one)
        head = f"{game} {number} {one['kind']} {one['theme']} gap {one['gap']}"
        again = judged_again(asked, one)
        if again is None:
            yield "", f"{head}: a judge or a proof says otherwise"
            continue
        gain, doubt = to_the_end(asked, one, worlds) if worlds else (0.0, 0.0)
        text = json.dumps(again, separators=(",", ":"), sort_keys=True)
        said = f"now {again['gap']}" + (f", to the end {gain:+.1f} +- {doubt:.1f}" if worlds else "")
        yield (text if not worlds or holds(gain, doubt) else ""), f"{head}: {said}"


def holds(gain: float, doubt: float) -> bool:
    """Whether play to the end leaves room for what the judges say, in points."""
    return gain + doubt >= CLEARLY / POINT


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exercises", description=__doc__)
    parser.add_argument("--game", default="elekt")
    parser.add_argument("--worlds", type=int, default=0, help="in which the game is played to its end")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    done = options.out.with_suffix(".done")
    seen = len(done.read_text().splitlines()) if done.exists() else 0
    for text, said in sifted(options.game, options.worlds, seen):
        if text:
            with options.out.open("a") as file:
                file.write(text + "\n")
        with done.open("a") as file:
            file.write(said + "\n")
        print(("stays " if text else "GOES  ") + said, flush=True)


if __name__ == "__main__":
    main()
