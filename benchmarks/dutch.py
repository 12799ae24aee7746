"""The Dutch system: a round of 100, 500, 1,000 and 5,000 players, and where every bracket has to be weighed.

    ./run bench dutch                 (or: python -m benchmarks.dutch --players 100 1000)

All seconds are the processor's: from the stage as it stands to the pairs with their colours and reasons, the median
of the rounds of a random tournament with absences, byes, forfeits and draws.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from tests.tournaments.formats.dutch.build import by_the_format, ours
from tests.tournaments.formats.dutch.play import Chances, Pair, positions
from tournaments.formats.contract import CannotPair, Stage

LIKE_AN_OPEN = Chances(0.02, 0.01, 0.002, 0.003, 0.01, 0.01, 0.002, 0.35, 0.3)
ROUGH = Chances(0.12, 0.06, 0.03, 0.03, 0.15, 0.1, 0.01, 0.3, 0.3)


def seconds(players: int, rounds: int, seed: int, chances: Chances) -> list[float]:
    taken: list[float] = []

    def engine(stage: Stage) -> list[Pair]:
        start = time.process_time()
        try:
            return by_the_format(stage)
        except CannotPair as error:
            raise LookupError from error
        finally:
            taken.append(time.process_time() - start)

    for _ in positions(engine, players, rounds, seed, chances):
        pass
    return taken


def weighed(players: int, rounds: int, seed: int) -> list[float]:
    """Without the quick way: what a round costs at worst."""
    taken = []
    for stage in positions(ours, players, rounds, seed, LIKE_AN_OPEN):
        start = time.process_time()
        ours(stage, quickly=False)
        taken.append(time.process_time() - start)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--players", type=int, nargs="+", default=[100, 500, 1000, 5000])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(f"{'players':>8} {'rounds':>7} {'median s':>9} {'most s':>8}")
    for players in asked.players:
        for name, chances in (("open", LIKE_AN_OPEN), ("rough", ROUGH)):
            taken = seconds(players, asked.rounds, asked.seed, chances)
            print(f"{players:>8} {len(taken):>7} {median(taken):>9.3f} {max(taken):>8.3f}  {name}", flush=True)
    for players in (100, 300):
        taken = weighed(players, asked.rounds, asked.seed)
        print(
            f"{players:>8} {len(taken):>7} {median(taken):>9.3f} {max(taken):>8.3f}  all brackets weighed", flush=True
        )


if __name__ == "__main__":
    main()
