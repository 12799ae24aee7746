"""Search: the best options are played on in the same dealt worlds, until one of them is left.

    found = Search(game, view, options, dice).run(200)
    found.best                                  # the choice
    found.considered                            # every option that was looked at: visits, value, values for all sides

Options are ranked by their settled values (``replies``), as greedy does. The best of them run a race: the hidden cards
are dealt anew, and in that world each runner is played and answered for a few decisions more, every seat choosing what
is best for itself there; then the position is valued. All runners get the same worlds and the same luck, so what tells
them apart is their difference in each world, which is far steadier than their values. A runner that lags behind the
leader by more than the doubt is out. The settled values count as a few worlds, so that greedy's choice stands unless
there is something against it.

A game that says nothing of itself is judged by its points, which are blind to what is kept back, so a look of one step
would answer badly. There the runners are played on to the end by inclination (``playout``): many quick playouts in the
place of few lines with sense.

An iteration is one line of one option, or so many decisions of playouts. Their number is all that strength depends on,
and everything is a function of the view and the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from ..contract import Decision, Game
from .candidates import candidates
from .dice import Dice
from .evaluation import Evaluation, Values
from .greedy import ranked_options
from .playout import Playout, begins_round
from .replies import MAX_REPLIES, Ranked, Replies

RUNNERS: Final = 8
"""So many options run at most."""
BEHIND: Final = 0.15
"""No option runs whose settled value is so far below the best one, in shares of the win."""
PRIOR_WORLDS: Final = 2
"""As many worlds is the settled value worth."""
MIN_WORLDS: Final = 2
ITERATIONS_A_WORLD: Final = 64
"""Nobody is out before as many worlds as the iterations allow one for each of these, and two at least: whoever may
think longer is harder to convince."""
DOUBT: Final = 1.5
"""How many standard errors a runner may lag behind."""
MANY_WORLDS: Final = 32
"""After so many a runner must be able to gain something that matters."""
MATTERS: Final = 0.01
ANSWERS: Final = 12
"""Of more answers to a question a sample is tried."""
PLAYED_OUT: Final = 16
"""So many options run at most where they are played out: nothing is known of them beforehand."""
DECISIONS: Final = 400
"""So many decisions of playouts are an iteration."""
PLAYOUT_WORLDS: Final = 16
"""Nobody is out before so many playouts: one tells little."""


@dataclass(slots=True)
class Runner:
    """An option in the race: the sums of its values by side, and its seat's value in each world that it ran in."""

    prior: Ranked
    totals: list[float]
    values: list[float]


@dataclass(frozen=True, slots=True)
class Considered:
    """An option at the root. ``value`` is its seat's share of the win, ``values`` that of all sides."""

    option: Decision
    visits: int
    value: float
    values: Values


@dataclass(frozen=True, slots=True)
class Found:
    """``considered`` has the chosen option first, then the others by visits and value."""

    considered: tuple[Considered, ...]

    @property
    def best(self) -> Decision:
        return self.considered[0].option


class Line:
    """How a whole position goes on after an option, every seat choosing what is best for itself there.

    All cards lie open in a line: in the world that was dealt, each seat answers as if it knew it. It is played as far
    as one likes, and further later; it ends with the round.
    """

    def __init__(
        self, game: Game[Any], evaluation: Evaluation, state: Any, option: Decision, draws: Dice, thoughts: Dice
    ) -> None:
        """Plays the option. ``state`` is changed; ``draws`` are used for nothing but what happens in it."""
        self._game = game
        self._sides = evaluation.sides
        self._draws = draws
        self._thoughts = thoughts
        self._replies = Replies(game, evaluation, thoughts)
        self._unaware: dict[int, Any] = {}
        self.state = state
        self.decisions: list[Decision] = []
        self._make(option)

    def play(self, reach: int) -> None:
        """Play on until ``reach`` positions have been valued for each side: small questions are followed further than
        large ones, and no game's lines take too long."""
        while not self._is_over and self._replies.valued < reach * self._sides:
            options = self._game.options(self.state)
            if not options:
                return
            answer = options[0]
            if len(options) > 1:
                before = self._unaware.get(answer.seat, self.state)
                tried = candidates(self._game, before, options, self._thoughts, ANSWERS)
                answer = _best_answer(self._replies, before, tried)
            self._make(answer)

    def _make(self, decision: Decision) -> None:
        self._ask_together(decision.seat)
        self.decisions.append(decision)
        begun = begins_round(self._game, self._game.advance(self.state, decision, self._draws))
        self._is_over = begun or self._game.outcome(self.state) is not None

    def _ask_together(self, seat: int) -> None:
        """Seats that are asked at the same time choose by the position as it was put to them (``unaware``): they do not
        see each other's choices.
        """
        others = [asked.seat for asked in self._game.awaiting(self.state) if asked.seat != seat]
        for other in [*self._unaware]:
            if other not in others:
                del self._unaware[other]
        if any(other not in self._unaware for other in others):
            put = self.state.copy()
            for other in others:
                self._unaware.setdefault(other, put)


