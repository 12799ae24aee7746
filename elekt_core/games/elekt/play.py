"""One decision being carried out: a working copy of the state, the facts so far, and the agenda.

Handlers of steps and answers stand in tables (``STEPS``, ``ANSWERS``), filled by the modules that know the rules of
each part. A handler reads, emits facts, pushes steps, or asks; the driver takes step after step until somebody must
decide. What an event causes is pushed above what waits, so it is finished first (E16.6).

A search plays millions of decisions, so what runs in each of them (here, and in ``active``, ``assignment``,
``confrontation``, ``counting``) asks a mask first, and keeps comprehensions in functions of their own: a function
that holds one makes its variables cells and creates a closure at every call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Self

from ...chance import Chance
from . import events as e
from . import facts  # noqa: F401  it fills the table of folds
from .course import BASE
from .events import Step
from .houses.solo import HOUSES
from .state import State
from .tables import Tables
from .vocabulary import ELITE_DECK


class Over(Exception):
    """Unwinds to the driver when the game is over."""


class Play:
    """What handlers work with. ``state`` is theirs to change, through ``emit`` alone."""

    __slots__ = ("agenda", "chance", "events", "folds", "question", "state", "tables")

    tables: Tables
    folds: dict[type, Any]
    state: State
    chance: Chance
    events: list[Any]
    agenda: list[Step]
    question: e.Awaiting | None
    """The open question, once there is one."""

    def begin(self, tables: Tables, state: State, chance: Chance) -> Self:
        """``Play().begin(...)``: an ``__init__`` would take as long as a small decision."""
        self.tables = tables
        self.folds = tables.course.folds
        self.state = state
        self.chance = chance
        self.events = []
        self.agenda = [*state.agenda]
        self.question = None
        return self

    def emit(self, event: Any) -> None:
        """A fact: noted, and true from now on."""
        self.events.append(event)
        self.folds[type(event)](self.state, event)

    def tell(self, event: Any) -> None:
        """A fact for readers, which moves nothing on the table."""
        self.events.append(event)

    def push(self, *steps: Step) -> None:
        """Steps to take next, the last one first."""
        self.agenda.extend(steps)

    def push_in_order(self, steps: Sequence[Step]) -> None:
        """Steps to take next, the first one first."""
        if steps:
            self.agenda += steps[::-1]

    def ask(self, seat: int, question: str, step: Step, offered: Sequence[tuple[Any, ...]] | None = None) -> None:
        """Wait for a decision, which ends the batch. A seat that gave up is answered for at once (E11.8).

        ``offered`` are the choices, from a handler that has worked them out already; the state that goes on in place
        keeps them. A handler asks last: it must not do anything afterwards.
        """
        state = self.state
        if state.conceded >> seat & 1:
            state.asked, state.question, state.step, state.agenda = seat, question, step, tuple(self.agenda)
            course = self.tables.course
            course.answers[question](self, step, course.defaults[question](self.tables, state))
        else:
            self.question = asked = e.fact(e.Awaiting, (seat, question, step, tuple(self.agenda)))
            self.events.append(asked)
            state.offered = offered

    def answer(self, kind: str, choice: tuple[Any, ...]) -> tuple[Any, ...]:
        """Carry out a legal answer to the open question, and what follows from it: all facts of the batch.

        The last one says who must decide what, or that the game is over.
        """
        try:
            self.tables.course.answers[kind](self, self.state.step, choice)
            self.run()
        except Over:
            pass
        return tuple(self.events)

    def run(self) -> None:
        """Take steps until somebody must decide. Raises Over where the game ends before."""
        agenda, handlers = self.agenda, self.tables.course.steps
        while self.question is None:
            step = agenda.pop()
            handlers[step[0]](self, step)

    # --- what several parts need --------------------------------------------------------------------------------

    def shuffled(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The cards in a drawn order, from the top."""
        cards = sorted(cards)
        return tuple(map(cards.__getitem__, self.chance.permutation(self.state.draws, len(cards))))

    def draw_units(self, seat: int, count: int) -> int:
        """Draw from the Elite deck, as many as there are (E6.8); the discard pile is reshuffled when a draw needs
        it (E6.4, E6.5).

        Returns how many were drawn.
        """
        state, drawn = self.state, 0
        while drawn < count:
            deck = state.decks[ELITE_DECK]
            if not deck:
                if not state.discard:
                    break
                self.emit(e.DeckReshuffled(self.shuffled(state.discard)))
                continue
            units = deck[: -1 - min(count - drawn, len(deck)) : -1]
            self.emit(e.fact(e.UnitsDrawn, (seat, units)))
            drawn += len(units)
        return drawn

    def pay(self, seat: int, amount: int) -> None:
        """E18.4; the caller knows that the seat has it."""
        if amount:
            self.emit(e.fact(e.HeatPaid, (seat, amount)))

    def gain_heat(self, seat: int, amount: int) -> None:
        """E12.2, E12.3, E12.5: what does not fit, or is not in the pool, is not gained."""
        state = self.state
        if (fits := min(amount, state.game.heat_limit - state.heat[seat], state.heat_pool)) > 0:
            self.emit(e.fact(e.HeatGained, (seat, fits)))

    def gather_heat(self, seat: int, counted: int) -> None:
        """E10.3: never above the limit (E12.2), never below 0 (C4.6.15)."""
        state = self.state
        amount = max(0, min(counted, state.game.heat_limit - state.heat[seat], state.heat_pool))
        self.emit(e.fact(e.HeatGathered, (seat, counted, amount)))

    def to_pile(self, unit: int) -> None:
        """Discard a Unit from its Zone (E14.4)."""
        state = self.state
        zone, owner = divmod(state.where[unit], state.seats)
        self.emit(e.fact(e.UnitDiscarded, (owner, unit, e.FROM_ZONE, zone, state.position(unit))))

    def titles_may_have_changed(self) -> None:
        """E11.6: Titles are the ribbons in front of a player, and what E21.24 and E21.35 give the Houses. E11.1, E11.3:
        enough of them end the game at once."""
        state, ribbons = self.state, self.tables.titles
        titles, need, reached = [], state.game.titles_to_win, False
        for seat, cards in enumerate(state.acquired):
            n = state.solo.titles if seat == HOUSES and state.solo is not None else 0
            for card in cards:
                n += ribbons[card]
            titles.append(n)
            reached = reached or (n >= need and not state.gave_up(seat))
        if tuple(titles) != state.titles:
            self.emit(e.fact(e.TitlesChanged, (tuple(titles),)))
            if reached:
                self.end(e.BY_TITLES)

    def end(self, reason: int) -> None:
        """Rank by Titles, then by court position (E11.2, E11.5), those who gave up last (E11.8). Raises Over."""
        state = self.state
        best_first = sorted(
            range(state.seats), key=lambda seat: (state.gave_up(seat), -state.titles[seat], state.order.index(seat))
        )
        ranks = tuple(best_first.index(seat) + 1 for seat in range(state.seats))
        self.emit(e.GameEnded(reason, best_first[0], ranks, state.titles, self.chance.reveal()))
        raise Over


STEPS: Final[dict[int, Callable[[Play, Step], None]]] = BASE.steps
"""Step -> its handler."""

ANSWERS: Final[dict[str, Callable[[Play, Step, tuple[Any, ...]], None]]] = BASE.answers
"""Question -> what an answer, known to be legal, does."""

DEFAULTS: Final[dict[str, Callable[[Tables, State], tuple[Any, ...]]]] = BASE.defaults
"""Question -> the choice for a seat that does not answer (E24.2)."""
