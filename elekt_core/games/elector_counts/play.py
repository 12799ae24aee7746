"""One decision being carried out: a working copy of the state, the facts so far, and the agenda.

Handlers stand in tables (``STEPS`` by step, ``ANSWERS`` by question), filled by the modules that know each part of the
rules. A handler reads, emits facts, pushes steps, or asks; the driver takes step after step until somebody must decide.
What is pushed last is done first, so an action is finished before the next begins (K5.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from ...chance import Chance
from . import events as e
from .cards import CardSet
from .events import Step
from .facts import FOLDS
from .state import NONE, State

Choice = tuple[Any, ...]

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "begin": (),
    "act": (),
    "pass": (),
    "reinforce": (),
    "over": (),
    "gain": ("amount", "card"),
    "short": ("amount", "card"),
    "support": ("card", "index", "targets"),
    "counter": ("location", "unit"),
    "assassinate": ("location", "unit"),
    "earn": ("location", "unit"),
    "rob": ("location", "unit"),
    "reactions": ("location",),
    "strike": ("location",),
    "casualties": ("location", "defence"),
    "aftermath": ("location",),
}
"""Step -> the names of its arguments after the seat. No step holds a card that anybody may not know."""

STEPS: Final[dict[str, Callable[[Play, Step], None]]] = {}
ANSWERS: Final[dict[str, Callable[[Play, Step, Choice], None]]] = {}
"""Question -> what an answer, known to be legal, does."""
CHOICES: Final[dict[str, Callable[[CardSet, State], Sequence[Choice]]]] = {}
"""Question -> the legal answers, in a stable order."""
DEFAULTS: Final[dict[str, Callable[[CardSet, State], Choice]]] = {}
"""Question -> the answer for a seat that does not answer (K23.1)."""
RULES: Final = {
    "act": "K6.2",
    "pass_cards": "K18.1",
    "take_from": "K5.4",
    "choose_target": "K15.4",
    "react": "K16.6",
    "casualties": "K16.10",
}
"""Question -> the rule that asks it."""


class Over(Exception):
    """Unwinds to the driver when the game is over."""


class Play:
    """What handlers work with. ``state`` is theirs to change, through ``emit`` alone."""

    __slots__ = ("agenda", "cards", "chance", "events", "question", "state")

    def __init__(self, cards: CardSet, state: State, chance: Chance) -> None:
        self.cards = cards
        self.state = state
        self.chance = chance
        self.events: list[Any] = []
        self.agenda: list[Step] = list(state.agenda)
        self.question: tuple[int, str, Step] | None = None

    def emit(self, event: Any) -> None:
        """A fact: noted, and true from now on."""
        self.events.append(event)
        FOLDS[type(event)](self.state, event)

    def push(self, *steps: Step) -> None:
        """Steps to take next, the last one first."""
        self.agenda.extend(steps)

    def ask(self, seat: int, question: str, step: Step) -> None:
        """Wait for a decision. A seat that gave up is answered for at once, by the default (K23.2)."""
        s = self.state
        if s.gave_up(seat):
            s.asked, s.question, s.step, s.agenda = seat, question, step, tuple(self.agenda)
            ANSWERS[question](self, step, DEFAULTS[question](self.cards, s))
        else:
            self.question = (seat, question, step)

    def run(self) -> None:
        """Take steps until somebody must decide or the game is over."""
        while self.question is None:
            step = self.agenda.pop()
            STEPS[step[0]](self, step)

    def close(self) -> tuple[Any, ...]:
        """All facts of the batch; the last one says who must decide what, or that the game is over."""
        if self.question is not None:
            self.events.append(e.fact(e.Awaiting, (*self.question, tuple(self.agenda))))
        return tuple(self.events)

    # --- what several parts need --------------------------------------------------------------------------------

    def shuffled(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The cards in a drawn order, from the top (K25.1)."""
        cards = sorted(cards)
        return tuple([cards[i] for i in self.chance.permutation(self.state.draws, len(cards))])

    def draw(self, seat: int, count: int) -> None:
        """Draw as many as there are (K21.3); the End card is set aside when it would be drawn (K19.1), the discard
        pile shuffled when the deck is empty (K21.2)."""
        s = self.state
        while count:
            room = len(s.deck) - (0 if s.end_revealed else s.game.below)
            if room > 0:
                drawn = s.deck[: -1 - min(count, room) : -1]
                self.emit(e.CardsDrawn(seat, drawn))
                count -= len(drawn)
            elif not s.end_revealed:
                self.emit(e.EndCardRevealed(seat))
            elif s.discard:
                self.emit(e.DeckReshuffled(self.shuffled(s.discard)))
            else:
                return

    def end(self, reason: int, seat: int) -> None:
        """K20.5-K20.7: points are counted; those who gave up are last. Raises Over."""
        s = self.state
        scores = points(self.cards, s)
        worth = [(not s.gave_up(seat), score) for seat, score in enumerate(scores)]
        ranks = tuple([1 + sum(other > own for other in worth) for own in worth])
        self.emit(e.GameEnded(reason, seat, ranks, scores, self.chance.reveal()))
        raise Over


def points(cards: CardSet, s: State) -> tuple[int, ...]:
    """K20.5: own locations without attackers, and attacked ones of others, whose attack the seat controls."""
    scores = [0] * s.seats
    for location, site in s.sites.items():
        scores[site.attacker if site.attackers else site.owner] += cards.cards[location].points
    return tuple(scores)


def gain_step(seat: int, amount: int, card: int = NONE) -> Step:
    """Take shillings from the pool, and what it lacks from others (K5.3, K5.4)."""
    return ("gain", seat, amount, card)


def _gain(play: Play, step: Step) -> None:
    _, seat, amount, card = step
    if there := min(amount, play.state.pool):
        play.emit(e.ShillingsGained(seat, there, card))
    if there < amount:
        play.push(("short", seat, amount - there, card))


def _short(play: Play, step: Step) -> None:
    """K5.4: the taker chooses from whom, shilling by shilling, where there is a choice."""
    _, seat, amount, card = step
    s = play.state
    givers = [other for (other,) in givers_of(play.cards, s, seat)]
    if len(givers) < 2 or sum(s.shillings[other] for other in givers) <= amount:
        for other in givers:
            play.emit(e.ShillingsTaken(seat, other, min(amount, s.shillings[other]), card))
    else:
        play.ask(seat, "take_from", step)


def givers_of(cards: CardSet, s: State, seat: int) -> list[Choice]:
    """Other players who have shillings, from the left of the seat on."""
    others = [(seat + i) % s.seats for i in range(1, s.seats)]
    return [(other,) for other in others if s.shillings[other]]


def _take_from(play: Play, step: Step, choice: Choice) -> None:
    _, seat, amount, card = step
    play.emit(e.ShillingsTaken(seat, choice[0], 1, card))
    if amount > 1:
        play.push(("short", seat, amount - 1, card))


def _richest(cards: CardSet, s: State) -> Choice:
    return max(givers_of(cards, s, s.asked), key=lambda choice: s.shillings[choice[0]])


STEPS["gain"] = _gain
STEPS["short"] = _short
ANSWERS["take_from"] = _take_from
CHOICES["take_from"] = lambda cards, s: givers_of(cards, s, s.asked)
DEFAULTS["take_from"] = _richest
