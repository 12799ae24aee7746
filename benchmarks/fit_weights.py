"""Weights for features, fitted to games of bots.

    nice -n 10 python -m benchmarks.fit_weights ahead --seats 2 --games 80 --keep titles,titles_near_the_end,...,sceptre
    nice -n 10 python -m benchmarks.fit_weights wins --seats 2 --games 700
    nice -n 10 python -m benchmarks.fit_weights sure --seats 4 --games 300

``ahead`` asks what the features of what lies ahead in a round brought until it ended. For every second position of a
game, of each pair of sides: how much did the lead in what the kept features weigh grow until the round ended? That is
regressed on the other features, drawn towards the present weights (ridge).

``wins`` asks who won the game: shares of the win by softmax over the sides' sums, in positions in the course of rounds
and between them. That is a good forecast, and by itself no good player: what goes with winning is not what causes it.
Half the way from the present weights to it was worth some 35 Elo at two seats (docs/bots.md).

``sure`` asks how sure a review may be: by what number all weights are best multiplied where forecasts are made
(``judge`` in the weights file). They are made as reviews make them, in games of level 2 that nothing else is measured
in, and compared with how these ended.

The first two print the present and the fitted weights, with the error of each; a row of the weights file follows when
it has won by deals (``benchmarks.bot_ladder``), never before.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import log, sqrt
from statistics import fmean
from typing import Any, NamedTuple

from elekt_core.bots import bot_chance, derive, play_out
from elekt_core.chance import SeededChance
from elekt_core.contract import Game, Outcome, Setup
from elekt_core.record.match import Play
from elekt_core.registry import get_bot, get_game
from elekt_core.review import BUDGETS, USUAL
from elekt_core.review.numbers import WHOLE
from elekt_core.review.worlds import dice
from elekt_core.search import evaluation
from elekt_core.search.evaluation import Evaluation, won
from elekt_core.search.greedy import Greedy
from elekt_core.search.playout import Playout, begins_round
from elekt_core.search.weights import read_weights

from .review import EVERY, SEED, by_decile, subject_of_play

ELEKT_HELD = "titles,titles_near_the_end,privileges,heat,units,symbols,elite_units,sceptre"
WIN = 3.0
"""What a won game counts, on the scale of scores."""
RIDGE = 20.0
RIDGE_OF_WINS = 3.0
STEPS = 6
"""Of Newton's method, which no longer moves the third decimal after them."""
HEAT = 0.05
"""Every fourth choice is that of a careless player, so that there is more to see than what the greedy one does."""

Row = Sequence[float]
Rows = list[list[float]]
"""Features by side."""


class Step(NamedTuple):
    """After so many choices: the position, whether a round has just begun, and the result where the game is over."""

    choices: int
    state: Any
    begins: bool
    outcome: Outcome | None


def course(game: Game[Any], seats: int, number: int) -> Iterator[Step]:
    """A game of greedy bots, step by step."""
    setup = Setup(game.name, game.ruleset().name, seats, {})
    play = Play.begin(game, setup, SeededChance(derive("fit", seats, number)))
    sharp, careless, choices = Greedy(), Greedy(HEAT), 0
    while game.outcome(play.state) is None:
        seat = game.awaiting(play.state)[0].seat
        view = game.view(play.state, seat)
        bot = careless if (7 * choices + number) % 4 == 0 else sharp
        options = game.options(view, seat)
        batch = play.decide(bot.choose(game, view, options, bot_chance(derive("fit bots", number), choices)))
        choices += 1
        yield Step(choices, play.state, begins_round(game, batch.events), game.outcome(play.state))


def rounds(game: Game[Any], seats: int, number: int) -> Iterator[tuple[Rows, Rows | None, Any]]:
    """Features by side in the middle of a round, at its end, and the shares of the win where the game ended there."""
    waiting: list[Rows] = []
    for step in course(game, seats, number):
        if step.outcome is not None or step.begins:
            end = None if step.outcome is not None else by_side(game, step.state, seats)
            yield from ((middle, end, step.outcome and won(step.outcome)) for middle in waiting)
            waiting = []
        elif step.choices % 2 == 0:
            waiting.append(by_side(game, step.state, seats))


