"""Dealing anew what a seat cannot see: any position that a view allows, for whoever plays on from it in thought.

Unseen cards are put in order before they are shuffled, so the outcome depends on nothing but the view and the draws:
no bot that plays with it can peek.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...chance import Chance
from ...contract import UNKNOWN
from . import agenda as a
from .basics import basics_of
from .events import Step
from .state import State
from .tables import Tables
from .view import SECRET_TARGETS
from .vocabulary import COURT, ELITE_DECK, INFLUENCES, MISSIONS


def redeal(t: Tables, view: State, chance: Chance, draw: int = 0) -> State:
    """A full state whose view is ``view``. Uses draws from ``draw`` on of ``chance``: 4, and 1 for each expansion."""
    s = view.copy()
    s.hidden = 0
    groups = t.cards.groups
    for number, (deck, group) in enumerate(((MISSIONS, "mission"), (INFLUENCES, "influence"), (COURT, "privilege"))):
        unseen = _shuffled(set(groups[group]).difference(_prizes_seen(view)), chance, draw + number)
        s.decks[deck] = _fill(view.decks[deck], unseen)
        if deck == COURT:
            s.aside = _fill(view.aside, unseen)
            if s.solo is not None:
                s.solo = s.solo._replace(drawn=_fill(s.solo.drawn, unseen))
    units = _shuffled(_units_in_play(t, view).difference(_units_seen(view)), chance, draw + 3)
    s.hands = [_fill(hand, units) for hand in view.hands]
    s.drawn = _fill(view.drawn, units)
    s.decks[ELITE_DECK] = _fill(view.decks[ELITE_DECK], units)
    for n, x in enumerate(t.course.expansions):
        if x.name in s.added:
            own = range(len(t.cards.groups["unit"]), len(t.names))
            s.added = {**s.added, x.name: x.deal_again(s.added[x.name], list(_shuffled(own, chance, draw + 4 + n)), t)}
    s.step = _known(s, s.step)
    s.agenda = tuple(_known(s, step) for step in s.agenda)
    return s


def _shuffled(cards: Iterable[int], chance: Chance, draw: int) -> Iterator[int]:
    ordered = sorted(cards)
    return (ordered[i] for i in chance.permutation(draw, len(ordered)))


def _fill(cards: tuple[int, ...], unseen: Iterator[int]) -> tuple[int, ...]:
    return tuple(next(unseen) if card == UNKNOWN else card for card in cards)


def _prizes_seen(s: State) -> set[int]:
    won = s.solo.won if s.solo is not None else ()
    return {*s.face_up, *s.removed, *won}.union(*s.acquired)


def _units_in_play(t: Tables, s: State) -> set[int]:
    return set(t.cards.elites).union(*(basics_of(t, s, seat) for seat in range(s.game.seats)))


def _units_seen(s: State) -> set[int]:
    return {*s.discard, *s.drawn, *s.removed}.union(*s.hands, *s.rows)


def _known(s: State, step: Step) -> Step:
    """A waiting effect may hold a card that its player chose from a hidden hand: any card of that hand will do."""
    if not step or step[0] != a.DO:
        return step
    *head, targets = step
    hand = s.hands[step[1]]
    chosen = tuple(
        (word, hand[0] if word in SECRET_TARGETS and value == UNKNOWN and hand else value) for word, value in targets
    )
    return (*head, chosen)
