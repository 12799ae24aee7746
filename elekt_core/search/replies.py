"""Settling small replies: what an option is worth once those whom it asks something have answered.

A look of one step ahead sees a Unit struck before its owner has saved it. So the small questions that an option raises
are followed, each answered the best way for who is asked, and only then the position is valued.

    replies = Replies(game, evaluation, dice)
    replies.settled(state, option)              # the values after the option and the answers to it
    replies.line(state, option)                 # the same, and the answers: what would follow
    replies.ranked(worlds, options)             # [Ranked(option, value, values)], the best for the seat asked first

``worlds`` are whole positions (``game.redeal``) that look the same to the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ..chance import Chance
from ..contract import Decision, Event, Game
from .evaluation import Evaluation, Values

MAX_REPLIES: Final = 12
"""A question with more options is no small one."""
DEPTH: Final = 2
"""How many questions are followed."""
MAX_SETTLED: Final = 20
"""Of more options only so many are settled: the best by a look of one step."""


class Ranked(NamedTuple):
    """An option with its value for the seat that chooses, and the values for every side."""

    option: Decision
    value: float
    values: Values


class Replies:
    """Values of options in positions of one match. It leaves the positions alone."""

    def __init__(self, game: Game[Any], evaluation: Evaluation, chance: Chance) -> None:
        self._game = game
        self._evaluation = evaluation
        self._chance = chance
        self.valued = 0
        """How many positions it has valued."""

    def ranked(self, worlds: Sequence[Any], options: Sequence[Decision], most: int = MAX_SETTLED) -> list[Ranked]:
        """The options by their mean value over the worlds, the best one first; equal ones as they stood.

        If there are more than ``most``, the others are not settled and come last.
        """
        if len(options) <= most:
            return _best_first([self._mean(self.settled, worlds, option) for option in options])
        plain = _best_first([self._mean(self.plain, worlds, option) for option in options])
        best = _best_first([self._mean(self.settled, worlds, one.option) for one in plain[:most]])
        return best + plain[most:]

    def plain(self, state: Any, option: Decision) -> Values:
        """The values right after the option."""
        after = state.copy()
        self._game.advance(after, option, self._chance)
        return self._values(after)

    def _values(self, state: Any) -> Values:
        self.valued += 1
        return self._evaluation.values(state)

    def settled(self, state: Any, option: Decision) -> Values:
        """The values after the option and the best answers to it."""
        return self._settled(state, option, DEPTH, (option.kind,))[0]

    def line(self, state: Any, option: Decision) -> tuple[Values, tuple[Decision, ...]]:
        """The same, and the option with the answers that were expected."""
        return self._settled(state, option, DEPTH, (option.kind,))

    def _settled(
        self, state: Any, option: Decision, depth: int, kinds: tuple[str, ...]
    ) -> tuple[Values, tuple[Decision, ...]]:
        after = state.copy()
        events = self._game.advance(after, option, self._chance)
        best: tuple[Values, tuple[Decision, ...]] | None = None
        if depth:
            for answer in self._small_question(state, option, after, events, kinds):
                found = self._settled(after, answer, depth - 1, (*kinds, answer.kind))
                if best is None or found[0][answer.seat] > best[0][answer.seat]:
                    best = found
        if best is None:
            return self._values(after), (option,)
        return best[0], (option, *best[1])

    def _small_question(
        self, before: Any, option: Decision, state: Any, events: Sequence[Event], kinds: Sequence[str]
    ) -> Sequence[Decision]:
        """The answers to what is asked in the course of what has just been done; none where something new begins.

        That is told by what is still open (``Awaiting.stack``): a turn of one's own is asked with nothing else open.
        Where a game names no stack, a question of a new kind is a reply. Who was asked already chooses in secret and
        replies to nothing.
        """
        game = self._game
        options = game.options(state)
        if not 1 < len(options) <= MAX_REPLIES or begins_part(game, events) or game.outcome(state) is not None:
            return ()
        asked = game.awaiting(state)[0]
        if asked.seat != option.seat and any(one.seat == asked.seat for one in game.awaiting(before)):
            return ()
        is_reply = len(asked.stack) > 1 if asked.stack else asked.kind not in kinds
        return options if is_reply else ()

    def _mean(self, value: Any, worlds: Sequence[Any], option: Decision) -> Ranked:
        rows: list[Values] = [value(world, option) for world in worlds]
        values = rows[0] if len(rows) == 1 else tuple([sum(column) / len(rows) for column in zip(*rows, strict=True)])
        return Ranked(option, values[option.seat], values)


def begins_part(game: Game[Any], events: Sequence[Event]) -> bool:
    """Whether a round or a phase begins among these facts."""
    return any(map(game.chapter, events))


def _best_first(found: list[Ranked]) -> list[Ranked]:
    return sorted(found, key=lambda one: -one.value)