def by_side(game: Game[Any], state: Any, sides: int) -> list[list[float]]:
    return [[float(value) for value in features.values()] for features in game.features(state, sides)]


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column and (factor := rows[row][column] / rows[column][column]):
                rows[row] = [x - factor * y for x, y in zip(rows[row], rows[column], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def fit_ahead(options: argparse.Namespace) -> None:
    game, seats = get_game(options.game), options.seats
    weights = read_weights(game.weights(), seats)
    names, kept = [*weights], set(options.keep.split(","))
    free = [i for i, name in enumerate(names) if name not in kept]
    held = [(i, weights[name]) for i, name in enumerate(names) if name in kept]
    present = [weights[names[i]] for i in free]
    matrix = [[RIDGE * (i == j) for j in range(len(free))] for i in range(len(free))]
    right = [RIDGE * weight for weight in present]
    data: list[tuple[list[float], float]] = []
    for number in range(options.games):
        for middle, end, shares in rounds(game, seats, number):
            for one in range(seats):
                for other in range(one):
                    lead = [x - y for x, y in zip(middle[one], middle[other], strict=True)]
                    then = WIN * (shares[one] - shares[other]) if end is None else 0.0
                    if end is not None:
                        then = sum(weight * (end[one][i] - end[other][i]) for i, weight in held)
                    data.append(([lead[i] for i in free], then - sum(weight * lead[i] for i, weight in held)))
    for row, target in data:
        for i, x in enumerate(row):
            if x:
                right[i] += x * target
                for j, y in enumerate(row):
                    matrix[i][j] += x * y
    fitted = solve(matrix, right)
    errors = error(data, present), error(data, fitted)
    print(f"{len(data)} leads; error with the present weights {errors[0]:.3f}, fitted {errors[1]:.3f}")
    for i, before, after in zip(free, present, fitted, strict=True):
        print(f"{names[i]:>24} {before:.3f} -> {after:.3f}")


# --- who won ----------------------------------------------------------------------------------------------------


class Won(NamedTuple):
    """The sides' features in a position, and each side's share of the win in the end."""

    rows: Rows
    shares: Row


def fit_wins(options: argparse.Namespace) -> None:
    game, seats = get_game(options.game), options.seats
    weights = read_weights(game.weights(), seats)
    names, present = [*weights], [*weights.values()]
    found = [positions_won(game, seats, number) for number in range(options.games)]
    fitted = by_newton([one for game_ in found for one in game_], present)
    unseen = [one for number, game_ in enumerate(found) if number % 5 == 0 for one in game_]
    learnt = by_newton([one for number, game_ in enumerate(found) if number % 5 for one in game_], present)
    errors = log_loss(unseen, present), log_loss(unseen, learnt)
    print(f"{sum(map(len, found))} positions; log-loss in unseen games: {errors[0]:.4f}, fitted {errors[1]:.4f}")
    for name, before, after in zip(names, present, fitted, strict=True):
        print(f"{name:>24} {before:.3f} -> {after:.3f}")


def positions_won(game: Game[Any], seats: int, number: int) -> list[Won]:
    """Of one game: where rounds begin, and every ninth position."""
    found: list[Rows] = []
    shares: Row = ()
    for step in course(game, seats, number):
        if step.outcome is not None:
            shares = won(step.outcome)
        elif step.begins or step.choices % 9 == 0:
            found.append(by_side(game, step.state, seats))
    return [Won(rows, shares) for rows in found]


def forecast(rows: Rows, weights: Row) -> Row:
    return evaluation.shares([sum(w * x for w, x in zip(weights, row, strict=True)) for row in rows])


def log_loss(data: Sequence[Won], weights: Row) -> float:
    losses = []
    for one in data:
        losses.append(-sum(s * log(max(p, 1e-9)) for s, p in zip(one.shares, forecast(one.rows, weights), strict=True)))
    return sum(losses) / len(losses)


def by_newton(data: Sequence[Won], present: Row) -> list[float]:
    """The weights that make the wins likeliest, drawn towards the present ones."""
    size, weights = len(present), [*present]
    for _ in range(STEPS):
        slope = [RIDGE_OF_WINS * (before - now) for before, now in zip(present, weights, strict=True)]
        curve = [[RIDGE_OF_WINS * (i == j) for j in range(size)] for i in range(size)]
        for one in data:
            chances = forecast(one.rows, weights)
            mean = [sum(p * row[i] for p, row in zip(chances, one.rows, strict=True)) for i in range(size)]
            for share, chance, row in zip(one.shares, chances, one.rows, strict=True):
                apart = [x - m for x, m in zip(row, mean, strict=True)]
                for i, x in enumerate(apart):
                    if x:
                        slope[i] += (share - chance) * row[i]
                        curve[i] = [c + chance * x * y for c, y in zip(curve[i], apart, strict=True)]
        step = solve(curve, slope)
        weights = [weight + one for weight, one in zip(weights, step, strict=True)]
    return weights


# --- how sure a review may be -----------------------------------------------------------------------------------

FACTORS = (1.0, 1.1, 1.2, 1.25, 1.3, 1.4, 1.6)


class Foreseen(NamedTuple):
    """Where quick playouts from what a seat knew end: all sides' scores, or shares of the win; and how it ended."""

    seat: int
    scores: Rows
    over: Rows
    won: float


def fit_sure(options: argparse.Namespace) -> None:
    game, seats = get_game(options.game), options.seats
    found = [foreseen(game, seats, number) for number in range(options.games)]
    for factor in FACTORS:
        told = [(number, sure(one, factor), one.won) for number, game_ in enumerate(found) for one in game_]
        print(f"{factor}: Brier {fmean((result - chance) ** 2 for _, chance, result in told):.4f}")
        for line in by_decile((number, WHOLE * chance, WHOLE * result) for number, chance, result in told):
            print(f"  {line}")


def foreseen(game: Game[Any], seats: int, number: int) -> list[Foreseen]:
    """Of one game, as ``benchmarks.review forecast`` asks for them, but in half as many worlds."""
    setup = Setup(game.name, game.ruleset().name, seats, {})
    bots = [get_bot(game, "level2")] * seats
    subject = subject_of_play(play_out(game, setup, bots, derive("fit forecasts", seats, number)))
    ended = won(game.outcome(subject.states[-1]))
    found = []
    for at in range(0, len(subject.batches) - 1, EVERY[seats]):
        evaluation = Evaluation(game, subject.states[at])
        for seat in subject.seats:
            ends, over = [], []
            for n in range(BUDGETS[USUAL].curves_in // 2):
                draws = dice(SEED, "curve", seat, n)
                state = game.redeal(game.view(subject.states[at], seat), draws)
                Playout(game, evaluation, draws).play(state)
                outcome = game.outcome(state)
                if outcome is None:
                    ends.append(evaluation.scores(state))
                else:
                    over.append([*won(outcome)])
            found.append(Foreseen(seat, ends, over, ended[seat]))
    return found


def sure(one: Foreseen, factor: float) -> float:
    chances = [evaluation.shares([factor * score for score in scores])[one.seat] for scores in one.scores]
    return fmean([*chances, *(shares[one.seat] for shares in one.over)])


def error(data: Sequence[tuple[Row, float]], weights: Row) -> float:
    squares = ((target - sum(x * w for x, w in zip(row, weights, strict=True))) ** 2 for row, target in data)
    return sqrt(sum(squares) / len(data))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fit_weights", description=__doc__)
    commands = parser.add_subparsers(required=True)
    ahead, wins = commands.add_parser("ahead"), commands.add_parser("wins")
    ahead.add_argument("--keep", default=ELEKT_HELD, help="features of what is held: their weights stay")
    ahead.set_defaults(run=fit_ahead)
    wins.set_defaults(run=fit_wins)
    as_sure = commands.add_parser("sure")
    as_sure.set_defaults(run=fit_sure)
    for command in (ahead, wins, as_sure):
        command.add_argument("--game", default="elekt")
        command.add_argument("--seats", type=int, default=2)
        command.add_argument("--games", type=int, default=40)
    options = parser.parse_args(arguments)
    options.run(options)


if __name__ == "__main__":
    main()
