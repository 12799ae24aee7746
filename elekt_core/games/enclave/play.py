"""One decision being carried out: a working copy of the state, the facts so far, and the agenda.

Steps and questions stand in two tables that the modules of the rules fill. A step reads, emits facts, pushes steps, or
asks; the driver takes step after step until somebody must decide. Whoever asks does it last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from ...chance import Chance
from . import events as e
from .cards import BOARD, DECKS, PRINTED
from .events import Step
from .facts import FOLDS
from .state import State

Choice = tuple[Any, ...]


class Over(Exception):
    """Unwinds to the driver when the game is over."""


class Play:
    """What steps and answers work with. ``state`` is theirs to change, through ``emit`` alone."""

    __slots__ = ("agenda", "asked", "chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Any] = []
        self.agenda: list[Step] = list(state.agenda)
        self.asked: tuple[tuple[int, ...], str, Step] | None = None

    def emit(self, event: Any) -> None:
        """A fact: noted, and true from now on."""
        self.events.append(event)
        FOLDS[type(event)](self.state, event)

    def push(self, *steps: Step) -> None:
        """Steps to take next, the first one first."""
        self.agenda.extend(reversed(steps))

    def ask(self, seat: int, question: str, step: Step, *, again: bool = False) -> None:
        """Wait for a decision. A seat that gave up is answered for at once, and one that has nothing to choose.

        Unless a question that is not asked would tell others what they cannot see (Z22.3). One that was open before,
        ``again``, stays open (Z16.3).
        """
        asked, s = QUESTIONS[question], self.state
        choices = asked.choices(s, seat, step)
        if s.gave_up(seat) or (len(choices) == 1 and (s.first_rules or not (again or asked.hidden(s, seat, step)))):
            asked.answer(self, seat, step, choices[0])
        else:
            self.asked = ((seat,), question, step)

    def ask_all(self, seats: tuple[int, ...], question: str, step: Step) -> None:
        """Wait for the sealed decisions of several seats."""
        self.asked = (seats, question, step)

    def run(self) -> None:
        """Take steps until somebody must decide. Raises Over."""
        agenda = self.agenda
        while self.asked is None:
            word, *arguments = agenda.pop()
            STEPS[word](self, *arguments)

    def close(self) -> tuple[Any, ...]:
        """All facts of the batch; the last one says who must decide what, or that the game is over."""
        if self.asked is not None:
            self.emit(e.Awaiting(*self.asked, tuple(self.agenda)))
        return tuple(self.events)

    # --- piles (Z21) ------------------------------------------------------------------------------------------

    def shuffle(self, deck: int, cards: Sequence[int]) -> None:
        """A new pile of these cards in a drawn order (Z21.4)."""
        ranked = sorted(cards)
        order = self.chance.permutation(self.state.draws, len(ranked))
        self.emit(e.PileShuffled(deck, tuple(ranked[i] for i in order)))

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
        """Makes sure that the pile has a card if there can be one (Z21.3, Z21.6)."""
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


class Question(NamedTuple):
    """How a kind of decision is asked and answered. The first choice is the default (Z23.1)."""

    rule: str
    choices: Callable[[State, int, Step], Sequence[Choice]]
    answer: Callable[[Play, int, Step, Choice], None]
    why: Callable[[State, int, Step, Choice], str]
    """The code of the reason why something is not among the choices (``refusals.CODES``)."""
    hidden: Callable[[State, int, Step], bool] = lambda s, seat, step: False
    """Whether the choices follow from what others cannot see, as far as these others know."""


def in_hand(s: State, seat: int, step: Step) -> bool:
    """Choices among the cards of a hand: others see how many there are."""
    return bool(s.hands[seat])


def not_offered(s: State, seat: int, step: Step, choice: Choice) -> str:
    """Where nothing more can be said."""
    return "not_offered"


STEPS: Final[dict[str, Callable[..., None]]] = {}
QUESTIONS: Final[dict[str, Question]] = {}


def step(word: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The function that takes steps of this word, with the play and the step's arguments."""

    def register(function: Callable[..., None]) -> Callable[..., None]:
        STEPS[word] = function
        return function

    return register
