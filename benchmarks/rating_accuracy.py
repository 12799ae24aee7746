"""How well ratings order players and foretell games: 200 simulated players, 80 games each, two to four at a table.

    python -m benchmarks.rating_accuracy
    python -m benchmarks.rating_accuracy --attainable   # beside a fit that knows the model and the spread
    python -m benchmarks.rating_accuracy --deviation    # how far ratings are off, by the games behind them

Strengths are drawn from a normal distribution (standard deviation 200 points), finishing orders by Luce's model, so
Elo's curve is the truth here. After 80 games each, fresh games are foretold from the ratings and from the strengths:
the share of pairs whose order was right, and the mean log loss over pairs. The mean rating is watched over 100 games.

What can be reached at all is what somebody would reach who knows that Luce's model is the truth and how far strengths
lie apart, and looks at all games at once: the most probable strengths, and the chances from them with what is still
uncertain about them taken in (MacKay 1992). No rating that takes game by game can know so much.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

from players.ratings.elo import START
from players.ratings.one_game import Standing, play

Strengths = Sequence[float]
MILESTONES = (3, 5, 8, 12, 15, 20, 30, 45, 60, 80, 100)


class Scores(NamedTuple):
    """``share``: order accuracy by that of the truth; ``loss``: log loss above the truth's; ``drift`` in points."""

    share: float
    loss: float
    drift: float


def finish(strengths: Strengths, seats: Sequence[int], rng: random.Random) -> list[int]:
    """Places by seat. The order of Gumbel noise over strength is Luce's model."""
    noisy = [strengths[seat] - 400 / log(10) * log(-log(rng.random())) for seat in seats]
    return [1 + sum(other > own for other in noisy) for own in noisy]


Result = tuple[list[int], list[int]]
"""Who sat there, and their places."""


def results(strengths: Strengths, games: int, rng: random.Random, winner_only: bool) -> Iterator[Result]:
    """Everybody plays about that many games at tables drawn by lot."""
    left = games * len(strengths)
    while left > 0:
        seats = rng.sample(range(len(strengths)), rng.choice((2, 3, 4)))
        places = finish(strengths, seats, rng)
        if winner_only and len(seats) > 2:
            places = [int(place == 1) for place in places]
        yield seats, places
        left -= len(seats)


def season(players: int, played: Iterable[Result]) -> list[Standing]:
    standings = [Standing(number, START, 0) for number in range(players)]
    for seats, places in played:
        play(0, [standings[seat] for seat in seats], places)
    return standings


POINTS = 400 / log(10)
"""Of one unit of the natural logarithm of strength."""
Foreteller = Callable[[int, int], float]
"""How far one is above the other, in points, as their chance is to be said."""


def fitted(players: int, spread: float, played: Sequence[Result]) -> tuple[Foreteller, Foreteller]:
    """From the most probable strengths, and with their uncertainty taken in: all that can be known from these games.

    Newton's steps on the diagonal of the posterior, which is log-concave and has one top.
    """
    strengths, prior = [0.0] * players, (POINTS / spread) ** 2
    curves = [prior] * players
    terms = [(winner, field) for seats, places in played for winner, field in _races(seats, places)]
    for _ in range(FITTING):
        slopes, curves = [-prior * one for one in strengths], [prior] * players
        weights = [exp(one) for one in strengths]
        for winner, field in terms:
            slopes[winner] += 1
            total = sum([weights[seat] for seat in field])
            for seat in field:
                share = weights[seat] / total
                slopes[seat] -= share
                curves[seat] += share * (1 - share)
        strengths = [one + slope / curve for one, slope, curve in zip(strengths, slopes, curves, strict=True)]

    def plainly(one: int, two: int) -> float:
        return POINTS * (strengths[one] - strengths[two])

    def carefully(one: int, two: int) -> float:
        return plainly(one, two) / sqrt(1 + pi / 8 * (1 / curves[one] + 1 / curves[two]))

    return plainly, carefully


FITTING = 60
"""Steps: the last ones move nobody by a hundredth of a point."""