class Search:
    """One thought about one question, in lines that go as far as ``reach`` (``Line.play``)."""

    def __init__(self, game: Game[Any], view: Any, options: Sequence[Decision], dice: Dice, reach: int) -> None:
        self._game = game
        self._view = view
        self._dice = dice
        self._evaluation = Evaluation(game, view)
        self._reach = reach
        ranked = ranked_options(game, view, options, dice)
        self._sides = self._evaluation.sides
        self._runners = [Runner(one, [0.0] * self._sides, []) for one in ranked]
        self._plays_out = not self._evaluation.speaks
        if self._plays_out:
            self._running = self._by_points()[:PLAYED_OUT]
        else:
            least = ranked[0].value - BEHIND
            self._running = [runner for runner in self._runners[:RUNNERS] if runner.prior.value > least]

    def _by_points(self) -> list[Runner]:
        """The best first, equal ones in any order: the first of many is no better than the last."""
        mixed = [self._runners[place] for place in self._dice.permutation(0, len(self._runners))]
        return sorted(mixed, key=lambda runner: -runner.prior.value)

    def run(self, iterations: int) -> Found:
        """Think on for so many iterations at most; fewer where the race is decided."""
        worlds = PLAYOUT_WORLDS if self._plays_out else max(MIN_WORLDS, iterations // ITERATIONS_A_WORLD)
        left = iterations * (DECISIONS if self._plays_out else 1)
        while 1 < len(self._running) <= left:
            left -= self._run_in_a_world()
            if len(self._running[0].values) >= worlds:
                self._drop_those_behind()
        leader = self._leader()
        rest = [self._considered(runner) for runner in self._runners if runner is not leader]
        return Found((self._considered(leader), *sorted(rest, key=lambda row: (-row.visits, -row.value))))

    def _run_in_a_world(self) -> int:
        """How much that was: lines, or decisions of playouts."""
        world = self._game.redeal(self._view, self._dice)
        luck = b"%d,%d" % (self._dice.below(1 << 31), self._dice.below(1 << 31))
        work = 0
        for runner in self._running:
            state = world.copy()
            work += self._play_on(state, runner.prior.option, luck)
            values = self._evaluation.values(state)
            runner.values.append(values[runner.prior.option.seat])
            for side, value in enumerate(values):
                runner.totals[side] += value
        return work

    def _play_on(self, state: Any, option: Decision, luck: bytes) -> int:
        if not self._plays_out:
            self.line(state, option, luck)
            return 1
        playout = Playout(self._game, self._evaluation, Dice(luck), whole=True)
        playout.play(state, option)
        return 1 + playout.made

    def line(self, state: Any, option: Decision, luck: bytes) -> None:
        """The option and the next answers in the world. Changes ``state``."""
        Line(self._game, self._evaluation, state, option, Dice(luck), Dice(luck + b"t")).play(self._reach)

    def _score(self, runner: Runner) -> float:
        return (PRIOR_WORLDS * runner.prior.value + sum(runner.values)) / (PRIOR_WORLDS + len(runner.values))

    def _leader(self) -> Runner:
        return max(self._running, key=self._score)

    def _drop_those_behind(self) -> None:
        leader = self._leader()
        least = self._score(leader) + (MATTERS if len(leader.values) >= MANY_WORLDS else 0.0)
        self._running = [
            runner
            for runner in self._running
            if runner is leader or self._score(runner) + DOUBT * _doubt(leader.values, runner.values) > least
        ]

    def _considered(self, runner: Runner) -> Considered:
        """The mean of what the lines brought and of the settled value, less what settled values promise too much: after
        one's own move and before the others' they are too good.
        """
        visits = len(runner.values)
        ran = [one for one in self._runners if one.values]
        lines = sum(len(one.values) for one in ran)
        values = []
        for side in range(self._sides):
            promised = sum(len(one.values) * one.prior.values[side] for one in ran)
            optimism = (promised - sum(one.totals[side] for one in ran)) / max(1, lines)
            prior = runner.prior.values[side] - optimism
            values.append((PRIOR_WORLDS * prior + runner.totals[side]) / (PRIOR_WORLDS + visits))
        option = runner.prior.option
        return Considered(option, visits, values[option.seat], tuple(values))


def _best_answer(replies: Replies, state: Any, tried: Sequence[Decision]) -> Decision:
    if len(tried) == 1:
        return tried[0]
    value = replies.settled if len(tried) <= MAX_REPLIES // 2 else replies.plain
    return max(tried, key=lambda option: value(state, option)[option.seat])


def _doubt(one: Sequence[float], other: Sequence[float]) -> float:
    """The standard error of the mean difference, world by world."""
    differences = [a - b for a, b in zip(one, other, strict=True)]
    worlds = len(differences)
    mean = sum(differences) / worlds
    return sqrt(sum((d - mean) ** 2 for d in differences) / (worlds - 1) / worlds)
