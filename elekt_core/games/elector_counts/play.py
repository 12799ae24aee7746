"""Carries out one decision (``kit/driver.py``), with what several parts of the rules share."""

from __future__ import annotations

from typing import Final

from ...chance import Chance
from ...kit.choices import Choice
from ...kit.driver import Course, Driver, Over, Question
from . import events as e
from .agenda import Gain, Short
from .cards import CardSet
from .facts import FOLDS
from .state import State

COURSE: Final = Course(FOLDS)
STEPS, QUESTIONS = COURSE.steps, COURSE.questions


class Play(Driver[CardSet, State]):
    """The state and the operations that handlers work with."""

    __slots__ = ()

    awaiting = e.Awaiting
    cards: CardSet = Driver.tables  # type: ignore[misc]  # the same place by the game's name for it

    def draw(self, seat: int, count: int) -> None:
        """Draw as many cards as there are (K21.3); the End card is set aside when it would be drawn (K19.1), and the
        discard pile is shuffled when the deck is empty (K21.2)."""
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
    """K20.5: the seat's own locations without attackers, and other players' locations where it controls the attack."""
    scores = [0] * s.seats
    for location, site in s.sites.items():
        scores[site.attacker if site.attackers else site.owner] += cards.cards[location].points
    return tuple(scores)


def play_on(cards: CardSet, state: State, chance: Chance) -> Play:
    """The ``Play`` that carries out a decision on this state."""
    return Play().begin(COURSE, cards, state, chance)


# --- shillings ----------------------------------------------------------------------------------------------


def _gain(play: Play, step: Gain) -> None:
    if there := min(step.amount, play.state.pool):
        play.emit(e.ShillingsGained(step.seat, there, step.card))
    if there < step.amount:
        play.push(Short(step.seat, step.amount - there, step.card))


def _short(play: Play, step: Short) -> None:
    """K5.4: where there is a choice, the taker chooses the player to take each shilling from."""
    seat, amount, card = step
    s = play.state
    givers = [other for (other,) in givers_of(play.cards, s, seat, step)]
    if len(givers) < 2 or sum(s.shillings[other] for other in givers) <= amount:
        for other in givers:
            play.emit(e.ShillingsTaken(seat, other, min(amount, s.shillings[other]), card))
    else:
        play.ask(seat, "take_from", step)


def givers_of(cards: CardSet, s: State, seat: int, step: Short) -> list[Choice]:
    """Other players who have shillings, from the left of the seat on."""
    others = [(seat + i) % s.seats for i in range(1, s.seats)]
    return [(other,) for other in others if s.shillings[other]]


def _take_from(play: Play, seat: int, step: Short, choice: Choice) -> None:
    play.emit(e.ShillingsTaken(seat, choice[0], 1, step.card))
    if step.amount > 1:
        play.push(Short(seat, step.amount - 1, step.card))


def _richest(cards: CardSet, s: State, seat: int, step: Short) -> Choice:
    return max(givers_of(cards, s, seat, step), key=lambda choice: s.shillings[choice[0]])


STEPS[Gain] = _gain
STEPS[Short] = _short
QUESTIONS["take_from"] = Question("K5.4", givers_of, _take_from, _richest)
