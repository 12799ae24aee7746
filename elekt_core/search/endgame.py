"""The rest of a round searched to its end with open cards: what a seat can force, whatever the other one does. Bridge
calls it double dummy.

    endgame = Endgame(game, evaluation, 0, new_draws, limit=4000, strict=True)
    endgame.at_least(state, option, 60)         # 63: seat 0 can force so much; 52: no way to more than that was found
    endgame.line(state, option, 53, 55)         # the option, and answers of both seats by which it comes to that

Values are points of the win, 0 to 100, for the seat that forces, whoever chooses the option. For two sides only: what
one wins the other loses, so whatever cannot change the answer is left out (alpha-beta with null windows and a table of
positions, as MTD(f) does: Plaat and others, Artificial Intelligence 87, 1996).

One way is enough to force something, and any answer may refute it. So of the seat that forces only the likely answers
are looked at that are best after one step, and where it is ``strict`` all sensible ones of the other: then what is
forced is proved, what is not may only have been overlooked. That a seat can get no more is proved by what the other
one can force. Where it is not strict, both are looked at alike, which is quick, and mostly right.

Whether nothing is hidden that matters is for the caller to say. A round in which anything is drawn before its end is
not searched, since nobody could know what comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import log
from operator import itemgetter
from typing import Any, Final, NamedTuple

from ..contract import Decision, Game
from .candidates import SENSIBLE
from .dice import Dice
from .evaluation import Evaluation, Values
from .playout import begins_round

NARROW: Final = (5, 0.25)
"""So many answers to a question are followed at most, none less likely than that where there are others."""
WIDE: Final = SENSIBLE
"""Of the seat against which something is proved all answers are followed that are as likely as that."""
CERTAIN: Final = 100
PROBES: Final = 8
SPARED: Final = 1.15
"""How well what does not matter is left out: the power of the positions looked at that there would be without. At best
it is 2 (Knuth and Moore, Artificial Intelligence 6, 1975). Of 23 questions that were estimated to take a power of 1.15
to 1.35, none was answered within the limit."""
KEPT: Final = 6
"""Positions are remembered so far into a line: of those that lie deeper one in thirty is met again, and to name each
takes longer than to search that one anew."""
REFUTATIONS: Final = 2
"""So many answers that settled the matter elsewhere, as far into a line, are tried first."""


class TooFar(Exception):
    """The end of the round is too far away, or chance comes before it."""


class Known(NamedTuple):
    """What was found of a position: it is worth ``least`` and no more than ``most``; the ``best`` answer."""

    least: int
    most: int
    best: Decision


NOTHING_KNOWN: Final = (0, CERTAIN)


class Endgame:
    """Searches in positions of one match. It leaves them alone."""

    def __init__(
        self,
        game: Game[Any],
        evaluation: Evaluation,
        forces: int,
        draws: Callable[[], Dice],
        limit: int,
        *,
        strict: bool,
    ) -> None:
        """``forces`` is a seat. ``draws`` are what chance brings where the round ends: new and the same each time. No
        question takes more than ``limit`` positions."""
        self._game = game
        self._evaluation = evaluation
        self._forces = forces
        self._draws = draws
        self._limit = limit
        self._strict = strict
        self._known: dict[bytes, Known] = {}
        self._refutations: dict[tuple[int, int], list[Decision]] = {}
        self._left = 0
        self._unused: Dice | None = None
        self.made = 0
        """How many positions it has made."""

    def at_least(self, state: Any, option: Decision, points: int) -> int:
        """``points`` or more, which can be forced after the option; or less, if no more was found. Raises TooFar."""
        self._left = self._limit
        after, is_over = self._after(state, option)
        return self._worth(after) if is_over else self._search(after, points, 1)

    def line(self, state: Any, option: Decision, least: int, most: int) -> tuple[list[Decision], Any]:
        """The option and answers with which neither seat falls behind what was found that the option is worth, and the
        position where it ends. Raises TooFar."""
        self._left = self._limit
        state, is_over = self._after(state, option)
        line = [option]
        while not is_over and (options := self._game.options(state)):
            self._left = self._limit
            answer = options[0] if len(options) == 1 else self._holding(state, options, least, most, len(line))
            state, is_over = self._after(state, answer)
            line.append(answer)
        return line, state

    def is_near(self, state: Any, option: Decision, dice: Dice) -> bool:
        """Whether a question of this size may well be answered within the limit: what is still to come is estimated
        from few lines played at random (Knuth, Mathematics of Computation 29, 1975)."""
        sizes = [self._log_size(state.copy(), option, dice) for _ in range(PROBES)]
        return sum(sizes) / PROBES <= SPARED * log(self._limit)

    def _log_size(self, state: Any, option: Decision, dice: Dice) -> float:
        size, answer = 0.0, option
        while True:
            facts = self._game.advance(state, answer, dice)
            options = self._game.options(state)
            if not options or begins_round(self._game, facts) or self._game.outcome(state) is not None:
                return size
            likely = self._likely(state, options, NARROW[1])
            size += log(min(len(likely), NARROW[0]))
            answer = likely[dice.below(len(likely))]

    # --- searching ------------------------------------------------------------------------------------------------

    def _search(self, state: Any, points: int, depth: int) -> int:
        """``points`` or more if so much can be forced, else less. Changes ``state`` where there is no choice."""
        options = self._game.options(state)
        while len(options) == 1:
            if self._makes_an_end(state, options[0]):
                return self._worth(state)
            options = self._game.options(state)
        if not options:
            return self._worth(state)
        if depth > KEPT:
            return self._best(state, options, None, points, depth)[0]
        key = self._game.fingerprint(state)
        known = self._known.get(key)
        least, most = (known.least, known.most) if known else NOTHING_KNOWN
        if least >= points:
            return least
        if most < points:
            return most
        best, answer = self._best(state, options, known, points, depth)
        self._known[key] = Known(best, most, answer) if best >= points else Known(least, best, answer)
        return best

    def _best(
        self, state: Any, options: Sequence[Decision], known: Known | None, points: int, depth: int
    ) -> tuple[int, Decision]:
        seat = options[0].seat
        forces = seat == self._forces
        refutations = self._refutations.setdefault((depth, seat), [])
        first = [*([known.best] if known else ()), *refutations]
        found: tuple[int, Decision] | None = None
        for answer, after, end in self._answers(state, options, first):
            value = self._search(after, points, depth + 1) if end is None else end
            if found is None or (value > found[0] if forces else value < found[0]):
                found = value, answer
            if (value >= points) == forces:
                refutations[:] = [answer, *(one for one in refutations if one != answer)][:REFUTATIONS]
                break
        assert found is not None
        return found

    def _answers(
        self, state: Any, options: Sequence[Decision], first: Sequence[Decision]
    ) -> Iterator[tuple[Decision, Any, int | None]]:
        """Each with the position after it, and what that is worth if the round is over there; the most promising ones
        first."""
        seat = options[0].seat
        most, least_likely = (len(options), WIDE) if self._strict and seat != self._forces else NARROW
        likely = self._likely(state, options, least_likely)
        tried = [answer for answer in dict.fromkeys(first) if answer in likely]
        for answer in tried:
            after, is_over = self._after(state, answer)
            yield answer, after, self._worth(after) if is_over else None
        rows = []
        for answer in likely:
            if answer not in tried:
                after, is_over = self._after(state, answer)
                values = self._evaluation.values(after)
                rows.append((values[seat], answer, after, self._points(values) if is_over else None))
        rows.sort(key=itemgetter(0), reverse=True)
        for _, answer, after, end in rows[: max(1, most - len(tried))]:
            yield answer, after, end

    def _likely(self, state: Any, options: Sequence[Decision], least: float) -> Sequence[Decision]:
        return [one for one in options if self._game.inclination(state, one) >= least] or options

    def _holding(self, state: Any, options: Sequence[Decision], least: int, most: int, depth: int) -> Decision:
        """The first answer with which its seat does not fall behind."""
        known = self._known.get(self._game.fingerprint(state))
        forces = options[0].seat == self._forces
        for answer, after, end in self._answers(state, options, [known.best] if known else ()):
            found = self._search(after, least if forces else most + 1, depth + 1) if end is None else end
            if found >= least if forces else found <= most:
                return answer
        raise TooFar

    def _after(self, state: Any, answer: Decision) -> tuple[Any, bool]:
        after = state.copy()
        return after, self._makes_an_end(after, answer)

    def _makes_an_end(self, state: Any, answer: Decision) -> bool:
        self.made += 1
        self._left -= 1
        if self._left < 0:
            raise TooFar
        draws = self._unused or self._draws()
        facts = self._game.advance(state, answer, draws)
        self._unused = None if draws.used else draws
        is_over = begins_round(self._game, facts) or self._game.outcome(state) is not None
        if draws.used and not is_over:
            raise TooFar
        return is_over

    def _worth(self, state: Any) -> int:
        return self._points(self._evaluation.values(state))

    def _points(self, values: Values) -> int:
        return round(CERTAIN * values[self._forces])
