"""Carries out one decision (``kit/driver.py``), with what several parts of the rules share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ...chance import Chance
from ...kit.choices import Choice
from ...kit.driver import Course, Driver, Handler
from ...kit.driver import Question as Asked
from . import events as e
from .cards import BOARD, DECKS, PRINTED
from .facts import FOLDS
from .state import State

COURSE: Final = Course(FOLDS)
QUESTIONS: Final = COURSE.questions
WHY: Final[dict[str, Callable[..., str]]] = {}
"""Question -> ``(state, seat, step, choice)`` -> the code of the reason why it is not offered (``refusals.CODES``)."""


class Play(Driver[None, State]):
    """The state and the operations that steps and answers work with."""

    __slots__ = ()

    awaiting = e.Awaiting

    def ask(self, seat: int, question: str, step: Any, offered: Sequence[Choice] | None = None) -> None:
        """Under ``enclave-r1`` an only answer was given automatically, even if only its seat could know it
        (``rulesets``)."""
        if self.state.first_rules:
            asked = QUESTIONS[question]
            choices = asked.choices(None, self.state, seat, step)
            if len(choices) == 1:
                asked.answer(self, seat, step, choices[0])
                return
        super().ask(seat, question, step, offered)

    def wait(self, seat: int | tuple[int, ...], question: str, step: Any) -> None:
        """Wait for one seat, or for the sealed decisions of several."""
        super().wait(seat if isinstance(seat, tuple) else (seat,), question, step)

    # --- piles (Z21) ------------------------------------------------------------------------------------------

    def shuffle(self, deck: int, cards: Sequence[int]) -> None:
        """A new pile of these cards in random order (Z21.4)."""
        self.emit(e.PileShuffled(deck, self.shuffled(cards)))

    def check_pile(self, deck: int) -> None:
        """Z21.2; not while cards of the pile are held for a look (Z21.3)."""
        s = self.state
        held = s.looked[deck] or (s.offer and PRINTED[s.offer[0]].deck == deck)
        if len(s.piles[deck]) < BOARD.reshuffle_below and s.discards[deck] and not held:
            self.shuffle(deck, s.piles[deck] + s.discards[deck])

    def check_piles(self) -> None:
        """The same for every deck."""
        for deck in range(len(DECKS)):
            self.check_pile(deck)

    def can_draw(self, deck: int) -> bool:
        """Make sure that the pile has a card if there can be one (Z21.3, Z21.6)."""
        s = self.state
        if not s.piles[deck] and s.discards[deck]:
            self.shuffle(deck, s.discards[deck])
        return bool(s.piles[deck])

    def refill(self, deck: int) -> None:
        """Fill the row up at its right end (Z21.5, Z21.6)."""
        s = self.state
        self.check_pile(deck)
        while len(s.rows[deck]) < s.row_size(deck) and self.can_draw(deck):
            self.emit(e.RowRefilled(deck, s.piles[deck][0]))
            self.check_pile(deck)

    # --- gains --------------------------------------------------------------------------------------------------

    def gain_knowledge(self, seat: int, amount: int, source: int) -> None:
        if amount:
            self.emit(e.KnowledgeGained(seat, amount, source))

    def gain_money(self, seat: int, amount: int, source: int) -> None:
        if amount:
            self.emit(e.MoneyGained(seat, amount, source))


def play_on(state: State, chance: Chance) -> Play:
    """The ``Play`` that carries out a decision on this state."""
    return Play().begin(COURSE, None, state, chance)


def not_offered(s: State, seat: int, step: Any, choice: Choice) -> str:
    """The code if nothing more specific can be said."""
    return "not_offered"


def question(
    kind: str,
    rule: str,
    choices: Callable[[State, int, Any], Sequence[Choice]],
    answer: Callable[[Play, int, Any, Choice], None],
    why: Callable[[State, int, Any, Choice], str] = not_offered,
) -> None:
    """A kind of decision. The first choice is the default (Z23.1); all follow from the state alone."""
    QUESTIONS[kind] = Asked(rule, lambda tables, s, seat, step: choices(s, seat, step), answer)
    WHY[kind] = why


def takes(kind: type) -> Callable[[Handler], Handler]:
    """The function that takes steps of this kind."""

    def register(function: Handler) -> Handler:
        COURSE.steps[kind] = function
        return function

    return register