def _races(seats: Sequence[int], places: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Luce's model, choice by choice: who came first among those who were left."""
    if 0 in places:
        yield seats[places.index(1)], list(seats)
        return
    left = [seat for _, seat in sorted(zip(places, seats, strict=True))]
    while len(left) > 1:
        yield left[0], left
        left = left[1:]


def foretold(known: Foreteller, strengths: Strengths, games: int, rng: random.Random) -> tuple[float, float]:
    """Order accuracy and log loss over all pairs of fresh games, from what is thought of the players."""
    right, loss, pairs = 0.0, 0.0, 0
    for _ in range(games):
        seats = rng.sample(range(len(strengths)), rng.choice((2, 3, 4)))
        order = [seat for _, seat in sorted(zip(finish(strengths, seats, rng), seats, strict=True))]
        for number, winner in enumerate(order):
            for loser in order[number + 1 :]:
                apart = known(winner, loser)
                right += 1 if apart > 0 else 0.5 if apart == 0 else 0
                loss += log(1 + 10 ** (-apart / 400))
                pairs += 1
    return right / pairs, loss / pairs


def _from(known: Strengths) -> Foreteller:
    return lambda one, two: known[one] - known[two]


def run(seed: int, players: int, spread: float, winner_only: bool) -> Scores:
    rng = random.Random(seed)
    strengths = [rng.gauss(1500, spread) for _ in range(players)]
    rated = [now.value / 1000 for now in season(players, results(strengths, 80, rng, winner_only))]
    accuracy, loss = foretold(_from(rated), strengths, 5000, random.Random(seed + 1))
    best, least = foretold(_from(strengths), strengths, 5000, random.Random(seed + 1))
    drifted = [now.value / 1000 for now in season(players, results(strengths, 100, rng, winner_only))]
    return Scores(accuracy / best, loss - least, abs(statistics.mean(drifted) - START / 1000))


def attainable(seed: int, players: int, spread: float, winner_only: bool) -> list[float]:
    """Log loss above the truth's from the same games: ours, the most probable strengths, those with uncertainty."""
    rng = random.Random(seed)
    strengths = [rng.gauss(1500, spread) for _ in range(players)]
    played = list(results(strengths, 80, rng, winner_only))
    rated = [now.value / 1000 for now in season(players, played)]
    told = [_from(strengths), _from(rated), *fitted(players, spread, played)]
    least, *losses = (foretold(known, strengths, 5000, random.Random(seed + 1))[1] for known in told)
    return [loss - least for loss in losses]


def deviations(seeds: int, players: int, spread: float) -> dict[int, float]:
    """By games played: the root mean square of what a rating is off, over everybody who has played as many."""
    squares: dict[int, list[float]] = {}
    for seed in range(seeds):
        rng = random.Random(seed)
        strengths = [rng.gauss(1500, spread) for _ in range(players)]
        standings = [Standing(number, START, 0) for number in range(players)]
        for _ in range(120 * players // 3):
            seats = rng.sample(range(players), rng.choice((2, 3, 4)))
            play(0, [standings[seat] for seat in seats], finish(strengths, seats, rng))
            for seat in seats:
                off = standings[seat].value / 1000 - strengths[seat]
                squares.setdefault(standings[seat].games, []).append(off * off)
    return {games: statistics.mean(squares[games]) ** 0.5 for games in MILESTONES}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--spread", type=float, nargs="+", default=[200, 100, 300], help="points")
    parser.add_argument("--attainable", action="store_true")
    parser.add_argument("--deviation", action="store_true")
    options = parser.parse_args()
    if options.deviation:
        for games, points in deviations(options.seeds, options.players, options.spread[0]).items():
            print(f"after {games:3} games: {points:.0f} points")
        return
    told = _attainable if options.attainable else _scores
    told(options.seeds, options.players, options.spread)


def _attainable(seeds: int, players: int, spreads: Sequence[float]) -> None:
    print("spread  result  log loss above the truth's: ours   the most probable strengths   with their uncertainty")
    for spread in spreads:
        for winner_only in (False, True):
            told = [attainable(seed, players, spread, winner_only) for seed in range(seeds)]
            means = [f"{statistics.mean(some):.4f} (most {max(some):.4f})" for some in zip(*told, strict=True)]
            print(f"{spread:6.0f}  {'winner' if winner_only else 'places'}  {'   '.join(means)}", flush=True)


def _scores(seeds: int, players: int, spreads: Sequence[float]) -> None:
    print("spread  result  share of attainable accuracy   log loss above the truth's   drift of the mean")
    for spread in spreads:
        for winner_only in (False, True):
            told = [run(seed, players, spread, winner_only) for seed in range(seeds)]
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
