"""One decision being carried out: a working copy of the state, the facts so far, and the agenda.

What is to be done stands in the tables of a ``Course``: a handler for each kind of step, a ``Question`` for each kind
of decision, filled by the modules that know each part of the rules. A handler reads, emits facts, pushes steps, or
asks; the driver takes step after step until somebody must decide. What is pushed above is finished first, so what a
step causes is done before what waits. A game adds its own helpers in a subclass.

Who is asked follows one policy, the same for every game:

* A seat that gave up is answered for by the default.
* Everybody else is asked, also where one answer is left (``ask``): a question that is missing would tell others what a
  hidden hand lacks.
* Only where all can see what there is to answer, a single answer is given unasked (``ask_in_view``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from ..chance import Chance
from ..contract import Decision
from .choices import Choice
from .dealing import shuffled

Step = Any
"""One of the game's kinds of steps (``agenda``)."""
Handler = Callable[..., Any]

_fact: Final = tuple.__new__


class Driven(Protocol):
    """What the driver reads from a state."""

    draws: int
    conceded: int
    """Mask of the seats that gave up."""
    agenda: Any


S = TypeVar("S", bound=Driven)
T = TypeVar("T")
"""What a game's choices follow from besides the state: its list of cards, or tables made of it."""


class Over(Exception):
    """Unwinds to the driver when the game is over."""


@dataclass(frozen=True, slots=True)
class Question:
    """How a kind of decision is asked and answered."""

    rule: str
    """The rule that asks it."""
    choices: Callable[..., Sequence[Choice]]
    """``(tables, state, seat, step)`` -> the legal answers, in a stable order."""
    answer: Callable[..., None]
    """``(play, seat, step, choice)``: what an answer, known to be legal, does."""
    default: Callable[..., Choice] | None = None
    """``(tables, state, seat, step)`` -> the answer for a seat that does not answer; without it, the first one."""

    def default_of(self, tables: Any, state: Any, seat: int, step: Step) -> Choice:
        """The default answer of a seat that does not answer."""
        if self.default is None:
            return self.choices(tables, state, seat, step)[0]
        return self.default(tables, state, seat, step)


class Course:
    """The handlers: what to do for each kind of step, question and fact."""

    def __init__(self, folds: dict[type, Handler] | None = None) -> None:
        self.steps: dict[type, Handler] = {}
        """Kind of step -> ``(play, step)``."""
        self.questions: dict[str, Question] = {}
        self.folds: dict[type, Handler] = folds or {}
        """Kind of fact -> ``(state, fact)``."""


class Driver(Generic[T, S]):
    """What handlers work with. They may change ``state`` only through ``emit``."""

    __slots__ = ("agenda", "chance", "course", "events", "folds", "offered", "question", "state", "tables")

    awaiting: ClassVar[type]
    """The fact that ends a batch: ``(seat, question, step, agenda)``."""

    course: Course
    folds: dict[type, Handler]
    tables: T
    state: S
    chance: Chance
    events: list[Any]
    agenda: list[Step]
    question: Any
    """The open question as a fact, once there is one."""
    offered: Sequence[Choice] | None
    """Its choices, where they have been worked out."""

    def begin(self, course: Course, tables: T, state: S, chance: Chance) -> Self:
        """``Play().begin(...)``: an ``__init__`` would take as long as a small decision."""
        self.course = course
        self.folds = course.folds
        self.tables = tables
        self.state = state
        self.chance = chance
        self.events = []
        self.agenda = [*state.agenda]
        self.question = None
        self.offered = None
        return self

    # --- facts and steps ----------------------------------------------------------------------------------------

    def emit(self, event: Any) -> None:
        """Add a fact to the batch and fold it into the state."""
        self.events.append(event)
        self.folds[type(event)](self.state, event)

    def tell(self, event: Any) -> None:
        """Add a fact for readers, which changes nothing on the table."""
        self.events.append(event)

    def push(self, *steps: Step) -> None:
        """Steps to take next, the last one first."""
        self.agenda.extend(steps)

    def push_in_order(self, steps: Sequence[Step]) -> None:
        """Steps to take next, the first one first."""
        if steps:
            self.agenda += steps[::-1]

    # --- questions ----------------------------------------------------------------------------------------------

    def ask(self, seat: int, question: str, step: Step, offered: Sequence[Choice] | None = None) -> None:
        """Wait for a decision, which ends the batch; a seat that gave up is answered for. The caller does nothing after
        it.

        ``offered`` are the choices, from a handler that has worked them out already.
        """
        if self.state.conceded >> seat & 1:
            asked = self.course.questions[question]
            asked.answer(self, seat, step, asked.default_of(self.tables, self.state, seat, step))
        else:
            self.offered = offered
            self.wait(seat, question, step)

    def ask_in_view(self, seat: int, question: str, step: Step) -> None:
        """The same if everybody can see the possible answers: a single answer is given at once, and none if there is
        none.
        """
        asked = self.course.questions[question]
        choices = asked.choices(self.tables, self.state, seat, step)
        if len(choices) > 1:
            self.ask(seat, question, step, choices)
        elif choices:
            asked.answer(self, seat, step, choices[0])

    def wait(self, seat: Any, question: str, step: Step) -> None:
        """The question is a fact, the last one of the batch."""
        self.question = _fact(self.awaiting, (seat, question, step, tuple(self.agenda)))
        self.events.append(self.question)

    # --- the course ---------------------------------------------------------------------------------------------

    def answer(self, decision: Decision, step: Step) -> tuple[Any, ...]:
        """Carry out a legal answer to the question that ``step`` has asked, and its effects: all facts of the batch.

        The last one says who must decide what, or that the game is over.
        """
        seat, question, choice = decision
        try:
            self.course.questions[question].answer(self, seat, step, choice)
            self.run()
        except Over:
            pass
        return tuple(self.events)

    def carry_out(self, move: Callable[..., None], *arguments: Any) -> tuple[Any, ...]:
        """The same for any other move."""
        try:
            move(*arguments)
            self.run()
        except Over:
            pass
        return tuple(self.events)

    def go_on(self) -> tuple[Any, ...]:
        """Carry on from what has been emitted and pushed: all facts of the batch."""
        return self.carry_out(self.run)

    def run(self) -> None:
        """Take steps until somebody must decide. Raises Over if the game ends before."""
        agenda, handlers = self.agenda, self.course.steps
        while self.question is None:
            step = agenda.pop()
            handlers[type(step)](self, step)

    # --- what many games need -----------------------------------------------------------------------------------

    def shuffled(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The cards in a drawn order, from the top. It depends only on the draw and on which cards they are."""
        return tuple(shuffled(cards, self.chance, self.state.draws))
