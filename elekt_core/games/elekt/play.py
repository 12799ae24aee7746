"""Carries out one decision (``kit/driver.py``), with what several parts of the rules share.

A search plays millions of decisions, so what runs in each of them (here, and in ``active``, ``assignment``,
``confrontation``, ``counting``) asks a mask first, and keeps comprehensions in functions of their own: a function
that holds one makes its variables cells and creates a closure at every call.
"""

from __future__ import annotations

from typing import Final

from ...chance import Chance
from ...kit.driver import Driver, Over
from . import events as e
from . import facts  # noqa: F401  it fills the table of folds
from .course import BASE
from .state import State
from .tables import Tables
from .vocabulary import ELITE_DECK

STEPS: Final = BASE.steps
QUESTIONS: Final = BASE.questions


class Play(Driver[Tables, State]):
    """The state and the operations that handlers work with."""

    __slots__ = ()

    awaiting = e.Awaiting

    def draw_units(self, seat: int, count: int) -> int:
        """Draw from the Elite deck as many Units as there are (E6.8); the discard pile is reshuffled when a draw needs
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
        """E11.6: Titles are the ribbons in front of a player and whatever else counts as one (``titles_beside``).
        E11.1, E11.3: enough of them end the game at once."""
        state, ribbons = self.state, self.tables.titles
        titles, need, reached = [], state.game.titles_to_win, False
        for seat, cards in enumerate(state.acquired):
            n = self.titles_beside(seat)
            for card in cards:
                n += ribbons[card]
            titles.append(n)
            reached = reached or (n >= need and not state.gave_up(seat))
        if tuple(titles) != state.titles:
            self.emit(e.fact(e.TitlesChanged, (tuple(titles),)))
            if reached:
                self.end(e.BY_TITLES)

    def titles_beside(self, seat: int) -> int:
        """A seat's Titles that are not ribbons."""
        return 0

    def end(self, reason: int) -> None:
        """Rank by Titles, then by court position (E11.2, E11.5), those who gave up last (E11.8). Raises Over."""
        state = self.state
        best_first = sorted(
            range(state.seats), key=lambda seat: (state.gave_up(seat), -state.titles[seat], state.order.index(seat))
        )
        ranks = tuple(best_first.index(seat) + 1 for seat in range(state.seats))
        self.emit(e.GameEnded(reason, best_first[0], ranks, state.titles, self.chance.reveal()))
        raise Over


def play_on(tables: Tables, state: State, chance: Chance) -> Play:
    """The ``Play`` that carries out a decision on this state, in a game for several players."""
    return Play().begin(tables.course, tables, state, chance)
