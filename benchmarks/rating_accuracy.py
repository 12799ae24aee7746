"""How well ratings order players and foretell games: 200 simulated players, 80 games each, two to four at a table.

    python -m benchmarks.rating_accuracy

Strengths are drawn from a normal distribution (standard deviation 200 points), finishing orders by Luce's model, so
Elo's curve is the truth here. After 80 games each, fresh games are foretold from the ratings and from the strengths:
the share of pairs whose order was right, and the mean log loss over pairs. The mean rating is watched over 100 games.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Sequence
from math import log
from typing import NamedTuple

from players.ratings.course import Standing, play
from players.ratings.elo import START

Strengths = Sequence[float]


class Scores(NamedTuple):
    """``share``: order accuracy by that of the truth; ``loss``: log loss above the truth's; ``drift`` in points."""

    share: float
    loss: float
    drift: float


def finish(strengths: Strengths, seats: Sequence[int], rng: random.Random) -> list[int]:
    """Places by seat. The order of Gumbel noise over strength is Luce's model."""
    noisy = [strengths[seat] - 400 / log(10) * log(-log(rng.random())) for seat in seats]
    return [1 + sum(other > own for other in noisy) for own in noisy]


def season(strengths: Strengths, games: int, rng: random.Random, winner_only: bool) -> list[Standing]:
    """Everybody plays about that many games at tables drawn by lot."""
    players = [Standing(number, START, 0) for number in range(len(strengths))]
    left = games * len(players)
    while left > 0:
        seats = rng.sample(range(len(players)), rng.choice((2, 3, 4)))
        places = finish(strengths, seats, rng)
        if winner_only and len(seats) > 2:
            places = [int(place == 1) for place in places]
        play(0, [players[seat] for seat in seats], places)
        left -= len(seats)
    return players


def foretold(known: Strengths, strengths: Strengths, games: int, rng: random.Random) -> tuple[float, float]:
    """Order accuracy and log loss over all pairs of fresh games, from what is thought of the players."""
    right, loss, pairs = 0.0, 0.0, 0
    for _ in range(games):
        seats = rng.sample(range(len(strengths)), rng.choice((2, 3, 4)))
        order = [seat for _, seat in sorted(zip(finish(strengths, seats, rng), seats, strict=True))]
        for number, winner in enumerate(order):
            for loser in order[number + 1 :]:
                apart = known[winner] - known[loser]
                right += 1 if apart > 0 else 0.5 if apart == 0 else 0
                loss += log(1 + 10 ** (-apart / 400))
                pairs += 1
    return right / pairs, loss / pairs


def run(seed: int, players: int, spread: float, winner_only: bool) -> Scores:
    rng = random.Random(seed)
    strengths = [rng.gauss(1500, spread) for _ in range(players)]
    rated = [now.value / 1000 for now in season(strengths, 80, rng, winner_only)]
    accuracy, loss = foretold(rated, strengths, 5000, random.Random(seed + 1))
    best, least = foretold(strengths, strengths, 5000, random.Random(seed + 1))
    drifted = [now.value / 1000 for now in season(strengths, 100, rng, winner_only)]
    return Scores(accuracy / best, loss - least, abs(statistics.mean(drifted) - START / 1000))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--spread", type=float, nargs="+", default=[200, 100, 300], help="points")
    options = parser.parse_args()
    print("spread  result  share of attainable accuracy   log loss above the truth's   drift of the mean")
    for spread in options.spread:
        for winner_only in (False, True):
            told = [run(seed, options.players, spread, winner_only) for seed in range(options.seeds)]
            shares, losses, drifts = zip(*told, strict=True)
            print(
                f"{spread:6.0f}  {'winner' if winner_only else 'places'}"
                f"  {statistics.mean(shares):.2%} (least {min(shares):.2%})"
                f"        {statistics.mean(losses):.4f} (most {max(losses):.4f})"
                f"     {statistics.mean(drifts):.2f} (most {max(drifts):.2f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
