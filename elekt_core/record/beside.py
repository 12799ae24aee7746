"""Facts beside the game's, judged in their course: time, stand-ins, takeback, coarse records, and an arbiter's end."""

from __future__ import annotations

from typing import Any

from ..contract import Event, Game
from ..errors import CoreError
from .branch import PlayedOn
from .clocks import TIME_FACTS, Clocks, ClocksSet
from .coarse import COARSE_FACTS, Coarse
from .facts import is_beside
from .match import draws_of, fold
from .seats import StandInCalled, StandInLeft, StandIns
from .stop import STOPS
from .takeback import Line, TakenBack, in_force


class WrongBeside(CoreError):
    """A fact of a clock, or a takeback, that cannot follow."""


class Beside:
    """Goes through a stream that has facts beside the game's, folds all of them and checks the latter."""

    def __init__(self, game: Game[Any], initial: Any, seats: int) -> None:
        self.game, self.initial, self.seats = game, initial, seats
        self.facts: list[Event] = []
        self.ends: list[int] = []
        self.line, self.clocks, self.stand_ins = Line(), Clocks(), StandIns()
        self.coarse = Coarse(seats)
        self.stopped: int | None = None
        """The number of the event by which an arbiter ended the match."""

    @property
    def is_over(self) -> bool:
        """Whether a fact beside the game's ended it."""
        return self.stopped is not None or self.coarse.result is not None

    def take(self, state: Any, fact: Event) -> Any:
        """The position after the fact: ``state`` itself, except for a takeback. Raises WrongBeside."""
        begun = self.ends[-1] if self.ends else 0
        if self.stopped is not None and begun >= self.stopped:
            raise WrongBeside("wrong_stop", why="over")
        if not is_beside(fact):
            if any(map(is_beside, self.facts[begun:])):
                raise WrongBeside("out_of_place")
            self._judge_coarse(fact)
            self.game.evolve(state, fact)
        else:
            try:
                state = self._judged(state, fact, len(self.facts) == begun)
            except CoreError as error:
                raise WrongBeside(error.code, **error.data) from error
        self.facts.append(fact)
        self.line.take(fact)
        return state

    def _judge_coarse(self, fact: Event) -> None:
        try:
            self.coarse.check(fact)
        except CoreError as error:
            raise WrongBeside(error.code, **error.data) from error

    def end_batch(self) -> None:
        self.ends.append(len(self.facts))

    def _judged(self, state: Any, fact: Event, begins: bool) -> Any:
        if isinstance(fact, TakenBack):
            if not begins or self.game.outcome(state) is not None:
                raise CoreError("wrong_takeback", why="over" if begins else "not_alone")
            self.line.check(fact, self.ends, self.seats)
            state = fold(self.game, self.initial.copy(), in_force(self.facts, fact.to))
            if draws_of(state) != fact.draws:
                raise CoreError("wrong_takeback", why="draws")
        elif isinstance(fact, TIME_FACTS):
            if isinstance(fact, ClocksSet) and len(fact.base) != self.seats:
                raise CoreError("wrong_clock", why="seats")
            self.clocks.check(fact)
            self.clocks.evolve(fact)
        elif isinstance(fact, COARSE_FACTS):
            if self.game.outcome(state) is not None:
                raise CoreError("wrong_coarse", why="over")
            self.coarse.check(fact)
            self.coarse.take(fact)
        elif isinstance(fact, PlayedOn):
            fact.check(self.seats, is_first=not self.ends)
        elif isinstance(fact, STOPS):
            if not begins or self.game.outcome(state) is not None:
                raise CoreError("wrong_stop", why="over" if begins else "not_alone")
            fact.check(self.seats)
            self.stopped = len(self.facts) + 1
        elif isinstance(fact, StandInCalled | StandInLeft):
            self.stand_ins.check(fact)
            self.stand_ins.evolve(fact)
        return state
